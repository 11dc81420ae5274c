"""Charts of measurements: a cactus plot and a scaling plot, on logarithmic axes. Needs matplotlib, an extra of ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from statistics import median
from typing import Any

from hashicnf.errors import UsageError
from hashicnf.measure.bench import Record

LEAST_MS = 0.1


def require_plotting(name: str) -> None:
    """Raise UsageError if the file's ending is no picture's, its folder is not there, or matplotlib is not installed."""
    if Path(name).suffix not in (".png", ".svg"):
        raise UsageError(f"{name}: a plot is a .png or .svg file")
    if not Path(name).parent.is_dir():
        raise UsageError(f"{name}: cannot be written: there is no such folder")
    if find_spec("matplotlib") is None:
        raise UsageError("--plot needs the package matplotlib: pip install 'hashicnf[plot]'")


@contextmanager
def picture(name: str, rows: int, columns: int, size: tuple[float, float], **options: Any) -> Iterator[tuple[Any, Any]]:
    """Yield a figure of some inches and its axes, and save it: the same bytes for the same drawing."""
    import matplotlib as mpl

    mpl.use("agg")
    with mpl.rc_context({"svg.hashsalt": "hashicnf"}):
        from matplotlib import pyplot as plt

        figure, axes = plt.subplots(rows, columns, figsize=size, layout="constrained", **options)
        try:
            yield figure, axes
            figure.savefig(name, dpi=150, metadata={"Date": None} if name.endswith(".svg") else None)
        finally:
            plt.close(figure)


def plot_records(records: Sequence[Record], name: str) -> None:
    """Draw how many puzzles each setting solves within which time, and time against size."""
    groups: dict[str, list[Record]] = {}
    for record in records:
        groups.setdefault(record.setting.label, []).append(record)
    with picture(name, 1, 2, (12, 5)) as (_, (cactus, scaling)):
        for label, group in groups.items():
            _cactus(cactus, label, group)
            scaling.scatter([r.units for r in group], [_milliseconds(r) for r in group], s=12, alpha=0.6, label=label)
        _axes(cactus, "puzzles solved", "total time in ms", "Cactus: puzzles solved within a total time")
        _axes(
            scaling,
            " or ".join(dict.fromkeys(f"{r.unit}s" for r in records)),
            "time per puzzle in ms",
            "Scaling: encode and solve",
        )
        scaling.set_xscale("log")


def _cactus(axes: Any, label: str, group: Sequence[Record]) -> None:
    times = solved_within(group)
    axes.plot(range(1, len(times) + 1), list(accumulate(times)), marker=".", markersize=3, label=label)


def solved_within(group: Sequence[Record]) -> list[float]:
    """List the milliseconds of each puzzle that was solved in every run, ascending: the median of its runs."""
    runs: dict[tuple[str, str], list[Record]] = {}
    for record in group:
        runs.setdefault((record.folder, record.puzzle), []).append(record)
    solved = [same for same in runs.values() if all(record.status == "solved" for record in same)]
    return sorted(median(_milliseconds(record) for record in same) for same in solved)


def _axes(axes: Any, x: str, y: str, title: str) -> None:
    axes.set(xlabel=x, ylabel=y, title=title, yscale="log")
    axes.grid(visible=True, which="both", alpha=0.2)
    axes.legend(fontsize="small")


def _milliseconds(record: Record) -> float:
    return max(LEAST_MS, record.total * 1000)
