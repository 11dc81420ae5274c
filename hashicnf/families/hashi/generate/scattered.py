"""Boards whose islands are scattered first, each cell as likely as any other, and joined afterwards.

Growing puts every island in sight of another one, or under a bridge. Here islands know nothing of each other: a random
spanning tree over those that see each other joins them, as far as no bridges cross. The few that crossings cut off are taken
away, and as many are grown instead.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.randomness import RandomStream
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.generate.growth import DOWN, ISLAND, RIGHT, Flags, extend
from hashicnf.families.hashi.generate.planting import board_of
from hashicnf.families.hashi.generate.trees import random_tree
from hashicnf.logic import Bools


def scatter(rows: int, columns: int, islands: int, random: RandomStream) -> Flags:
    """Lay out islands and a tree of bridges; return the flags of each cell, uint8[rows, columns]."""
    cells = np.zeros(rows * columns, dtype=np.int32)
    cells[_distinct(rows * columns, islands, random)] = 1
    board = board_of(cells.reshape(rows, columns), "scattered")
    return extend(_drawn(board, random_tree(board.islands, board.edge, board.crossing, random)), islands, random)


def _distinct(bound: int, count: int, random: RandomStream) -> NDArray[np.int64]:
    """Draw different numbers below ``bound``."""
    if 4 * count > bound:
        return random.order(bound)[:count]
    drawn: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
    while True:
        drawn = np.append(drawn, random.below(bound, count))
        _, first = np.unique(drawn, return_index=True)
        if len(first) >= count:
            return drawn[np.sort(first)[:count]]


def _drawn(board: Board, joined: Bools) -> Flags:
    """Draw the islands of a tree of joined edges with their bridges; one island alone, where nothing is joined."""
    grid = np.zeros(board.shape, dtype=np.uint8)
    kept = np.unique(board.edge[joined]) if joined.any() else np.zeros(1, dtype=np.int32)
    grid[board.row[kept], board.column[kept]] = ISLAND
    ends = np.stack((board.row, board.column), axis=1)[board.edge[joined]]
    for ((top, left), (bottom, right)), across in zip(ends.tolist(), board.horizontal[joined].tolist(), strict=True):
        if across:
            grid[top, left:right] |= RIGHT
        else:
            grid[top:bottom, left] |= DOWN
    return grid
