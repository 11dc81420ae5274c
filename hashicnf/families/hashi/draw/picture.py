"""Pictures of Hashiwokakero: islands as circles with their clues, bridges as lines between them.

With a solution, an island with the right number of bridges has a full ring, one with too few a dashed ring and the number of
missing bridges, one with too many a thick ring and the number of surplus ones: these marks need no colour. In a partial solution
islands without a clue are not marked, as it is not known whether they have all their bridges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from hashicnf.core.picture import BOLD, Box, Circle, Line, Look, Paint, Picture, Shape, Text, framed
from hashicnf.errors import counted
from hashicnf.families.hashi.board import UNKNOWN, Board, Solution

Ends: TypeAlias = Sequence[float]  # y and x of both ends of a pair
Numbers: TypeAlias = tuple[int, ...]  # of bridges: one, or the least and the largest

RADIUS: Final = 0.37
APART: Final = 0.105  # half the distance between parallel bridges
SEPARATE: Final = 3  # up to so many bridges are drawn side by side; more are one thick line with their number
GRID: Final = Paint("grid", stroke="grid", width=0.03)
BRIDGE: Final = Paint("bridge", stroke="pen", width=0.065)
THICK: Final = Paint("bridge many", stroke="pen", width=0.2)
COUNT: Final = Paint("count", fill="land", stroke="pen", width=0.05)
GROUND: Final = Paint("count ground", fill="land", stroke="land", width=0.05)
NUMBER: Final = Paint("number", fill="pen")
CLUE: Final = Paint("clue", fill="ink")
ISLANDS: Final = {
    "plain": Paint("island", fill="land", stroke="ink", width=0.055),
    "full": Paint("island full", fill="full", stroke="good", width=0.085),
    "open": Paint("island open", fill="land", stroke="open", width=0.085, dashes=(0.2, 0.1)),
    "wrong": Paint("island wrong", fill="land", stroke="wrong", width=0.15),
}
BADGES: Final = {
    "open": Paint("badge open", fill="open", stroke="sea", width=0.05),
    "wrong": Paint("badge wrong", fill="wrong", stroke="sea", width=0.05),
}
ON_BADGE: Final = Paint("difference", fill="sea")
ON_ISLAND: Final = 0.63  # the width that a clue may take
ON_BRIDGES: Final = 0.5  # the width that the numbers of bridges of a pair may take
AROUND: Final = 0.06  # between these numbers and the edge of their box
BETWEEN: Final = 0.37  # the width that their box may take between the clues of islands that touch side by side
LINE: Final = 0.33  # the height of their lines
DASH: Final = Paint("number dash", stroke="pen", width=0.035)


def picture(board: Board, solution: Solution | None, look: Look) -> Picture:
    """Return the picture of a board, with its bridges if there is a solution."""
    at = look.margins[0] + 0.5
    if solution is None:
        return on_water(board, islands(board, None, at), "", look)
    bridges = counted(int(solution.bridges[:, 4].sum()), "bridge")
    shapes = [*_bridges(solution, at), *islands(board, solution, at, partial=look.partial), *_numbers(solution, at)]
    return on_water(board, shapes, f" and {bridges}", look)


def on_water(board: Board, shapes: Iterable[Shape], more: str, look: Look) -> Picture:
    """Return the picture of shapes on top of the grid of a board; ``more`` ends the sentence that describes it."""
    rows, columns = board.shape
    at = look.margins[0]
    grid: list[Shape] = [Line(at, at + r + 0.5, at + columns, at + r + 0.5, GRID) for r in range(rows)]
    grid += [Line(at + c + 0.5, at, at + c + 0.5, at + rows, GRID) for c in range(columns)]
    title = f"Hashiwokakero of {rows} by {columns} cells with {counted(board.islands, 'island')}{more}"
    return framed(board.shape, [*grid, *shapes], title, look)


def _bridges(solution: Solution, at: float) -> Iterator[Shape]:
    """Yield the lines of all bridges."""
    for r, c, to_r, to_c, count in solution.bridges.tolist():
        ends = at + c, at + r, at + to_c, at + to_r
        if count > SEPARATE:
            yield Line(*ends, THICK)
        else:
            yield from (beside(*ends, (2 * number - count + 1) * APART, BRIDGE) for number in range(count))


def _numbers(solution: Solution, at: float) -> Iterator[Shape]:
    """Yield the numbers of bridges on the thick lines."""
    some = solution.bridges[solution.bridges[:, 4] > SEPARATE].tolist()
    yield from labels([((at + r, at + c, at + to_r, at + to_c), (count,), COUNT) for r, c, to_r, to_c, count in some])


def labels(pairs: Sequence[tuple[Ends, Numbers, Paint]]) -> Iterator[Shape]:
    """Yield boxes with a number, or the ends of a range, in the middle of pairs, to be drawn on top of the islands.

    Each box has the paint of its pair over an opaque ground. No box covers another one: where two pairs cross, the box of the
    upright one is moved along it.
    """
    boxes, words = list[Shape](), list[Shape]()
    taken = {_key((x + to_x) / 2, y) for (y, x, to_y, to_x), _, _ in pairs if y == to_y}
    for ends, numbers, paint in pairs:
        x, y = _middle(ends, taken)
        width, height, texts = _label(x, y, numbers, is_narrow=ends[0] == ends[2] and abs(ends[3] - ends[1]) <= 1)
        place = x - width / 2, y - height / 2, width, height
        boxes += [Box(*place, GROUND, 0.12)] * (paint.opacity < 1) + [Box(*place, paint, 0.12)]
        words += texts
    yield from (*boxes, *words)


def _middle(ends: Ends, taken: Set[tuple[int, int]]) -> tuple[float, float]:
    """Return the middle of a pair; of an upright one the nearest place that no box of a pair across it has taken."""
    y, x, to_y, to_x = ends
    middle = (x + to_x) / 2, (y + to_y) / 2
    if x != to_x:
        return middle
    steps = range(int(abs(to_y - y)))
    levels = (middle[1] + side * step / 2 for step in steps for side in (-1, 1))
    return x, next(
        (level for level in levels if taken.isdisjoint(_key(x + d, level) for d in (-0.5, 0, 0.5))), middle[1]
    )


def _key(x: float, y: float) -> tuple[int, int]:
    """Return a place in quarters of a cell, for comparisons."""
    return round(4 * x), round(4 * y)


def _label(x: float, y: float, numbers: Numbers, *, is_narrow: bool) -> tuple[float, float, list[Shape]]:
    """Return the width and the height of a box and the shapes in it; in a narrow one the numbers are one below the other."""
    lines = [*map(str, numbers)] if is_narrow else ["–".join(map(str, numbers))]
    longest = max(lines, key=len)
    size = fitting(longest, 0.3, BETWEEN - AROUND if is_narrow else ON_BRIDGES)
    width = len(longest) * BOLD * size + 2 * AROUND
    top = y - (len(lines) - 1) * LINE / 2
    shapes: list[Shape] = [Text(x, top + at * LINE, line, size, NUMBER, bold=True) for at, line in enumerate(lines)]
    if len(lines) > 1:
        shapes.append(Line(x, y - 0.02, x, y + 0.02, DASH))
    return min(width, BETWEEN) if is_narrow else width, 0.38 + (len(lines) - 1) * LINE, shapes


def fitting(text: str, size: float, width: float) -> float:
    """Return the largest font size up to ``size`` at which a bold text is not wider than ``width``."""
    return min(size, width / (BOLD * max(1, len(text))))


def beside(x: float, y: float, to_x: float, to_y: float, off: float, paint: Paint) -> Line:
    """Return a line that is moved sideways by ``off``."""
    return Line(x, y + off, to_x, to_y + off, paint) if y == to_y else Line(x + off, y, to_x + off, to_y, paint)


class _Island(NamedTuple):
    """An island to draw: its middle, its clue, the bridges that it lacks (negative: too many), and its state, as in ISLANDS."""

    x: float
    y: float
    clue: int
    missing: int
    state: str


def islands(board: Board, solution: Solution | None, at: float, *, partial: bool = False) -> Iterator[Shape]:
    """Yield circles by state, clues, and the numbers of missing or surplus bridges; ``partial``: missing ones are not marked."""
    drawn = [*_islands(board, solution, at, partial=partial)]
    for state, paint in ISLANDS.items():
        yield from (Circle(one.x, one.y, RADIUS, paint) for one in drawn if one.state == state)
    for one in drawn:
        text = "?" if one.clue == UNKNOWN else str(one.clue)
        yield Text(one.x, one.y, text, fitting(text, 0.42, ON_ISLAND), CLUE, bold=True)
    for state, paint in BADGES.items():
        badges = [_badge(one) for one in drawn if one.state == state]
        for badge in badges:
            width = 0.2 + 0.19 * len(badge.text)
            yield Box(badge.x - width / 2, badge.y - 0.18, width, 0.36, paint, 0.14)
        yield from badges


def _badge(island: _Island) -> Text:
    text = f"{-island.missing:+}".replace("-", "−")
    return Text(island.x + 0.34, island.y - 0.31, text, 0.27, ON_BADGE, bold=True)


def _islands(board: Board, solution: Solution | None, at: float, *, partial: bool) -> Iterator[_Island]:
    missing = [0] * board.islands if solution is None else _missing(board, solution)
    for row, column, clue, lack in zip(
        board.row.tolist(), board.column.tolist(), board.clue.tolist(), missing, strict=True
    ):
        if solution is None or (partial and (lack > 0 or clue == UNKNOWN)):
            state = "plain"
        else:
            state = "open" if lack > 0 else "wrong" if lack < 0 else "full"
        yield _Island(column + at, row + at, clue, lack, state)


def _missing(board: Board, solution: Solution) -> list[int]:
    """Return the number of bridges that each island lacks, negative for too many; an island without a clue needs at least one."""
    degree = np.zeros(board.shape, dtype=np.int64)
    for ends in (solution.bridges[:, :2], solution.bridges[:, 2:4]):
        inside = ((ends >= 0) & (ends < board.shape)).all(axis=1)
        np.add.at(degree, tuple(ends[inside].T), solution.bridges[inside, 4])
    own = degree[board.row, board.column]
    return [*np.where(board.clue == UNKNOWN, np.maximum(1 - own, 0), board.clue - own).tolist()]
