"""Boards whose islands are placed first, uniformly at random, and connected afterwards.

Growth places every island in sight of another one, or under a bridge. Here islands are placed independently of each other, and a
random spanning tree without crossings connects those that see each other. The few islands that crossings cut off are removed,
and as many are grown instead.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.randomness import RandomStream
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.generate.growth import DOWN, ISLAND, RIGHT, Flags, extend, untouched
from hashicnf.families.hashi.generate.planting import board_of
from hashicnf.families.hashi.generate.trees import random_tree
from hashicnf.logic import Bools


def scatter(rows: int, columns: int, islands: int, random: RandomStream, *, is_apart: bool = False) -> Flags:
    """Return a layout of islands and a tree of bridges, as flags of each cell, uint8[rows, columns]."""
    cells = np.zeros(rows * columns, dtype=np.int32)
    drawn = _distinct(rows * columns, islands, random)
    cells[_untouched(drawn, rows, columns) if is_apart else drawn] = 1
    board = board_of(cells.reshape(rows, columns), "scattered")
    tree = random_tree(board.islands, board.edge, board.crossing, random)
    return extend(_drawn(board, tree), islands, random, is_apart=is_apart)


def _distinct(bound: int, count: int, random: RandomStream) -> NDArray[np.int64]:
    """Return ``count`` distinct random numbers below ``bound``, int64[count]."""
    if 4 * count > bound:
        return random.order(bound)[:count]
    drawn: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
    while True:
        drawn = np.append(drawn, random.below(bound, count))
        _, first = np.unique(drawn, return_index=True)
        if len(first) >= count:
            return drawn[np.sort(first)[:count]]


def _untouched(drawn: NDArray[np.int64], rows: int, columns: int) -> list[int]:
    """Return the drawn cells, as flat indices, without those next to a cell that was kept before."""
    kept, width = list[int](), columns + 1
    grid = bytearray((rows + 2) * width)  # with a wall around, as for growth
    inside = drawn + drawn // columns + width
    for here, cell in untouched(grid, width, zip(inside.tolist(), drawn.tolist(), strict=True)):
        grid[here] = ISLAND
        kept.append(cell)
    return kept


def _drawn(board: Board, joined: Bools) -> Flags:
    """Return the layout of a tree of ``joined`` edges: its islands and bridges, or the first island if there are no edges."""
    grid = np.zeros(board.shape, dtype=np.uint8)
    kept = np.unique(board.edge[joined]) if joined.any() else np.zeros(1, dtype=np.int32)
    grid[board.row[kept], board.column[kept]] = ISLAND
    drawn = zip(board.ends[joined].tolist(), board.horizontal[joined].tolist(), strict=True)
    for (top, left, bottom, right), across in drawn:
        if across:
            grid[top, left:right] |= RIGHT
        else:
            grid[top:bottom, left] |= DOWN
    return grid
