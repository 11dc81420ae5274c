"""Marginals: the share of all solutions in which an item has each load.

A backward pass: the ways to complete a state times the ways to reach it, summed over the transitions of a load. The numbers are
floating point, with a sum of its own for each load; a layer is scaled as a whole, so that no number overflows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hashicnf.frontier import counts
from hashicnf.frontier.forward import Layer
from hashicnf.logic import Shares


def shares_of(layers: Sequence[Layer]) -> list[Shares]:
    """Return for each layer the shares of the loads 0, 1, ... of its item; they sum to 1."""
    found: list[Shares] = []
    completions: Shares = np.ones(layers[-1].states)
    for at in range(len(layers) - 1, -1, -1):
        layer, before = layers[at], layers[at - 1].counts if at else counts.one()
        ways = completions / completions.max()
        if layer.start is not None:
            ways = np.repeat(ways, np.diff(np.append(layer.start, len(layer.source))))
        weight = ways * counts.scaled(before)[layer.source]
        by_load: Shares = np.bincount(layer.load, weight).astype(np.float64)
        found.append(by_load / by_load.sum())
        completions = np.bincount(layer.source, ways, minlength=before.shape[1]).astype(np.float64)
    return found[::-1]
