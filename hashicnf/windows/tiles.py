"""Tiles: cut a board into squares, and find the items in some tiles without a search of the rest.

Tiles form a grid; the only requirement is that adjacent nodes lie in the same or in neighbouring tiles. ``tiling_of`` cuts a graph:
``squares`` is for nodes with coordinates, ``by_distance`` for any graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from math import sqrt
from typing import Final, TypeAlias

import numpy as np

from hashicnf.arrays.graph import Forest, neighbours
from hashicnf.core.constraints import Connected
from hashicnf.logic import Bools, Ints
from hashicnf.records import record

# Limits of crowding, see ``_crowded``. UNEVEN is for tiles by distance: with 1.0, default boards of 10,000 and 20,000 islands take
# three times the solver calls. CROWDED is for coordinates: a crowded board of 10,000 islands without loops takes 23 s with 1.5, 41
# with 2.5, over 60 without a limit.
UNEVEN: Final = 1.5
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
        """Return the tiles of rows ``top`` to ``bottom`` - 1 and columns ``left`` to ``right`` - 1 inside the grid, int32[k]."""
        row = np.arange(max(0, top), min(self.rows, bottom), dtype=np.int32)
        column = np.arange(max(0, left), min(self.columns, right), dtype=np.int32)
        tiles: Ints = (row[:, None] * self.columns + column).ravel()
        return tiles

    def corners(self, size: int) -> Iterator[tuple[int, int]]:
        """Yield the first row and column of each square of ``size`` tiles that together cover the grid, row by row."""
        return product(range(0, self.rows, size), range(0, self.columns, size))

    def rectangle_around(self, tiles: Ints, more: int = 0) -> tuple[range, range]:
        """Return the rows and columns of the smallest rectangle that contains some tiles, widened by ``more`` on all sides."""
        rows, columns = (
            range(max(0, int(place.min()) - more), min(count, int(place.max()) + 1 + more))
            for place, count in zip(np.divmod(tiles, self.columns), (self.rows, self.columns), strict=True)
        )
        return rows, columns

    def distance(self, tiles: Ints, others: Ints | int) -> Ints:
        """Return the distances of tiles from others in king's moves; the shapes are broadcast."""
        row, column = np.divmod(tiles, self.columns)
        moves: Ints = np.maximum(abs(row - others // self.columns), abs(column - others % self.columns))
        return moves

    def between(self, one: int, other: int) -> int:
        """Return the tile halfway between two tiles."""
        rows, columns = zip(divmod(one, self.columns), divmod(other, self.columns), strict=True)
        return sum(rows) // 2 * self.columns + sum(columns) // 2

    def nearest(self, tiles: Ints, center: int) -> Ints:
        """Return those of some tiles that are nearest to ``center``, int32[k]."""
        distance = self.distance(tiles, center)
        nearest: Ints = tiles[distance == distance.min()]
        return nearest

    def around(self, tiles: Ints, moves: int = 1) -> Ints:
        """Return some tiles and all within so many king's moves of them, ascending, int32[k]."""
        row, column = np.divmod(tiles, self.columns)
        step = np.arange(-moves, moves + 1, dtype=np.int32)
        rows, columns = np.broadcast_arrays((row[:, None] + step)[:, :, None], (column[:, None] + step)[:, None, :])
        inside = (rows >= 0) & (rows < self.rows) & (columns >= 0) & (columns < self.columns)
        return np.unique(rows[inside] * self.columns + columns[inside])


def is_within(inner: range, outer: range) -> bool:
    """Return whether the range ``inner`` of rows or columns lies in ``outer``."""
    return outer.start <= inner.start and inner.stop <= outer.stop


Tiling: TypeAlias = Callable[[float], Tiles]
"""A function that returns tiles with about the given number of nodes each."""


def tiling_of(graph: Connected) -> Tiling:
    """Return a tiling of a graph, by the coordinates of its nodes if it has an embedding."""
    grid = graph.embedding
    return by_distance(graph.nodes, graph.ends) if grid is None else squares(grid.row, grid.column)


def squares(row: Ints, column: Ints) -> Tiling:
    """Return a tiling of nodes with coordinates, int32[n] from 0 on, into squares; smaller ones if the nodes lie unevenly."""
    return partial(_crowded, row, column, CROWDED)


def _side(row: Ints, column: Ints, nodes: float) -> int:
    """Return the side of squares that contain so many nodes on average."""
    area = (int(row.max(initial=0)) + 1) * (int(column.max(initial=0)) + 1)
    return max(1, round(sqrt(nodes * area / max(1, len(row)))))


def _cut(row: Ints, column: Ints, side: int) -> Tiles:
    rows, columns = int(row.max(initial=0)) // side + 1, int(column.max(initial=0)) // side + 1
    return Tiles(rows, columns, (row // side * columns + column // side).astype(np.int32))


def by_distance(nodes: int, ends: Ints) -> Tiling:
    """Return a tiling of any graph whose coordinates are the distances of the nodes from two nodes that lie far apart.

    The distances of adjacent nodes differ by at most one. Unreachable nodes have distance 0.
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
    """Cut nodes into the largest squares in which an average node shares its square with at most ``most`` times ``nodes`` nodes."""
    side = _side(row, column, nodes)
    while True:
        tiles = _cut(row, column, side)
        held = np.bincount(tiles.of_node)
        if side == 1 or (held**2).sum() <= most * nodes * held.sum():
            return tiles
        side -= 1


class Index:
    """Items by tile: ``thing`` and ``tile`` are int32[t], with an entry for each tile in which an item lies."""

    def __init__(self, thing: Ints, tile: Ints, tiles: Tiles) -> None:
        """Sort the entries by tile."""
        order = np.argsort(tile, kind="stable")
        self._thing = thing[order]
        self._start = np.searchsorted(tile[order], np.arange(tiles.count + 1)).tolist()

    def within(self, tiles: Ints) -> Ints:
        """Return the items in some tiles (at least one tile), tile by tile; items in several tiles are repeated, int32[k]."""
        start = self._start
        return np.concatenate([self._thing[start[tile] : start[tile + 1]] for tile in tiles.tolist()])


class Reach:
    """For each variable the smallest rectangle of tiles that contains all variables of its clauses."""

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
        """Return which variables, int32[k], have rectangles that meet some rows (axis 0) or columns (axis 1): bool[k]."""
        found: Bools = (self._low[axis][variables] < span.stop) & (self._high[axis][variables] >= span.start)
        return found


def tiles_of_variables(blocks: list[Ints], tile_of: Ints) -> Ints:
    """Return a tile for every variable, int32[v + 1], given ``tile_of`` with those of the edges' variables and -1 for others.

    An auxiliary variable of an encoding gets a tile of the clauses that contain it, a variable without clauses tile 0.
    """
    tile_of = tile_of.copy()
    waiting, before = blocks, 0
    while waiting and (lost := int(np.count_nonzero(tile_of < 0))) != before:
        before = lost
        waiting = [lits for lits in waiting if not _take_tiles(lits, tile_of)]
    tile_of[tile_of < 0] = 0
    return tile_of


def _take_tiles(lits: Ints, tile_of: Ints) -> bool:
    """Give variables of clauses, int32[c, k], the largest tile in their clause; return whether all of them have a tile then."""
    variables = np.abs(lits)
    tile = tile_of[variables]
    lost = tile < 0
    if not lost.any():
        return True
    known = tile.max(axis=1, initial=-1)
    lost &= (known >= 0)[:, None]
    tile_of[variables[lost]] = np.broadcast_to(known[:, None], tile.shape)[lost]
    return bool((known >= 0).all())
