"""Walking distance: the fewest vertical slides that sort the tiles into their rows, plus the horizontal ones for their columns.

A position is abstracted to the number of tiles of each goal row in each row, and the row of the blank. A vertical slide moves one
tile between the blank's row and a neighbouring one; the fewest such slides to the goal are found by breadth-first search from the
goal. The same is done for columns, and no slide counts for both. Tiles of one goal row are not distinguished, so the sum is a lower
bound; it exceeds Manhattan distance because the blank has to be in the next row for a tile to move there.

On 4 x 4 cells there are 24,964 states in each direction. The heuristic does not exist for boards with many more (``LONGEST``).
Reference: Takahashi 2001, "Walking distance".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from hashicnf.core.progress import Observer
from hashicnf.core.statespace import DEAD_END, Batches, Heuristic
from hashicnf.families.tiles.board import BLANK, Board

if TYPE_CHECKING:
    from hashicnf.families.tiles.heuristics import Batched
    from hashicnf.families.tiles.heuristics.guides import Numbers

TITLE: Final = "slides that sort the tiles into their rows, and into their columns"
LONGEST: Final = {1: 5, 2: 5, 3: 4, 4: 4}  # the longer side of boards for which tables are made, by the shorter side
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Walk:
    """All abstract states in one direction.

    ``number`` is the index of a state: the blank's line, then for each line the number of tiles in it of each goal line.
    ``distance`` int32[n] and ``follows`` int32[n, 2, lines] are described at ``WalkGuide``.
    """

    number: dict[Counts, int]
    distance: Numbers
    follows: Numbers


@cache
def walk(lines: int, length: int, blank: int) -> Walk:
    """Return all abstract states of ``lines`` lines of ``length`` cells, found from the goal, whose blank is in line ``blank``."""
    counts = [length * (i == j) - (i == j == blank) for i in range(lines) for j in range(lines)]
    start = (blank, *counts)
    number, order, distance = {start: 0}, [start], [0]
    follows: list[list[int]] = []
    for state in order:  # the list grows during the loop
        row = [-1] * (2 * lines)
        for at, after in _neighbours(state, lines):
            if (found := number.get(after)) is None:
                found = number[after] = len(order)
                order.append(after)
                distance.append(distance[len(follows)] + 1)
            row[at] = found
        follows.append(row)
    table = np.array(follows, dtype=np.int32).reshape(len(order), 2, lines)
    return Walk(number, np.array(distance, dtype=np.int32), table)


def _neighbours(state: Counts, lines: int) -> Iterator[tuple[int, Counts]]:
    """Yield, for each move of a tile into the blank's line from a neighbouring one, its index in ``follows`` and the next state."""
    blank = state[0]
    for side, other in enumerate((blank - 1, blank + 1)):
        if not 0 <= other < lines:
            continue
        for home in range(lines):
            if state[1 + other * lines + home]:
                after = list(state)
                after[0] = other
                after[1 + other * lines + home] -= 1
                after[1 + blank * lines + home] += 1
                yield side * lines + home, tuple(after)


class Sorting:
    """The walks of a board by rows and by columns, with the abstraction from positions to their states."""

    def __init__(self, board: Board) -> None:
        """Compute the tables of both directions."""
        began = perf_counter()
        rows, columns = board.shape
        cell = np.arange(board.cells)
        self.line = np.array([cell // columns, cell % columns], dtype=np.int32)
        place = np.argsort(np.array(board.goal))
        self.home = self.line[:, place]
        home = [int(self.home[axis, BLANK]) for axis in (0, 1)]
        self.walks = walk(rows, columns, home[0]), walk(columns, rows, home[1])
        first = (self.line * np.array([[rows], [columns]])).tolist()  # where the counts of a cell's line begin
        numbers = [found.number for found in self.walks]
        self._directions = list(zip(board.shape, first, self.home.tolist(), numbers, strict=True))
        self.seconds = perf_counter() - began

    def find(self, state: bytes) -> tuple[int, int] | None:
        """Return the states of a position, by rows and by columns; None if no walk leads from it to the goal."""
        at = state.index(BLANK)
        found: list[int] = []
        for lines, first, home, number in self._directions:
            counts = [0] * (lines * lines)
            for begin, tile in zip(first, state, strict=True):
                counts[begin + home[tile]] += 1
            counts[first[at] + home[BLANK]] -= 1
            if (abstract := number.get((first[at] // lines, *counts))) is None:
                return None
            found.append(abstract)
        return found[0], found[1]


def heuristic(board: Board, batched: Batched) -> Heuristic[bytes] | None:
    """Return the heuristic; None if the tables would be too large. They are made on first use."""
    shorter, longer = sorted(board.shape)
    if longer > LONGEST.get(shorter, 0):
        return None
    made: list[Sorting] = []

    def sorting() -> Sorting:
        if not made:
            made.append(Sorting(board))
        return made[0]

    def estimate(state: bytes) -> float:
        tables = sorting()
        if (found := tables.find(state)) is None:
            return DEAD_END
        by_row, by_column = found
        return int(tables.walks[0].distance[by_row] + tables.walks[1].distance[by_column])

    def prepare(_: Observer) -> dict[str, str | int | float]:
        tables = sorting()
        states = sum({id(found): len(found.distance) for found in tables.walks}.values())  # both may be one
        return {"table_states": states, "table_seconds": round(tables.seconds, 3)}

    def batches() -> Batches[bytes, Any]:
        from hashicnf.families.tiles.heuristics.guides import WalkGuide

        tables = sorting()
        by_row, by_column = tables.walks
        pairs = (by_row.distance, by_column.distance), (by_row.follows, by_column.follows)
        return batched(WalkGuide(*pairs, tables.home, tables.line, tables.find))

    return Heuristic(
        "walking-distance", estimate, admissible=True, consistent=True, title=TITLE, prepare=prepare, batches=batches
    )
