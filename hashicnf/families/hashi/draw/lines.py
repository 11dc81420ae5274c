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
        for some in pieces(len(self.row), USUAL):
            length = self.length[some]
            run = np.repeat(np.arange(len(length)), length)
            step = np.arange(len(run)) - np.repeat(np.cumsum(length) - length, length)
            across = self.across[some][run]
            row = self.row[some][run] + np.where(across, 0, step)
            column = self.column[some][run] + np.where(across, step, 0)
            grid[row, column] = glyph[some][run]


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
    island = np.full(board.shape, -1, dtype=np.int32)
    island[board.row, board.column] = np.arange(board.islands, dtype=np.int32)
    edge = np.full((board.islands + 1, 2), -1, dtype=np.int32)
    edge[board.edge[:, 0], board.horizontal.astype(np.intp)] = np.arange(board.edges, dtype=np.int32)
    ends = bridges[:, :4].reshape(-1, 2, 2)
    inside = ((ends >= 0) & (ends < np.array(board.shape))).all(axis=(1, 2)) & (bridges[:, 4] > 0)
    row, column = np.where(inside[:, None, None], ends, 0).transpose(2, 0, 1)
    u, v = island[row, column].T
    mine = edge[u, (row[:, 0] == row[:, 1]).astype(np.intp)]
    good = inside & (u >= 0) & (v >= 0) & (mine >= 0)
    good[good] = board.edge[mine[good], 1] == v[good]
    good[good] = np.bincount(mine[good], minlength=1)[mine[good]] == 1
    if not good.all():
        r1, c1, r2, c2, count = (bridges[np.argmin(good)] + np.array([1, 1, 1, 1, 0])).tolist()
        where = f"from row {r1}, column {c1} to row {r2}, column {c2}"
        message = f"the bridge {where}, count {count}, is on no edge of the board or listed twice"
        raise InputError(message, "the solution", expected=DRAWABLE)
    used = np.zeros(board.edges, dtype=np.bool_)
    used[mine] = True
    if len(both := board.crossing[used[board.crossing].all(axis=1)]):
        across, down = board.edge[both[0], 0]
        place = f"row {board.row[across] + 1}, column {board.column[down] + 1}"
        raise InputError(f"bridges cross at {place}", "the solution", expected=DRAWABLE)
