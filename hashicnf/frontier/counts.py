"""Exact counts of many states as limbs of 32 bits: uint64[l, n], least significant first; the last limb may hold more bits.

Sums over groups are computed limb by limb and then carried. A limb is added before the last one could overflow.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.logic import Ints

Words: TypeAlias = NDArray[np.uint64]
Places: TypeAlias = NDArray[np.int64]

LIMB: Final = 32
LOW: Final = (1 << LIMB) - 1
FULL: Final = float(1 << 60)  # sums of the last limb stay below


def one() -> Words:
    """Return the count 1 of a single state."""
    return np.ones((1, 1), dtype=np.uint64)


def widened(counts: Words, limbs: int) -> Words:
    """Return counts in at least ``limbs`` limbs: the last one is split as often as needed."""
    while len(counts) < limbs:
        counts = np.concatenate((counts[:-1], counts[-1:] & np.uint64(LOW), counts[-1:] >> np.uint64(LIMB)))
    return counts


def summed(counts: Words, start: Places) -> Words:
    """Return the sum of the counts of each group; none is empty, and they begin at ``start``, int64[g]. Without limbs, no sums."""
    if len(counts) and counts[-1].sum(dtype=np.float64) >= FULL:
        counts = widened(counts, len(counts) + 1)
    found: Words = np.add.reduceat(counts, start, axis=1)
    for limb in range(len(found) - 1):
        found[limb + 1] += found[limb] >> np.uint64(LIMB)
        found[limb] &= np.uint64(LOW)
    return found


def total(counts: Words) -> int:
    """Return the sum of all counts."""
    found = 0
    for limb in counts[::-1]:
        high, low = int((limb >> np.uint64(LIMB)).sum()), int((limb & np.uint64(LOW)).sum())
        found = (found << LIMB) + (high << LIMB) + low
    return found


def scaled(counts: Words) -> NDArray[np.float64]:
    """Return the counts as floating point numbers, all divided by one power of two so that they are finite."""
    found = np.zeros(counts.shape[1])
    for limb in counts:
        found = found / float(1 << LIMB) + limb
    return found


def with_powers(counts: Words) -> tuple[NDArray[np.float64], Ints]:
    """Return the counts as floating point numbers times powers of two, whose exponents are int32[n]: none becomes 0."""
    found, power = np.zeros(counts.shape[1]), np.zeros(counts.shape[1], dtype=np.int32)
    for number, limb in enumerate(counts):
        some = limb > 0
        found[some] = np.ldexp(found[some], power[some] - LIMB * number) + limb[some]
        power[some] = LIMB * number
    return found, power
