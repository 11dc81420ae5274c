"""Boards whose solutions are Hamiltonian cycles: k x k islands, every clue 2, one empty cell apart.

A double bridge would cut its two islands off from the others (there are others, as k > 1), so every island has two single
bridges, and the bridges form one cycle through all islands: the solutions are the Hamiltonian cycles of the k x k
grid graph.

For even k there are many; the planted one runs to and fro through the rows and comes back along the first column:

    2─2─2─2
    │     │
    2 2─2─2      For odd k there is none. Colour the islands like a chessboard: every bridge joins the two colours, so a
    │ │          cycle passes as many of one as of the other, and k * k is odd.
    2 2─2─2
    │     │
    2─2─2─2
"""

from __future__ import annotations

import numpy as np

from hashicnf.errors import UsageError
from hashicnf.families import Generated
from hashicnf.families.hashi.board import DEFAULT_MAX_BRIDGES, Board, solution_of
from hashicnf.families.hashi.generate.planting import PlantedBoard, board_of, mixture, require_size
from hashicnf.logic import Bools


def lattice(k: int, *, max_bridges: int = DEFAULT_MAX_BRIDGES) -> PlantedBoard:
    """Return the lattice of side k >= 2, with 2 k - 1 rows and columns; for odd k it has no solution.

    Raises UsageError for k or ``max_bridges`` out of range.
    """
    if k < 2:
        raise UsageError(f"a lattice has at least 2 islands to a side, not {k}")
    mixture(0.0, 0.0, max_bridges)
    side = 2 * k - 1
    require_size(side, side)
    cells = np.zeros((side, side), dtype=np.int32)
    cells[::2, ::2] = 2
    board = board_of(cells, f"lattice-{k}", max_bridges)
    head = f"lattice of {k} x {k} islands"
    if k % 2:
        return Generated(board, None, f"{head}; unsolvable: no cycle passes an odd number of them, {k * k:,}")
    solution = solution_of(board, _to_and_fro(board, k).astype(np.int32))
    return Generated(board, solution, f"{head}; the solutions are Hamiltonian cycles")


def _to_and_fro(board: Board, k: int) -> Bools:
    """Return which edges the planted cycle uses, bool[m], from row i and column j of their first island in the lattice."""
    first = board.edge[:, 0]
    i, j = board.row[first] // 2, board.column[first] // 2
    across = (j > 0) | (i == 0) | (i == k - 1)
    down = (j == 0) | ((j == k - 1) & (i % 2 == 0)) | ((j == 1) & (i % 2 == 1))
    chosen: Bools = np.where(board.horizontal, across, down)
    return chosen
