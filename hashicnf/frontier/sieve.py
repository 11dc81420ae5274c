"""Sieves: states that no completion can follow, known before they are made.

A problem with fewer rules (``Relaxed``) is counted first. A state of the whole problem, without the bits of the rules that were
left out, is a state of this one; if this one cannot be completed, neither can that. On hard boards one state of a hundred can.
The first problem has few rules, and each further one more: it is sifted by the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.frontier.counts import Words
from hashicnf.frontier.plan import Step
from hashicnf.logic import Bools
from hashicnf.records import record

ODD: Final = 0x9E3779B97F4A7C15
SPARE: Final = 16  # places for each state: one of so many states that are looked up is taken for another


@record
class Mesh:
    """The states after an item that can be completed: ``known`` are their bits by word, ``holds`` bool[2^k] the places of their hashes."""

    known: tuple[int, ...]
    holds: Bools

    def passes(self, states: Sequence[Words]) -> Bools:
        """Return for each state whether it may be completed: True for all that can be, and for few others."""
        found: Bools = self.holds[hashed(states, self.known) >> np.uint32(33 - len(self.holds).bit_length())]
        return found


def hashed(states: Sequence[Words], known: tuple[int, ...]) -> NDArray[np.uint32]:
    """Return a hash of some bits of each state."""
    key = np.zeros(len(states[0]), dtype=np.uint64)
    for word, mask in zip(states, known, strict=False):
        if mask:
            key = (key ^ (key >> np.uint64(32)) ^ (word & np.uint64(mask))) * np.uint64(ODD)
    return (key >> np.uint64(32)).astype(np.uint32)


def mesh_of(known: tuple[int, ...], hashes: NDArray[np.uint32]) -> Mesh:
    """Make a mesh of the hashes of states."""
    bits = min(26, max(1, (SPARE * len(hashes)).bit_length()))
    holds = np.zeros(1 << bits, dtype=np.bool_)
    holds[hashes >> np.uint32(32 - bits)] = True
    return Mesh(known, holds)
