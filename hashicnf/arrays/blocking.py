"""Work through long arrays in pieces that stay in the processor's cache.

A numpy expression over millions of rows sends each of its intermediate arrays through main memory, and most of that is memory
which the system has just handed out page by page and cleared, which costs several times the arithmetic. Over pieces,
the same expression finds its intermediate arrays where the last piece left them, and only the result grows with the board.
That is what keeps the time for an island the same on a board of a million as on one of ten thousand.

The C library must not undo this by handing the memory of every short-lived array back to the system: the command line asks it not
to (``hashicnf.cli``), and a program that solves large boards with this library may do the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

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


def stable_order(key: NDArray[np.int32]) -> NDArray[np.int32]:
    """List the indices of keys >= 0 so that these ascend and equal ones stay in order, int32.

    Key and index share a word: numpy sorts words several times faster than it sorts indices by their keys.
    """
    words = key.astype(np.int64)
    words <<= 32
    words |= np.arange(len(key), dtype=np.int32)
    words.sort()
    return words.astype(np.int32)
