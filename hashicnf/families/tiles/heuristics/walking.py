"""Walking distance: the fewest vertical slides that sort the tiles into their rows, plus the horizontal ones for their columns.

A position is abstracted to the number of tiles of each goal row in each row, and the row of the blank. A vertical slide moves one
tile between the blank's row and a neighbouring one; the fewest such slides to the goal are found by breadth-first search from the
goal. The same is done for columns, and no slide counts for both. Tiles of one goal row are not distinguished, so the sum is a lower
bound; it exceeds Manhattan distance because the blank has to be in the next row for a tile to move there.

On 4 x 4 cells there are 24,964 states in each direction. The heuristic does not exist for boards with many more (``LONGEST``).
Reference: Takahashi 2001, "Walking distance".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Final

import numpy as np

from hashicnf.core.statespace import DEAD_END, Heuristic
from hashicnf.families.tiles.board import BLANK, Board
from hashicnf.families.tiles.heuristics import Batched, with_tables

if TYPE_CHECKING:
    from hashicnf.families.tiles.heuristics.guides import Guide, Numbers

TITLE: Final = "slides that sort the tiles into their rows, and into their columns"
LONGEST: Final = {1: 5, 2: 5, 3: 4, 4: 4}  # the longer side of boards for which tables are made, by the shorter side


@dataclass(frozen=True)
class Walk:
    """All abstract states in one direction.

    ``number`` is the index of a state by its code. A code has a digit for each line and goal line, the number of tiles of that goal
    line in that line, and above them the blank's line. ``weights`` are what a tile adds to the code, by line and goal line, and
    last, what the blank adds for each line before its own. ``distance`` int32[n] and ``follows`` int32[n, 2, lines] are described
    at ``WalkGuide``.
    """

    number: dict[int, int]
    weights: tuple[int, ...]
    distance: Numbers
    follows: Numbers


@cache
def walk(lines: int, length: int, blank: int) -> Walk:
    """Return all abstract states of ``lines`` lines of ``length`` cells, found from the goal, whose blank is in line ``blank``."""
    weights = tuple((length + 1) ** digit for digit in range(lines * lines + 1))
    start = sum(length * weights[line * lines + line] for line in range(lines))
    start += blank * weights[-1] - weights[blank * lines + blank]
    number, order, distance = {start: 0}, [start], [0]
    follows: list[list[int]] = []
    for code in order:  # the list grows during the loop
        row = [-1] * (2 * lines)
        for at, after in _neighbours(code, weights, lines, length):
            if (found := number.get(after)) is None:
                found = number[after] = len(order)
                order.append(after)
                distance.append(distance[len(follows)] + 1)
            row[at] = found
        follows.append(row)
    table = np.array(follows, dtype=np.int32).reshape(len(order), 2, lines)
    return Walk(number, weights, np.array(distance, dtype=np.int32), table)


def _neighbours(code: int, weights: tuple[int, ...], lines: int, length: int) -> Iterator[tuple[int, int]]:
    """Yield, for each move of a tile into the blank's line from a neighbouring one, its index in ``follows`` and the next code."""
    blank = code // weights[-1]
    for side, other in enumerate((blank - 1, blank + 1)):
        if not 0 <= other < lines:
            continue
        for home in range(lines):
            gone = weights[other * lines + home]
            if code // gone % (length + 1):
                yield side * lines + home, code - gone + weights[blank * lines + home] + (other - blank) * weights[-1]


class Sorting:
    """The walks of a board by rows and by columns, with the abstraction from positions to their states."""

    def __init__(self, board: Board) -> None:
        """Compute the tables of both directions."""
        began = perf_counter()
        rows, columns = board.shape
        cell = np.arange(board.cells)
        self._line = np.array([cell // columns, cell % columns], dtype=np.int32)
        place = np.argsort(np.array(board.goal))
        self._home = self._line[:, place]
        home = [int(self._home[axis, BLANK]) for axis in (0, 1)]
        self._walks = walk(rows, columns, home[0]), walk(columns, rows, home[1])
        self._shares = [
            _shares(found.weights, line, home, lines)
            for found, line, home, lines in zip(
                self._walks, self._line.tolist(), self._home.tolist(), board.shape, strict=True
            )
        ]
        self._distances: list[list[int]] = [found.distance.tolist() for found in self._walks]
        self._seconds = perf_counter() - began

    def find(self, state: bytes) -> tuple[int, int] | None:
        """Return the states of a position, by rows and by columns; None if no walk leads from it to the goal."""
        (rows, columns), (by_rows, by_columns) = self._walks, self._shares
        by_row = rows.number.get(sum(map(list.__getitem__, by_rows, state)))
        by_column = columns.number.get(sum(map(list.__getitem__, by_columns, state)))
        return None if by_row is None or by_column is None else (by_row, by_column)

    def estimate(self, state: bytes) -> float:
        """Return the distance of a position's states from those of the goal, in both directions together."""
        if (found := self.find(state)) is None:
            return DEAD_END
        return self._distances[0][found[0]] + self._distances[1][found[1]]

    def guide(self) -> Guide:
        """Return the guide for the space over arrays."""
        from hashicnf.families.tiles.heuristics.guides import WalkGuide

        by_row, by_column = self._walks
        pairs = (by_row.distance, by_column.distance), (by_row.follows, by_column.follows)
        return WalkGuide(*pairs, self._home, self._line, self.find)

    def figures(self) -> Mapping[str, str | int | float]:
        """Return the number of states, and the time in which they were found."""
        states = sum({id(found): len(found.distance) for found in self._walks}.values())  # both may be one
        return {"table_states": states, "table_seconds": round(self._seconds, 3)}


def _shares(weights: tuple[int, ...], line: list[int], home: list[int], lines: int) -> list[list[int]]:
    """Return what a tile in a cell adds to the code of a position, by cell and tile, from the lines of cells and goal lines."""
    shares = [[weights[at * lines + goal] for goal in home] for at in line]
    for share, at in zip(shares, line, strict=True):
        share[BLANK] = at * weights[-1]
    return shares


def heuristic(board: Board, batched: Batched) -> Heuristic[bytes] | None:
    """Return the heuristic; None if the tables would be too large."""
    shorter, longer = sorted(board.shape)
    if longer > LONGEST.get(shorter, 0):
        return None
    return with_tables("walking-distance", TITLE, lambda _: Sorting(board), batched, consistent=True)
