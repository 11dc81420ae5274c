"""What the drawn styles share: paint runs of glyphs onto a grid, and read them by drawing again.

A style lays a board out on a grid of cells (characters, or cells of a table). To read a drawing, look at the first cell of
every possible bridge, take that for a solution, draw the solution, and compare: the first cell that differs is where the
drawing says something that no list of bridges can say.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import pieces
from hashicnf.logic import Bools, Ints

USUAL = 8  # cells of a run, roughly


@dataclass(frozen=True, slots=True)
class Runs:
    """Straight runs of grid cells: row and column of the first cell, number of cells, direction; all [b]."""

    row: Ints
    column: Ints
    length: Ints
    across: Bools

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
