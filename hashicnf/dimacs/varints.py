"""Decode numbers of variable length, as binary proofs hold them.

A byte has seven bits of a number, the lowest first; the highest bit is set in all but the last byte.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.dimacs.tokenise import Bytes, Offsets

UInt32s: TypeAlias = NDArray[np.uint32]

LONGEST: Final = 5  # bytes of a number below 2^32, to which literals of any variable are doubled
MORE: Final = 128  # the bit of every byte of a number but its last one


def decoded(code: Bytes) -> tuple[UInt32s, Offsets]:
    """Return all numbers that end in some bytes, uint8[n]: uint32[k], and the offsets of their last bytes, int64[k].

    Numbers of 2^32 and more are undefined.
    """
    ends = np.flatnonzero(code < MORE)
    lengths = np.diff(ends, prepend=-1)
    numbers = code[ends].astype(np.uint32)
    for back in range(1, min(LONGEST, int(lengths.max(initial=0)))):
        longer = lengths > back
        numbers[longer] = numbers[longer] << 7 | code[ends[longer] - back] & (MORE - 1)
    return numbers, ends
