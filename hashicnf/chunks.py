"""Work through long arrays in pieces that stay in the processor's cache.

A numpy expression over millions of rows sends each of its intermediate arrays through main memory, and most of that is memory
which the system has just handed out page by page and cleared, which costs several times the arithmetic. Over pieces,
the same expression finds its intermediate arrays where the last piece left them, and only the result grows with the board.
That is what keeps the time for an island the same on a board of a million as on one of ten thousand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Indices: TypeAlias = NDArray[np.integer]

ITEMS = 1 << 16  # of four bytes: a quarter of a megabyte


def pieces(rows: int, width: int = 1) -> Iterator[slice]:
    """Cut ``rows`` rows of ``width`` items into slices of about ITEMS items, at least a row each."""
    step = max(1, ITEMS // max(1, width))
    for start in range(0, rows, step):
        yield slice(start, min(start + step, rows))


def gather(table: NDArray[np.int32], index: Indices) -> NDArray[np.int32]:
    """Look up ``table[index]``, both one-dimensional, no index negative: numpy widens indices to 64 bits, here a piece at a time."""
    found = np.empty(len(index), dtype=np.int32)
    for piece in pieces(len(index)):
        table.take(index[piece], out=found[piece], mode="clip")
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
