"""Solutions by rank: follow the layers backwards, in each by the transition whose range contains the rank.

Each transition into a state has a range of ranks, as long as there are ways to reach its source; the rank within the range is the
rank among the ways to the source. So uniformly distributed ranks give uniformly distributed solutions, without rounding.
Reference: Nijenhuis and Wilf 1978, "Combinatorial Algorithms", chapter 13.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hashicnf.frontier import counts
from hashicnf.frontier.counts import LIMB, LOW, Places, Words
from hashicnf.frontier.forward import Layer
from hashicnf.logic import Bools, Ints


def unranked(layers: Sequence[Layer], ranks: Sequence[int]) -> Ints:
    """Return the loads of the solutions with these ranks, int32[k, steps]. Requires: the last layer has one state."""
    limbs = len(layers[-1].counts)
    rank = _limbs(ranks, limbs)
    state = np.zeros(len(ranks), dtype=np.int64)
    found = np.empty((len(layers), len(ranks)), dtype=np.int32)
    for at in range(len(layers) - 1, -1, -1):
        layer, before = layers[at], layers[at - 1].counts if at else counts.one()
        # ranks have as many limbs as the sums, so the counts of the sources get as many
        state, rank = _into(layer, counts.widened(before, len(rank)), state, rank)
        rank = _folded(rank, len(before))
        found[at] = layer.load[state]
        state = layer.source[state].astype(np.int64)
    return found.T


def _limbs(ranks: Sequence[int], limbs: int) -> Words:
    last = limbs - 1
    rows = [[rank >> LIMB * i & LOW if i < last else rank >> LIMB * last for rank in ranks] for i in range(limbs)]
    return np.array(rows, dtype=np.uint64)


def _folded(rank: Words, limbs: int) -> Words:
    """Return ranks, which are small enough, in so many limbs or fewer."""
    while len(rank) > limbs:
        rank = np.concatenate((rank[:-2], rank[-2:-1] + (rank[-1:] << np.uint64(LIMB))))
    return rank


def _into(layer: Layer, before: Words, state: Places, rank: Words) -> tuple[Places, Words]:
    """Return, for some states, the transitions whose ranges contain the ranks, and the ranks within these ranges."""
    if layer.start is None:
        return state, rank
    first = layer.start[state]
    length = np.append(layer.start, len(layer.source))[state + 1] - first
    if (length == 1).all():
        return first, rank
    begin = np.cumsum(length) - length
    of = np.repeat(np.arange(len(state)), length)
    transition = np.arange(len(of)) + (first - begin)[of]
    ways = before[:, layer.source[transition]]
    sums = np.cumsum(ways, axis=1)  # limb by limb, modulo 2^64: differences within a state are exact
    offset = (sums - ways)[:, begin]
    ends = _carried(sums - offset[:, of])
    passed = np.add.reduceat(~_less(rank[:, of], ends), begin)
    chosen = begin + passed
    return transition[chosen], _minus(rank, _carried((sums - ways)[:, chosen] - offset))


def _carried(number: Words) -> Words:
    for limb in range(len(number) - 1):
        number[limb + 1] += number[limb] >> np.uint64(LIMB)
        number[limb] &= np.uint64(LOW)
    return number


def _less(one: Words, other: Words) -> Bools:
    found: Bools = one[0] < other[0]
    for limb in range(1, len(one)):
        found = (one[limb] < other[limb]) | ((one[limb] == other[limb]) & found)
    return found


def _minus(one: Words, other: Words) -> Words:
    """Return ``one - other``, which is not negative."""
    found = one - other
    for limb in range(len(found) - 1):
        borrow = found[limb] >> np.uint64(63)
        found[limb] &= np.uint64(LOW)
        found[limb + 1] -= borrow
    return found
