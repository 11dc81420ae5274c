"""Charts of a comparison: time and memory of every method on every puzzle, side by side, on logarithmic axes.

A filled mark is an answered run, a hollow one a run that ended otherwise. Time-outs are in a band of their own above the limit, so
that they are not mistaken for times; other ends have a letter (M memory limit, G gave up, E error). Methods differ in colour
(those of Okabe and Ito, which colour-blind people can distinguish) and in shape, for print without colours. In the chart of
times, a thin line leads from the mark of the whole process down to a tick: the time inside, without the start of Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Final

from hashicnf.core.stats import ANSWERED
from hashicnf.errors import printable
from hashicnf.measure.comparison.results import Comparison
from hashicnf.measure.comparison.runs import MethodRun
from hashicnf.measure.plotting import Look, look, picture, place_legend, scale

LETTERS: Final = {"memory limit": "M", "gave up": "G", "error": "E"}
LEAST: Final = 1e-5
BAND: Final = 3.0
NARROWEST, WIDEST, HEIGHT = 6.5, 24.0, 6.2
SMALL: Final = 8


def draw(report: Comparison, name: str) -> None:
    """Draw times above, memory below, into a .png or .svg file."""
    puzzles, methods = report.puzzles, report.methods
    limit = report.settings.timeout or None  # a limit of 0 has no place on a logarithmic scale
    cells = list(report.cells().values())
    width = min(WIDEST, max(NARROWEST, 1.0 + 0.12 * len(puzzles) * (len(methods) + 1)))
    steep = max(map(len, puzzles)) * len(puzzles) > 11 * width
    height = HEIGHT + (0.08 * max(map(len, puzzles)) if steep else 0)
    with picture(name, 2, 1, (width, height), sharex=True, height_ratios=(3, 2)) as (figure, (times, memory)):
        _ground(times, len(puzzles))
        _ground(memory, len(puzzles))
        marks: dict[str, Any] = {}
        for number, method in enumerate(methods):
            own = [cell for cell in cells if cell.method == method]
            end = limit if limit == report.settings_of(method).timeout else None
            places = [_place(report, cell, number) for cell in own]
            own_look = look(number)
            _stems(times, places, own, own_look)
            _marks(times, places, [_height(cell, end) for cell in own], own, own_look)
            _marks(memory, places, [cell.peak / 2**20 for cell in own], own, own_look)
            (marks[method],) = times.plot([], [], linestyle="", markersize=6, **own_look)
        if limit is not None and any(cell.status == "time limit" for cell in cells):
            _band(times, limit)
        scale(times, "y", "time in s", inf if limit is None else limit)
        scale(memory, "y", "peak memory in MiB")
        memory.set_xticks(range(len(puzzles)), [*map(printable, puzzles)], rotation=90 if steep else 0)
        figure.align_ylabels()
        place_legend(figure, marks, width)
        figure.supxlabel(_key(cells), fontsize=SMALL, color="0.25")


def _place(report: Comparison, cell: MethodRun, number: int) -> float:
    """Return the x coordinate of a method, within the unit of its puzzle."""
    methods = len(report.methods)
    return report.puzzles.index(cell.puzzle) + (number - (methods - 1) / 2) * 0.84 / max(methods, 4)


def _height(cell: MethodRun, limit: float | None) -> float:
    """Return the y coordinate of a time; time-outs are in the middle of the band."""
    return limit * BAND**0.5 if limit is not None and cell.status == "time limit" else max(LEAST, cell.seconds)


def _marks(
    axes: Any, places: Sequence[float], heights: Sequence[float], cells: Sequence[MethodRun], look: Look
) -> None:
    for place, height, cell in zip(places, heights, cells, strict=True):
        if cell.status in ANSWERED:
            axes.plot(place, height, markersize=5.5, markeredgecolor="white", markeredgewidth=0.5, zorder=3, **look)
            continue
        axes.plot(place, height, markersize=5, markerfacecolor="white", markeredgewidth=1.0, zorder=3, **look)
        above = {"xytext": (0, 4), "textcoords": "offset points", "ha": "center", "fontsize": 6.5}
        axes.annotate(LETTERS.get(cell.status, ""), (place, height), color=look["color"], fontweight="bold", **above)


def _stems(axes: Any, places: Sequence[float], cells: Sequence[MethodRun], look: Look) -> None:
    for place, cell in zip(places, cells, strict=True):
        if cell.status in ANSWERED and cell.inside is not None:
            low = max(LEAST, cell.inside)
            axes.plot([place, place], [low, cell.seconds], color=look["color"], linewidth=0.7, alpha=0.6, zorder=2)
            axes.plot(place, low, marker="_", markersize=5, color=look["color"], zorder=2)


def _ground(axes: Any, puzzles: int) -> None:
    """Prepare axes: shade every other puzzle, and draw grid lines."""
    axes.set_yscale("log")
    axes.set_xlim(-0.5, puzzles - 0.5)
    for column in range(0, puzzles, 2):
        axes.axvspan(column - 0.5, column + 0.5, color="0.96", zorder=0)
    axes.grid(visible=True, axis="y", which="major", color="0.85", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", length=0)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _band(axes: Any, limit: float) -> None:
    """Shade the band of time-outs above the limit."""
    low, _ = axes.get_ylim()
    axes.axhspan(limit, limit * BAND, color="0.88", zorder=1)
    axes.axhline(limit, color="0.35", linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
    axes.set_ylim(min(low, limit / BAND), limit * BAND)
    place = {"xycoords": ("axes fraction", "data"), "xytext": (4, 0), "textcoords": "offset points", "va": "center"}
    axes.annotate(f"limit\n{limit:g} s", (1, limit), fontsize=SMALL, color="0.25", **place)


def _key(cells: Sequence[MethodRun]) -> str:
    """Return an explanation of the marks that occur."""
    words = ["time of the whole process"]
    if any(cell.inside is not None for cell in cells):
        words.append("tick: without the start of Python and reading")
    if any(cell.status not in ANSWERED for cell in cells):
        words.append("hollow: no answer")
    words += [f"{letter}: {status}" for status, letter in LETTERS.items() if any(c.status == status for c in cells)]
    return "; ".join(words)
