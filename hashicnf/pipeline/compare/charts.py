"""Pictures of a comparison: time and memory of every method on every puzzle, side by side, on logarithmic axes.

A filled mark is an answered run. Runs that ended otherwise are hollow and carry a letter (T time limit, M memory limit, G gave
up, E error), and time-outs stand in a band of their own above the limit, where no time can be read off by mistake. Methods differ
in colour (those of Okabe and Ito, which colour-blind people can tell apart) and in shape, for print without colours.
In the chart of times, a fine stem leads from the mark of the whole process down to a tick: the time of the search alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hashicnf.pipeline.compare.results import ANSWERED, Report, Run
from hashicnf.pipeline.plot import picture

COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "h", "<", ">")
LETTERS: Final = {"time limit": "T", "memory limit": "M", "gave up": "G", "error": "E"}
LEAST: Final = 1e-5
BAND: Final = 2.6
WIDEST: Final = 24.0
SMALL: Final = 8


def draw(report: Report, name: str) -> None:
    """Draw times above, memory below, into a .png or .svg file."""
    puzzles, methods = report.puzzles, report.methods
    width = min(WIDEST, max(7.0, 1.2 + 0.16 * len(puzzles) * (len(methods) + 1)))
    with picture(name, 2, 1, (width, 7.6), sharex=True, height_ratios=(3, 2)) as (figure, (times, memory)):
        cells = list(report.cells().values())
        limit = report.settings.timeout
        for axes in (times, memory):
            _grid(axes, len(puzzles))
        for number, method in enumerate(methods):
            own = [cell for cell in cells if cell.method == method]
            places = [_place(report, cell, number) for cell in own]
            look = {"color": COLOURS[number % len(COLOURS)], "marker": MARKERS[number % len(MARKERS)]}
            _searches(times, places, own, look)
            _marks(times, places, [_height(cell, limit) for cell in own], own, look)
            _marks(memory, places, [cell.peak / 2**20 for cell in own], own, look)
            times.plot([], [], linestyle="", markersize=6, label=method, **look)
        if limit is not None:
            _band(times, limit)
        _name_axes(times, memory, puzzles)
        figure.legend(
            *times.get_legend_handles_labels(), loc="outside upper center", ncols=min(8, len(methods)), frameon=False
        )
        figure.supxlabel(_key(cells), fontsize=SMALL, color="0.25")


def _place(report: Report, cell: Run, number: int) -> float:
    """Return where a method stands within the unit that its puzzle has on the axis."""
    methods = len(report.methods)
    return report.puzzles.index(cell.puzzle) + (number - (methods - 1) / 2) * 0.8 / max(methods, 4)


def _height(cell: Run, limit: float | None) -> float:
    """Return the height of a time; time-outs stand in the middle of the band."""
    return limit * BAND**0.5 if limit is not None and cell.status == "time limit" else max(LEAST, cell.seconds)


def _marks(
    axes: Any, places: Sequence[float], heights: Sequence[float], cells: Sequence[Run], look: dict[str, str]
) -> None:
    for place, height, cell in zip(places, heights, cells, strict=True):
        if cell.status in ANSWERED:
            axes.plot(place, height, markersize=5.5, markeredgecolor="white", markeredgewidth=0.5, zorder=3, **look)
        else:
            axes.plot(place, height, markersize=8.5, markerfacecolor="white", markeredgewidth=1.1, zorder=3, **look)
            letter = LETTERS[cell.status]
            axes.annotate(
                letter, (place, height), ha="center", va="center_baseline", fontsize=5.5, fontweight="bold", zorder=4
            )


def _searches(axes: Any, places: Sequence[float], cells: Sequence[Run], look: dict[str, str]) -> None:
    for place, cell in zip(places, cells, strict=True):
        if cell.status in ANSWERED and cell.search is not None:
            low = max(LEAST, cell.search)
            axes.plot([place, place], [low, cell.seconds], color=look["color"], linewidth=0.7, alpha=0.6, zorder=2)
            axes.plot(place, low, marker="_", markersize=6, color=look["color"], zorder=2)


def _grid(axes: Any, puzzles: int) -> None:
    """Shade every other puzzle, and rule the decades."""
    axes.set_yscale("log")
    axes.set_xlim(-0.5, puzzles - 0.5)
    for column in range(0, puzzles, 2):
        axes.axvspan(column - 0.5, column + 0.5, color="0.965", zorder=0)
    axes.grid(visible=True, axis="y", which="major", color="0.85", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", length=0)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _band(axes: Any, limit: float) -> None:
    """Set the time-outs apart: above the limit, there are no times."""
    low, _ = axes.get_ylim()
    axes.axhspan(limit, limit * BAND, color="0.88", zorder=1)
    axes.axhline(limit, color="0.35", linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
    axes.set_ylim(low, limit * BAND)


def _name_axes(times: Any, memory: Any, puzzles: Sequence[str]) -> None:
    times.set_ylabel("time in s")
    memory.set_ylabel("peak memory in MiB")
    for axes in (times, memory):
        axes.yaxis.set_major_formatter(_plain)
    steep = max(map(len, puzzles)) * len(puzzles) > 110
    memory.set_xticks(range(len(puzzles)), puzzles, rotation=90 if steep else 0)


def _plain(value: float, _: int) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def _key(cells: Sequence[Run]) -> str:
    """Explain the marks that are there."""
    words = ["filled: answered, time of the whole process"]
    if any(cell.search is not None for cell in cells):
        words.append("tick below: search alone")
    words += [f"{letter}: {status}" for status, letter in LETTERS.items() if any(c.status == status for c in cells)]
    return "; ".join(words)
