"""What the drawn styles share: paint runs of glyphs onto a grid, and read them by drawing again.

A style lays a board out on a grid of cells (characters, or cells of a table). To read a drawing, look at the first cell of
every possible bridge, take that for a solution, draw the solution, and compare: the first cell that differs is where the
drawing says something that no list of bridges can say.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hashicnf.logic import Bools, Ints


@dataclass(frozen=True, slots=True)
class Runs:
    """Straight runs of grid cells: row and column of the first cell, number of cells, direction; all [b]."""

    row: Ints
    column: Ints
    length: Ints
    across: Bools

    def cells(self) -> tuple[NDArray[np.int64], Ints, Ints]:
        """List all cells of all runs: the run, row and column of each."""
        run = np.repeat(np.arange(len(self.row)), self.length)
        step = np.arange(len(run)) - np.repeat(np.cumsum(self.length) - self.length, self.length)
        across = self.across[run]
        row = self.row[run] + np.where(across, 0, step)
        column = self.column[run] + np.where(across, step, 0)
        return run, row.astype(np.int32), column.astype(np.int32)


def gaps(bridges: Ints, tall: int, wide: int) -> Runs:
    """Lay the space between the ends of bridges int32[b, 4+] on a grid with ``tall`` x ``wide`` cells for each board cell."""
    across = bridges[:, 0] == bridges[:, 2]
    length = np.where(across, (bridges[:, 3] - bridges[:, 1]) * wide, (bridges[:, 2] - bridges[:, 0]) * tall) - 1
    row = bridges[:, 0] * tall + ~across
    column = bridges[:, 1] * wide + across
    return Runs(row.astype(np.int32), column.astype(np.int32), length.astype(np.int32), across)
