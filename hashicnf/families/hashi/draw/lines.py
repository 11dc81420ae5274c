"""Shared by the drawn styles: paint runs of glyphs onto a grid, and read them by drawing again.

A style lays a board out on a grid of cells (characters, or cells of a table). To read a drawing, look at the first cell of
every possible bridge, take that for a solution, draw the solution, and compare: the first cell that differs is where the
drawing says something that no list of bridges can say.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import pieces
from hashicnf.errors import InputError
from hashicnf.families.hashi.board import Board, Solution
from hashicnf.logic import Bools, Ints
from hashicnf.records import record

USUAL = 8  # cells of a run, roughly
DRAWABLE = "bridges that can be drawn, or the style json"


@record
class Runs:
    """Straight runs of grid cells: row and column of the first cell, number of cells, direction; all [b]."""

    row: Ints
    column: Ints
    length: Ints
    across: Bools

    def take(self, some: NDArray[np.intp]) -> Runs:
        """Take some of the runs, by their indices."""
        return Runs(self.row[some], self.column[some], self.length[some], self.across[some])

    def paint(self, grid: NDArray[np.str_], glyph: NDArray[np.str_]) -> None:
        """Fill the cells of each run with its glyph, str[b]."""
        cells, wide = grid.reshape(-1), grid.shape[1]
        for some in pieces(len(self.row), USUAL):
            length, stride = self.length[some], np.where(self.across[some], 1, wide)
            start = self.row[some].astype(np.int64) * wide + self.column[some]
            start -= stride * (np.cumsum(length) - length)  # as if all runs were one
            place = np.arange(length.sum()) * np.repeat(stride, length) + np.repeat(start, length)
            cells[place] = np.repeat(glyph[some], length)


def gaps(bridges: Ints, tall: int, wide: int) -> Runs:
    """Lay the space between the ends of bridges int32[b, 4+] on a grid with ``tall`` x ``wide`` cells for each board cell."""
    across = bridges[:, 0] == bridges[:, 2]
    length = np.where(across, (bridges[:, 3] - bridges[:, 1]) * wide, (bridges[:, 2] - bridges[:, 0]) * tall) - 1
    row = bridges[:, 0] * tall + ~across
    column = bridges[:, 1] * wide + across
    return Runs(row.astype(np.int32), column.astype(np.int32), length.astype(np.int32), across)


def require_drawable(board: Board, solution: Solution | None) -> None:
    """Raise InputError for bridges that cross, are on no edge of the board, are listed twice, or number less than one."""
    if solution is None:
        return
    bridges = solution.bridges
    across, down = board.crossing.T
    edge = edges_under(board, bridges)
    if not (edge >= 0).all():
        r1, c1, r2, c2, count = (bridges[np.argmin(edge)] + np.array([1, 1, 1, 1, 0])).tolist()
        where = f"from row {r1}, column {c1} to row {r2}, column {c2}"
        message = f"the bridge {where}, count {count}, is on no edge of the board or listed twice"
        raise InputError(message, "the solution", expected=DRAWABLE)
    used = np.zeros(board.edges, dtype=np.bool_)
    used[edge] = True
    if (both := used[across] & used[down]).any():
        one, other = board.edge[board.crossing[np.argmax(both)], 0]
        place = f"row {board.row[one] + 1}, column {board.column[other] + 1}"
        raise InputError(f"bridges cross at {place}", "the solution", expected=DRAWABLE)


def edges_under(board: Board, bridges: Ints) -> NDArray[np.int64]:
    """Find the edge of each bridge, int64[b], -1 if there is none, the bridge is no bridge, or another one lies there.

    Edges are sorted by the places of their ends.
    """
    rows, columns = board.shape
    key = _pairs(*(board.row * columns + board.column)[board.edge].T)
    wanted = _pairs(bridges[:, 0] * columns + bridges[:, 1], bridges[:, 2] * columns + bridges[:, 3])
    found = np.searchsorted(key, wanted)
    good = (np.append(key, -1)[found] == wanted) & (bridges[:, 4] > 0)
    for place, limit in zip(bridges.T, (rows, columns, rows, columns), strict=False):
        good &= (place >= 0) & (place < limit)
    return np.where(good & (np.bincount(found, minlength=1)[found] == 1), found, -1)


def _pairs(first: Ints, second: Ints) -> NDArray[np.int64]:
    """Make one number of two."""
    return first.astype(np.int64) << 32 | second
