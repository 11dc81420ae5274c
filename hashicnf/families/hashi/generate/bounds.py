"""Bounds propagation: bounds on the bridges of each edge, from one clue or crossing at a time.

Every edge has a least and a largest number of bridges. If the other edges of an island carry from l to h bridges, an edge
carries at least the island's clue minus h and at most the clue minus l; edges that cross an edge that must be used carry
none. This is repeated until nothing changes: it is the first thing that people do with a pencil, and what unit propagation
does in the direct encoding.
"""

from __future__ import annotations

import numpy as np

from hashicnf.families.hashi.board import UNKNOWN, Board
from hashicnf.families.hashi.constraints import incidence_table
from hashicnf.logic import Ints


def bounds(board: Board) -> tuple[Ints, Ints]:
    """Return the least and the largest number of bridges of each edge at the fixpoint, int32[m] each.

    If the least of an edge exceeds its largest, the board has no solution; that edge's bounds are not propagated further.
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
