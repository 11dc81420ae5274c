"""Bounds propagation: bounds on the bridges of each edge from the clues and the crossings, one at a time.

Every edge has a least and a most number of bridges. An island whose other edges carry at most h needs at least its
number less h of this one, and at most its number less what they carry at least; an edge that must be used empties those
that cross it. This is repeated until nothing changes: what a person does first, with a pencil, and what unit
propagation does in the direct encoding.
"""

from __future__ import annotations

import numpy as np

from hashicnf.families.hashi.board import UNKNOWN, Board
from hashicnf.families.hashi.constraints import incidence_table
from hashicnf.logic import Ints


def bounds(board: Board) -> tuple[Ints, Ints]:
    """Return the least and the most bridges of each edge at the fixpoint, int32[m] each.

    Where a least is above its most, the board has no solution, and what follows from that is not pursued.
    """
    table = incidence_table(board)[0]
    low = np.zeros(board.edges + 1, dtype=np.int32)
    high = np.full(board.edges + 1, board.max_bridges, dtype=np.int32)
    high[-1] = 0
    island = np.flatnonzero(board.clue != UNKNOWN)
    while len(island):
        before = low.copy(), high.copy()
        edge = table[island]
        spare = board.clue[island, None]
        least, most = low[edge], high[edge]
        np.minimum.at(high, edge, spare - least.sum(axis=1, keepdims=True) + least)
        np.maximum.at(low, edge, spare - most.sum(axis=1, keepdims=True) + most)
        low[-1] = high[-1] = 0
        for mine, other in ((0, 1), (1, 0)):
            high[board.crossing[low[board.crossing[:, other]] > 0, mine]] = 0
        changed = ((low != before[0]) | (high != before[1]))[:-1] & (low <= high)[:-1]
        island = np.unique(board.edge[changed])
        island = island[board.clue[island] != UNKNOWN]
    return low[:-1], high[:-1]
