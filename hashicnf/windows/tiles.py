"""Tiles: cut a board into squares, and find what lies in some of them without looking at the rest.

How a board is cut is for the caller to say, by a ``Tiling``: tiles lie on a grid, and all that matters is that neighbouring nodes
get the same or neighbouring tiles. ``squares`` does that for nodes with coordinates, ``by_distance`` for any graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from math import sqrt
from typing import Final, TypeAlias

import numpy as np

from hashicnf.arrays.graph import Forest, neighbours
from hashicnf.logic import Bools, Ints
from hashicnf.records import record

# 1.0: three times the solver calls on default boards of 10,000 and 20,000 islands without coordinates
UNEVEN: Final = 1.5
# Of crowded boards without loops, one of 10,000 islands took 23 s with 1.5, 41 with 2.5, over 60 without
CROWDED: Final = 2.0


@record
class Tiles:
    """A grid of ``rows`` x ``columns`` tiles, numbered row by row; ``of_node`` int32[n] is each node's tile."""

    rows: int
    columns: int
    of_node: Ints

    @property
    def count(self) -> int:
        """Count the tiles."""
        return self.rows * self.columns

    def rectangle(self, top: int, bottom: int, left: int, right: int) -> Ints:
        """List the tiles of the rows ``top`` to ``bottom`` - 1 and columns ``left`` to ``right`` - 1, as far as there are any."""
        row = np.arange(max(0, top), min(self.rows, bottom), dtype=np.int32)
        column = np.arange(max(0, left), min(self.columns, right), dtype=np.int32)
        tiles: Ints = (row[:, None] * self.columns + column).ravel()
        return tiles

    def corners(self, size: int) -> Iterator[tuple[int, int]]:
        """Yield the first row and column of squares that cover all, ``size`` tiles wide, row by row."""
        return product(range(0, self.rows, size), range(0, self.columns, size))

    def rectangle_around(self, tiles: Ints, more: int = 0) -> tuple[range, range]:
        """Return the rows and the columns of the least rectangle around some tiles, ``more`` wider on all sides."""
        rows, columns = (
            range(max(0, int(place.min()) - more), min(count, int(place.max()) + 1 + more))
            for place, count in zip(np.divmod(tiles, self.columns), (self.rows, self.columns), strict=True)
        )
        return rows, columns

    def distance(self, tiles: Ints, others: Ints | int) -> Ints:
        """Measure how many king's moves tiles are away from others; their shapes are broadcast, as in numpy."""
        row, column = np.divmod(tiles, self.columns)
        moves: Ints = np.maximum(abs(row - others // self.columns), abs(column - others % self.columns))
        return moves

    def between(self, one: int, other: int) -> int:
        """Return the tile in the middle between two."""
        rows, columns = zip(divmod(one, self.columns), divmod(other, self.columns), strict=True)
        return sum(rows) // 2 * self.columns + sum(columns) // 2

    def nearest(self, tiles: Ints, center: int) -> Ints:
        """List those of some tiles that are the fewest moves away from ``center``."""
        distance = self.distance(tiles, center)
        nearest: Ints = tiles[distance == distance.min()]
        return nearest

    def around(self, tiles: Ints, moves: int = 1) -> Ints:
        """List some tiles and those up to so many king's moves away, ascending."""
        row, column = np.divmod(tiles, self.columns)
        step = np.arange(-moves, moves + 1, dtype=np.int32)
        rows, columns = np.broadcast_arrays((row[:, None] + step)[:, :, None], (column[:, None] + step)[:, None, :])
        inside = (rows >= 0) & (rows < self.rows) & (columns >= 0) & (columns < self.columns)
        return np.unique(rows[inside] * self.columns + columns[inside])


def is_within(inner: range, outer: range) -> bool:
    """Return whether some rows or columns lie in others."""
    return outer.start <= inner.start and inner.stop <= outer.stop


Tiling: TypeAlias = Callable[[float], Tiles]
"""Returns tiles that hold about so many nodes each."""


def squares(row: Ints, column: Ints) -> Tiling:
    """Cut nodes with coordinates, int32[n] from 0 on, into squares; smaller ones where the nodes are crowded."""
    return partial(_crowded, row, column, CROWDED)


def _side(row: Ints, column: Ints, nodes: float) -> int:
    """Return the side of squares that hold so many nodes in the mean."""
    area = (int(row.max(initial=0)) + 1) * (int(column.max(initial=0)) + 1)
    return max(1, round(sqrt(nodes * area / max(1, len(row)))))


def _cut(row: Ints, column: Ints, side: int) -> Tiles:
    rows, columns = int(row.max(initial=0)) // side + 1, int(column.max(initial=0)) // side + 1
    return Tiles(rows, columns, (row // side * columns + column // side).astype(np.int32))


def by_distance(nodes: int, ends: Ints) -> Tiling:
    """Cut any graph by the distances of its nodes from two of them, as far as possible from each other and from a third.

    On the two ends of an edge such distances differ by one at most. Nodes that cannot be reached have distance 0.
    """
    if nodes == 0:
        return squares(ends[:0, 0], ends[:0, 0])
    near = neighbours(nodes, ends.tolist())

    def distances(root: int) -> Ints:
        forest = Forest(nodes)
        forest.grow(root, near.__getitem__)
        return np.maximum(np.array(forest.depth, dtype=np.int32), 0)

    first = distances(int(distances(0).argmax()))
    opposite = distances(int(first.argmax()))
    return partial(_crowded, first, distances(int(np.minimum(first, opposite).argmax())), UNEVEN)


def _crowded(row: Ints, column: Ints, most: float, nodes: float) -> Tiles:
    """Cut nodes that lie unevenly into the largest squares that a node shares with at most ``most`` times so many on average."""
    side = _side(row, column, nodes)
    while True:
        tiles = _cut(row, column, side)
        held = np.bincount(tiles.of_node)
        if side == 1 or (held**2).sum() <= most * nodes * held.sum():
            return tiles
        side -= 1


class Index:
    """Things by tile: ``thing`` and ``tile`` are int32[t], an entry for each tile that a thing lies in."""

    def __init__(self, thing: Ints, tile: Ints, tiles: Tiles) -> None:
        """Sort the entries by tile."""
        order = np.argsort(tile, kind="stable")
        self._thing = thing[order]
        self._start = np.searchsorted(tile[order], np.arange(tiles.count + 1)).tolist()

    def within(self, tiles: Ints) -> Ints:
        """List the things in some tiles, at least one, tile by tile; what lies in several of them is there several times."""
        start = self._start
        return np.concatenate([self._thing[start[tile] : start[tile + 1]] for tile in tiles.tolist()])


class Reach:
    """The least rectangle of tiles around each variable that holds all variables of its clauses."""

    def __init__(self, blocks: Iterable[Ints], tile_of: Ints, tiles: Tiles) -> None:
        """Read clauses, each block int32[c, k]; ``tile_of`` int32[v + 1] is the tile of each variable."""
        places = [place.astype(np.int32) for place in np.divmod(tile_of, tiles.columns)]
        self._low, self._high = places, [place.copy() for place in places]
        for lits in blocks:
            variables = np.abs(lits)
            tile = tile_of[variables]
            between = np.flatnonzero((tile != tile[:, :1]).any(axis=1))
            variables, tile = variables[between], tile[between]
            for place, low, high in zip(np.divmod(tile, tiles.columns), self._low, self._high, strict=True):
                np.minimum.at(low, variables, place.min(axis=1, initial=tiles.count, keepdims=True))
                np.maximum.at(high, variables, place.max(axis=1, initial=0, keepdims=True))

    def meets(self, variables: Ints, axis: int, span: range) -> Bools:
        """Return which variables, int32[k], reach some rows (axis 0) or columns (axis 1) of tiles."""
        found: Bools = (self._low[axis][variables] < span.stop) & (self._high[axis][variables] >= span.start)
        return found


def tiles_of_variables(blocks: list[Ints], tile_of: Ints) -> Ints:
    """Give every variable a tile: ``tile_of`` int32[v + 1] has those of the edges' variables, -1 elsewhere.

    A variable that an encoding has added lies where the clauses that hold it lie; one in no clause at all, in tile 0.
    """
    tile_of = tile_of.copy()
    while (tile_of[1:] < 0).any():
        before = np.count_nonzero(tile_of < 0)
        for lits in blocks:
            variables = np.abs(lits)
            tile = tile_of[variables]
            known = tile.max(axis=1, initial=-1)
            lost = (tile < 0) & (known >= 0)[:, None]
            tile_of[variables[lost]] = np.broadcast_to(known[:, None], tile.shape)[lost]
        if np.count_nonzero(tile_of < 0) == before:
            tile_of[tile_of < 0] = 0
    return tile_of
