"""Work through long arrays in pieces that stay in the processor's cache, and make long results one piece at a time.

A numpy expression over millions of rows sends each of its intermediate arrays through main memory, mostly through pages that the
system has just allocated and cleared, which costs several times the arithmetic. Applied to one piece after the other, the same
expression reuses the memory of its intermediate arrays while it is in the cache, and only the result grows with the board.
So the time per node is the same on a graph of a million nodes as on one of ten thousand.

Results can be avoided, too: the clauses of a graph of a million nodes take a gigabyte, and each use reads them once
and in order. So long arrays are *deferred*: a function and a shape are kept until the array is written or given to a solver, and
then its pieces are made in the same memory one after the other. Short arrays, which are most, are made at once.

The C library would undo this if it returned the memory of every short-lived array to the system: the command line tells it not to
(``hashicnf.cli``), and a program that solves large boards with this library may do the same.
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
    """Return ``table[index]``; both are one-dimensional, and no index is negative.

    numpy converts the indices to 64 bits; here it does so one piece at a time.
    """
    if len(index) <= ITEMS:
        return table.take(index)
    found = np.empty(len(index), dtype=np.int32)
    for piece in pieces(len(index)):
        table.take(index[piece], out=found[piece], mode="clip")
    return found


def indices(mask: NDArray[np.bool_]) -> NDArray[np.int32]:
    """List the indices at which a mask is true, ascending."""
    if len(mask) <= ITEMS:
        return mask.nonzero()[0].astype(np.int32)
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
    """Return the items from ``starts[i]`` up to ``ends[i]``, exclusive, for all i, one range after the other."""
    count = ends - starts
    found: NDArray[np.int32] = items.take(
        np.arange(count.sum()) + np.repeat(starts - (np.cumsum(count) - count), count)
    )
    return found


def stable_order(key: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the indices that sort keys >= 0 stably, int32.

    Key and index are packed into one word: numpy sorts words several times faster than indices by their keys.
    """
    words = key.astype(np.int64)
    words <<= 32
    words |= np.arange(len(key), dtype=np.int32)
    words.sort()
    return words.astype(np.int32)


@record
class Deferred:
    """An int32 array of this shape that is not stored; ``make`` returns the rows of a slice, and may be called several times."""

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
        """Make the rows of a slice of step 1."""
        start, stop, _ = rows.indices(len(self))
        return self.make(slice(start, max(start, stop)))


Rows: TypeAlias = Ints | Deferred


def deferred(make: Callable[[slice], Ints], *shape: int) -> Rows:
    """Return a ``Deferred`` for a long array; make and return a short one."""
    return Deferred(shape, make) if math.prod(shape) > ITEMS else make(slice(0, shape[0]))


def whole(rows: Rows) -> Ints:
    """Return all rows as an array."""
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
    """Split large blocks int32[c, k] and collect small ones: yield lists of about ``items`` items (ITEMS if None), in order."""
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
    """Return the numbers from 0 to ``count`` - 1, deferred if they are many."""
    return deferred(lambda some: np.arange(some.start, some.stop, dtype=np.int32), count)


def picked(items: Ints, index: Ints) -> Rows:
    """Return ``items[index]``, deferred if it is long."""
    return deferred(lambda some: items[index[some]], len(index))


def each_repeated(items: Ints, times: int) -> Rows:
    """Return each item repeated ``times`` times, deferred if that is long."""
    return deferred(lambda some: items[np.arange(some.start, some.stop) // times], len(items) * times)


def without(rows: Rows, gone: Ints) -> Rows:
    """Return the rows except those at the indices ``gone``, which are ascending."""
    ahead = gone - np.arange(len(gone), dtype=np.int32)  # number of rows kept before each that is left out

    def make(some: slice) -> Ints:
        first, last = np.searchsorted(ahead, [some.start, some.stop], side="right")
        begin = some.start + int(first)
        return np.delete(rows[begin : some.stop + int(last)], gone[first:last] - begin, axis=0)

    return deferred(make, len(rows) - len(gone), *rows.shape[1:])
