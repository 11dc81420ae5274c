"""Tiles: cut the grid into squares, and find what lies in some of them without looking at the rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hashicnf.core.constraints import Connected
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import embedding_of

NODES_PER_TILE = 64


@dataclass(frozen=True, slots=True)
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

    def distance(self, tiles: Ints, center: int) -> Ints:
        """Measure how many king's moves each tile is away from ``center``."""
        row, column = np.divmod(tiles, self.columns)
        moves: Ints = np.maximum(abs(row - center // self.columns), abs(column - center % self.columns))
        return moves

    def around(self, tiles: Ints) -> Ints:
        """List some tiles and their neighbours, ascending."""
        row, column = np.divmod(tiles, self.columns)
        step = np.arange(-1, 2, dtype=np.int32)
        rows, columns = np.broadcast_arrays((row[:, None] + step)[:, :, None], (column[:, None] + step)[:, None, :])
        inside = (rows >= 0) & (rows < self.rows) & (columns >= 0) & (columns < self.columns)
        return np.unique(rows[inside] * self.columns + columns[inside])


def lay(batch: Connected, undecided: int = 0, scale: float = 1.0) -> Tiles:
    """Choose squares that hold ``scale`` times NODES_PER_TILE nodes, or as many undecided variables if these are more."""
    nodes = scale * NODES_PER_TILE * min(1, batch.nodes / max(1, undecided))
    row, column = embedding_of(batch).row, embedding_of(batch).column
    height, width = int(row.max(initial=0)) + 1, int(column.max(initial=0)) + 1
    side = max(1, round((nodes * height * width / max(1, batch.nodes)) ** 0.5))
    rows, columns = -(-height // side), -(-width // side)
    return Tiles(rows, columns, (row // side * columns + column // side).astype(np.int32))


class Index:
    """Things by tile: ``thing`` and ``tile`` are int32[t], an entry for each tile that a thing lies in."""

    def __init__(self, thing: Ints, tile: Ints, tiles: Tiles) -> None:
        """Sort the entries by tile."""
        order = np.argsort(tile, kind="stable")
        self._thing = thing[order]
        self._start = np.searchsorted(tile[order], np.arange(tiles.count + 1)).tolist()

    def within(self, tiles: Ints) -> Ints:
        """List the things in some tiles, at least one, ascending and once each."""
        start = self._start
        return np.unique(np.concatenate([self._thing[start[tile] : start[tile + 1]] for tile in tiles.tolist()]))


def tiles_of_variables(blocks: list[Ints], home: Ints) -> Ints:
    """Give every variable a tile: ``home`` int32[v + 1] has those of the edges' variables, -1 elsewhere.

    A variable that an encoding has added lies where the clauses that hold it lie; one in no clause at all, in tile 0.
    """
    home = home.copy()
    while (home[1:] < 0).any():
        before = np.count_nonzero(home < 0)
        for lits in blocks:
            names = np.abs(lits)
            tile = home[names]
            known = tile.max(axis=1, initial=-1)
            lost = (tile < 0) & (known >= 0)[:, None]
            home[names[lost]] = np.broadcast_to(known[:, None], tile.shape)[lost]
        if np.count_nonzero(home < 0) == before:
            home[home < 0] = 0
    return home
