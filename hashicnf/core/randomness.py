"""Random choices that are the same on every machine, with every Python and every numpy.

Only the raw 64-bit words of PCG64 are taken from numpy, which promises that their stream never changes; it does not promise
that of the numbers of ``numpy.random.Generator``. The rest is integer arithmetic.
Reference: O'Neill 2014, "PCG: a family of simple fast space-efficient statistically good algorithms for random
numbers".
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hashicnf.errors import UsageError

UInt64s = NDArray[np.uint64]
_HALF = np.uint64(32)


class RandomStream:
    """A stream of random words; every call takes the next ones."""

    def __init__(self, seed: int) -> None:
        """Start the stream of a seed. Raises UsageError for a negative one."""
        if seed < 0:
            raise UsageError(f"a seed is a number from 0 up, not {seed}")
        self._source = np.random.PCG64(seed)

    def words(self, count: int) -> UInt64s:
        """Draw raw random words: uint64[count]."""
        return self._source.random_raw(count)

    def below(self, bound: int, count: int) -> NDArray[np.int64]:
        """Draw ``count`` numbers from 0 to bound - 1; the bias is at most ``bound`` in 2**32."""
        scaled: UInt64s = (self.words(count) >> _HALF) * np.uint64(bound) >> _HALF
        return scaled.astype(np.int64)

    def order(self, count: int) -> NDArray[np.int64]:
        """Shuffle 0 to count - 1."""
        return np.argsort(self.words(count), kind="stable")
