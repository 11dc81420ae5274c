"""Sieves: find states that cannot be completed as soon as they are made.

A *relaxed* problem has fewer rules. A state of the full problem, without the bits of the missing rules, is a state of the relaxed
one; if that cannot be completed, neither can the full one. A mesh holds the hashes of relaxed states that can be completed. If two
states have the same hash, a dead end may pass, which costs time but changes no count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.frontier.counts import Words
from hashicnf.frontier.expand import ODD, mixed
from hashicnf.logic import Bools
from hashicnf.records import record

Hashes: TypeAlias = NDArray[np.uint32]

SPARE: Final = 8  # least places per state: of so many dead ends, about one at most passes
MOST_BITS: Final = 26  # of the number of places


@record
class Mesh:
    """The states after an item that can be completed: ``known`` masks bits by word, ``holds`` bool[2^k] marks their hashes."""

    known: tuple[int, ...]
    holds: Bools

    def passes(self, states: Sequence[Words]) -> Bools:
        """Return for each state whether it may be completed: True for all that can be, and for few others."""
        found: Bools = self.holds[_place(hashed(states, self.known), len(self.holds))]
        return found


def mesh_of(known: tuple[int, ...], hashes: Hashes) -> Mesh:
    """Return the mesh that states with these hashes pass."""
    bits = min(MOST_BITS, (SPARE * len(hashes)).bit_length())
    holds = np.zeros(1 << bits, dtype=np.bool_)
    holds[_place(hashes, len(holds))] = True
    return Mesh(known, holds)


def hashed(states: Sequence[Words], known: tuple[int, ...]) -> Hashes:
    """Return a hash of some bits of each state, uint32[n]."""
    parts = (word & np.uint64(mask) for word, mask in zip(states, known, strict=False) if mask)
    key = mixed(parts) if any(known) else np.zeros(len(states[0]), dtype=np.uint64)
    return (key * np.uint64(ODD[0]) >> np.uint64(32)).astype(np.uint32)


def _place(hashes: Hashes, places: int) -> Hashes:
    """Return the leading bits of hashes as numbers below ``places``, a power of two."""
    found: Hashes = (hashes.astype(np.uint64) * np.uint64(places) >> np.uint64(32)).astype(np.uint32)
    return found
