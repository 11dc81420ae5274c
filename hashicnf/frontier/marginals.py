"""Marginals: the share of all solutions in which an item has each load.

A backward pass: the ways to complete a state times the ways to reach it, summed over the transitions of a load. The numbers are
floating point times powers of two, since those of one layer may differ by more than a floating point number can hold; there is a
sum for each load.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hashicnf.frontier import counts
from hashicnf.frontier.forward import Layer
from hashicnf.logic import Ints, Shares


def shares_of(layers: Sequence[Layer]) -> list[Shares]:
    """Return for each layer the shares of the loads 0, 1, ... of its item; they sum to 1."""
    found: list[Shares] = []
    ways, power = np.ones(layers[-1].states), np.zeros(layers[-1].states, dtype=np.int32)
    for at in range(len(layers) - 1, -1, -1):
        layer, before = layers[at], layers[at - 1].counts if at else counts.one()
        if layer.start is not None:
            each = np.diff(np.append(layer.start, len(layer.source)))
            ways, power = np.repeat(ways, each), np.repeat(power, each)
        reached, more = counts.with_powers(before)
        weight, exponent = ways * reached[layer.source], power + more[layer.source]
        weight = np.ldexp(weight, exponent - exponent[weight > 0].max())
        by_load: Shares = np.bincount(layer.load, weight).astype(np.float64)
        found.append(by_load / by_load.sum())
        ways, power = _summed(layer.source, ways, power, before.shape[1])
    return found[::-1]


def _summed(group: Ints, numbers: Shares, power: Ints, groups: int) -> tuple[Shares, Ints]:
    """Return the sums of groups of numbers that are not negative, each times a power of two, in the same form."""
    most = np.zeros(groups, dtype=np.int32)
    np.maximum.at(most, group, np.where(numbers > 0, power, 0))
    sums, more = np.frexp(np.bincount(group, np.ldexp(numbers, power - most[group]), minlength=groups))
    return sums, most + more
