"""Work through long arrays in pieces that stay in the processor's cache, and make some of them piece by piece.

A numpy expression over millions of rows sends each of its intermediate arrays through main memory, and most of that is memory
which the system has just handed out page by page and cleared, which costs several times the arithmetic. Over pieces,
the same expression finds its intermediate arrays where the last piece left them, and only the result grows with the board.
That is what keeps the time for a node the same on a graph of a million as on one of ten thousand.

Not even the result need be made: the clauses of a graph of a million nodes are a gigabyte, and each use reads them once
and in order. So long arrays are *deferred*, a recipe and a shape, until they are written or given to a solver, and then each piece
is made where the last one was. Short arrays, which are most, are made at once.

The C library must not undo this by handing the memory of every short-lived array back to the system: the command line asks it not
to (``hashicnf.cli``), and a program that solves large boards with this library may do the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.logic import Ints
from hashicnf.records import record

Indices: TypeAlias = NDArray[np.integer]

ITEMS = 1 << 16  # of four bytes: a quarter of a megabyte


def pieces(rows: int, width: int = 1, items: int | None = None) -> Iterator[slice]:
    """Cut ``rows`` rows of ``width`` items into slices of about ``items`` items (ITEMS if None), at least a row each."""
    step = max(1, (items or ITEMS) // max(1, width))
    for start in range(0, rows, step):
        yield slice(start, min(start + step, rows))


def gather(table: NDArray[np.int32], index: Indices) -> NDArray[np.int32]:
    """Look up ``table[index]``, both one-dimensional, no index negative.

    numpy widens the indices to 64 bits; here it does so a piece at a time.
    """
    if len(index) <= ITEMS:
        return table.take(index)
    found = np.empty(len(index), dtype=np.int32)
    for piece in pieces(len(index)):
        table.take(index[piece], out=found[piece], mode="clip")
    return found


def indices(mask: NDArray[np.bool_]) -> NDArray[np.int32]:
    """List where a mask is true, ascending."""
    if len(mask) <= ITEMS:
        return np.flatnonzero(mask).astype(np.int32)
    found = np.empty(np.count_nonzero(mask), dtype=np.int32)
    size = 0
    for piece in pieces(len(mask)):
        here = np.flatnonzero(mask[piece])
        found[size : size + len(here)] = here + piece.start
        size += len(here)
    return found


def rows_from(items: NDArray[np.int32], start: Indices, width: int) -> NDArray[np.int32]:
    """Copy the ``width`` items from each start on: int32[c, width]."""
    if len(start) * width <= ITEMS:
        return items.take(start[:, None] + np.arange(width))
    rows = np.empty((len(start), width), dtype=np.int32)
    for piece in pieces(len(start), width):
        items.take(start[piece, None] + np.arange(width), out=rows[piece], mode="clip")
    return rows


def ranges(items: NDArray[np.int32], starts: Indices, ends: Indices) -> NDArray[np.int32]:
    """Copy the items from each start to the end that belongs to it, one range behind the other."""
    count = ends - starts
    found: NDArray[np.int32] = items.take(
        np.arange(count.sum()) + np.repeat(starts - (np.cumsum(count) - count), count)
    )
    return found


def stable_order(key: NDArray[np.int32]) -> NDArray[np.int32]:
    """List the indices of keys >= 0 so that these ascend and equal ones stay in order, int32.

    Key and index share a word: numpy sorts words several times faster than it sorts indices by their keys.
    """
    words = key.astype(np.int64)
    words <<= 32
    words |= np.arange(len(key), dtype=np.int32)
    words.sort()
    return words.astype(np.int32)


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
    return Deferred(shape, make) if math.prod(shape) > ITEMS else make(slice(0, shape[0]))


def whole(rows: Rows) -> Ints:
    """Make all rows."""
    if not isinstance(rows, Deferred):
        return rows
    made = np.empty(rows.shape, dtype=np.int32)
    for some in pieces(len(rows), math.prod(rows.shape[1:])):
        made[some] = rows.make(some)
    return made


def in_pieces(rows: Rows) -> Iterator[tuple[slice, Ints]]:
    """Yield the pieces of an array: the slice of each, and its rows."""
    for some in pieces(len(rows), math.prod(rows.shape[1:])):
        yield some, rows[some]


def batches(blocks: Iterable[Rows], items: int | None = None) -> Iterator[list[Ints]]:
    """Cut large blocks int32[c, k] and put small ones together, to lists of about ``items`` items, in order."""
    most = items or ITEMS
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


def counting(count: int) -> Rows:
    """Count: 0, 1 and so on."""
    return deferred(lambda some: np.arange(some.start, some.stop, dtype=np.int32), count)


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
