"""Charts of measurements: a cactus plot and a scaling plot, on logarithmic axes. Needs matplotlib, an optional package.

Helpers for other charts are here, too: figures, colours and shapes, logarithmic axes with plain numbers, legends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from math import ceil, inf, log10
from pathlib import Path
from statistics import median
from typing import Any, Final, Literal, TypeAlias

from hashicnf.errors import SolverMissing, UsageError
from hashicnf.files.outputs import destination, require_apart, require_place, writing
from hashicnf.measure.bench import Measurement, answered_puzzles

Look: TypeAlias = dict[str, Any]

COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">")
RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LARGE: Final = 1e6
LEAST_MS: Final = 0.1
WIDTH, HEIGHT, LEGEND_ROW = 12.0, 5.0, 0.25
MOST_DIVIDED: Final = 2.5  # decades on an axis that also has numbers between the powers of ten


def require_plotting(name: str, sources: Iterable[str]) -> None:
    """Raise UsageError for another ending than .png or .svg, a missing folder, or one of ``sources``, the files that are read.

    Raises SolverMissing if matplotlib is not installed.
    """
    if Path(name).suffix not in (".png", ".svg"):
        raise UsageError(f"{destination(name)}: a plot is a .png or .svg file")
    require_place(name)
    require_apart([name], sources)
    if find_spec("matplotlib") is None:
        raise SolverMissing("--plot needs the package matplotlib: pip install 'hashicnf[plot]'")


@contextmanager
def picture(name: str, rows: int, columns: int, size: tuple[float, float], **options: Any) -> Iterator[tuple[Any, Any]]:
    """Yield a figure of ``size`` inches and its axes, then save it; equal drawings become equal files."""
    import matplotlib as mpl

    mpl.use("agg")
    with mpl.rc_context({"svg.hashsalt": "hashicnf", "text.parse_math": False}):  # names may contain $
        from matplotlib import pyplot as plt

        figure, axes = plt.subplots(rows, columns, figsize=size, layout="constrained", **options)
        try:
            yield figure, axes
            kind = Path(name).suffix[1:]
            with writing(name) as stream:
                figure.savefig(stream, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
        finally:
            plt.close(figure)


def look(number: int) -> Look:
    """Return colour and shape of a series: those of Okabe and Ito, which colour-blind people can distinguish."""
    return {"color": COLOURS[number % len(COLOURS)], "marker": MARKERS[number % len(MARKERS)]}


def legend_rows(labels: Sequence[str], width: float) -> int:
    """Return the number of rows of a legend of ``width`` inches, whose columns are as wide as the longest label."""
    columns = max(1, int(width / (0.6 + 0.078 * max(map(len, labels)))))
    return ceil(len(labels) / columns)


def place_legend(figure: Any, lines: Mapping[str, Any], width: float) -> None:
    """Place the legend of lines by name above the axes, in rows of about equal length."""
    legend = figure.legend(
        [*lines.values()],
        [*map(str, range(len(lines)))],
        loc="outside upper center",
        ncols=ceil(len(lines) / legend_rows([*lines], width)),
        frameon=False,
        handletextpad=0.5 if any(line.get_linestyle() != "None" for line in lines.values()) else 0,
    )
    for text, name in zip(legend.get_texts(), lines, strict=True):
        text.set_text(name)  # a label that begins with _ is left out


def scale(axes: Any, which: Literal["x", "y"], title: str, most: float = inf) -> None:
    """Label a logarithmic axis, make it span at least a decade, and number it up to ``most``, more densely if it is short."""
    from matplotlib.ticker import LogLocator, NullFormatter

    low, high = getattr(axes, f"get_{which}lim")()
    stretch = max(1.0, 10 * low / high) ** 0.5
    axes.set(**{f"{which}label": title, f"{which}lim": (low / stretch, high * stretch)})
    axis = getattr(axes, f"{which}axis")
    axis.set_major_locator(LogLocator(subs=(1.0,) if log10(high / low) > MOST_DIVIDED else (1.0, 2.0, 5.0)))
    axis.set_major_formatter(lambda value, _: "" if value > most else plain(value))
    axis.set_minor_formatter(NullFormatter())


def plain(value: float) -> str:
    """Return a number of an axis as text, with powers of ten for large ones."""
    if value < LARGE:
        return f"{value:,.0f}" if value >= 1 else f"{value:g}"
    digit, exponent = f"{value:.0e}".split("e+")
    power = f"10{str(int(exponent)).translate(RAISED)}"
    return power if digit == "1" else f"{digit}·{power}"


def plot_records(records: Sequence[Measurement], name: str) -> None:
    """Draw a cactus plot, the times of the puzzles in ascending order, and time against size, with a series for each setting.

    In the second chart a hollow mark is a run without an answer, at its limit.
    """
    groups: dict[str, list[Measurement]] = {}
    for record in records:
        groups.setdefault(record.setting.label, []).append(record)
    size = WIDTH, HEIGHT + LEGEND_ROW * legend_rows([*groups], WIDTH)
    with picture(name, 1, 2, size) as (figure, (cactus, scaling)):
        titles = "Cactus: puzzles answered, each within this time", "Scaling: encode and solve (hollow: no answer)"
        for axes, title in zip((cactus, scaling), titles, strict=True):
            axes.set(title=title, yscale="log")
            axes.grid(visible=True, color="0.9", linewidth=0.6)
            axes.set_axisbelow(True)
        scaling.set_xscale("log")
        lines: dict[str, Any] = {}
        for number, (label, group) in enumerate(groups.items()):
            times = answered_within(group)
            (lines[label],) = cactus.plot(range(1, len(times) + 1), times, markersize=4, **look(number))
            for is_answered, filling in ((True, {}), (False, {"markerfacecolor": "none"})):
                of_this_kind = [r for r in group if r.is_answered == is_answered and (r.units or r.figures)]
                points = [max(1, r.units) for r in of_this_kind], [_milliseconds(r) for r in of_this_kind]
                scaling.plot(*points, linestyle="", markersize=4, alpha=0.6, **look(number), **filling)
        scale_count(cactus, "puzzles answered")
        scale(cactus, "y", "time of a puzzle in ms")
        scale(scaling, "x", " or ".join(dict.fromkeys(f"{r.unit}s" for r in records if r.unit)))
        scale(scaling, "y", "time of a run in ms")
        place_legend(figure, lines, WIDTH)


def scale_count(axes: Any, title: str) -> None:
    """Label an x axis that counts from 1, with whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    most = max((line.get_xdata()[-1] for line in axes.get_lines() if len(line.get_xdata())), default=1)
    axes.set(xlabel=title, xlim=(0.5, most + 0.5))
    axes.xaxis.set_major_locator(MaxNLocator(nbins=10, integer=True, min_n_ticks=1))


def answered_within(group: Sequence[Measurement]) -> list[float]:
    """List the milliseconds of each puzzle that was answered in every run, ascending: the median of its runs."""
    return sorted(median(map(_milliseconds, runs)) for runs in answered_puzzles(group))


def _milliseconds(record: Measurement) -> float:
    """Return the total time of a run; without an answer it is at least its limit."""
    least = 0.0 if record.is_answered else record.timeout or 0.0
    return max(LEAST_MS, least * 1000, record.times["total"] * 1000)
