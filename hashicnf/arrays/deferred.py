"""Deferred arrays: a recipe and a shape, whose rows are computed on demand, a slice at a time.

The clauses of a board of a million islands are a gigabyte, and whoever uses them wants them once and in order. So long arrays
are left unmade until they are written or given to a solver, and then each piece is made where the last one was, in the
processor's cache. Short arrays, which are most, are made at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import numpy as np

from hashicnf.arrays import blocking
from hashicnf.arrays.blocking import pieces
from hashicnf.logic import Ints
from hashicnf.records import record


@record
class Deferred:
    """An array int32 of this shape; ``make`` returns the rows from ``start`` to ``stop``, and may be called again."""

    shape: tuple[int, ...]
    make: Callable[[slice], Ints]

    def __len__(self) -> int:
        """Count the rows."""
        return self.shape[0]

    @property
    def size(self) -> int:
        """Count the items."""
        return math.prod(self.shape)

    def __getitem__(self, rows: slice) -> Ints:
        """Make some rows that follow each other."""
        start, stop, _ = rows.indices(len(self))
        return self.make(slice(start, max(start, stop)))


Rows: TypeAlias = Ints | Deferred


def deferred(make: Callable[[slice], Ints], *shape: int) -> Rows:
    """Keep the recipe of a long array, make a short one."""
    return Deferred(shape, make) if math.prod(shape) > blocking.ITEMS else make(slice(0, shape[0]))


def whole(rows: Rows) -> Ints:
    """Make all rows."""
    if not isinstance(rows, Deferred):
        return rows
    made = np.empty(rows.shape, dtype=np.int32)
    for some in pieces(len(rows), math.prod(rows.shape[1:])):
        made[some] = rows.make(some)
    return made


def in_pieces(rows: Rows) -> Iterator[tuple[slice, Ints]]:
    """Go through an array: where each piece lies, and its rows."""
    for some in pieces(len(rows), math.prod(rows.shape[1:])):
        yield some, rows[some]


def batches(blocks: Iterable[Rows], items: int | None = None) -> Iterator[list[Ints]]:
    """Cut large blocks int32[c, k] and put small ones together, to lists of about ``items`` items, in order."""
    most = items or blocking.ITEMS
    waiting: list[Ints] = []
    size = 0
    for block in blocks:
        for rows in pieces(len(block), block.shape[1], most):
            piece = block[rows]
            if waiting and size + piece.size > most:
                yield waiting
                waiting, size = [], 0
            waiting.append(piece)
            size += piece.size
    if waiting:
        yield waiting


def counting(count: int, first: int = 0) -> Rows:
    """Count: ``first``, ``first + 1`` and so on."""
    return deferred(lambda some: np.arange(first + some.start, first + some.stop, dtype=np.int32), count)


def picked(items: Ints, index: Ints) -> Rows:
    """Look up ``items[index]``."""
    return deferred(lambda some: items[index[some]], len(index))


def each_repeated(items: Ints, times: int) -> Rows:
    """Repeat each item so many times."""
    return deferred(lambda some: items[np.arange(some.start, some.stop) // times], len(items) * times)


def without(rows: Rows, gone: Ints) -> Rows:
    """Leave out some rows, listed ascending."""
    ahead = gone - np.arange(len(gone), dtype=np.int32)  # how many of the rows that stay come before each that goes

    def make(some: slice) -> Ints:
        first, last = np.searchsorted(ahead, [some.start, some.stop], side="right")
        begin = some.start + int(first)
        return np.delete(rows[begin : some.stop + int(last)], gone[first:last] - begin, axis=0)

    return deferred(make, len(rows) - len(gone), *rows.shape[1:])
