"""Relaxed problems counted one after the other, each sifted by the one before: the sieve of the whole problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.limits import Limits
from hashicnf.frontier.contraction import Open
from hashicnf.frontier.forward import Forward, Layer
from hashicnf.frontier.plan import Plan, Relaxed, planned
from hashicnf.frontier.problem import FREE
from hashicnf.frontier.sieve import Mesh, hashed, mesh_of
from hashicnf.frontier.weights import Weights
from hashicnf.logic import Bools

CAPS: Final = (10.0, 14.0, 18.0)  # weights of the frontier of the relaxed problems


def sieve_of(problem: Open, order: Sequence[int], weights: Weights, limits: Limits) -> list[Mesh]:
    """Return a mesh for each item of an order. Raises OverLimit."""
    sieve: list[Mesh] = []
    for relaxed in relaxations(problem, order, weights):
        sieve = _sifted(planned(problem, order, relaxed), sieve, limits)
    return sieve


def relaxations(problem: Open, order: Sequence[int], weights: Weights) -> list[Relaxed]:
    """List relaxed problems, each with more rules than the one before; the last has all sums and exclusions."""
    table = _weights(problem, order, weights)
    kept = np.flatnonzero(table.any(axis=1))
    found = [Relaxed(frozenset())]
    dropped: frozenset[int] = frozenset()
    for cap in sorted(CAPS, reverse=True):
        while (over := table[kept].sum(axis=0) > cap).any():
            worst = int(kept[np.argmax(table[kept][:, over].sum(axis=1))])
            dropped |= {worst}
            kept = kept[kept != worst]
        if dropped != found[-1].dropped:
            found.append(Relaxed(dropped))
    return found[::-1]


def _weights(problem: Open, order: Sequence[int], weights: Weights) -> NDArray[np.float64]:
    """Return the weight of each node after each item, float64[n, m]."""
    found = np.zeros((len(problem.demand), len(order)))
    done, on = 0, set()
    for at, item in enumerate(order):
        done |= 1 << item
        on |= set(problem.ends[item])
        for node in on:
            found[node, at] = weights.of_node(node, done)
    return found


def _sifted(plan: Plan, sieve: Sequence[Mesh], limits: Limits) -> list[Mesh]:
    """Count a relaxed problem, and return the meshes of the states that can be completed. Raises OverLimit."""
    forward = Forward(plan, limits, sieve=sieve)
    layers: list[Layer] = []
    hashes: list[NDArray[np.uint32]] = []
    for layer, step in zip(forward.layers(), plan.steps, strict=True):
        layers.append(layer)
        hashes.append(hashed(forward.states, step.known))
        forward.kept += layer.bytes + hashes[-1].nbytes
    alive: Bools = np.ones(layers[-1].states, dtype=np.bool_)
    found: list[Mesh] = []
    made = left = 0
    for at in range(len(layers) - 1, -1, -1):
        layer = layers[at]
        made += layer.states; left += int(alive.sum())
        found.append(mesh_of(plan.steps[at].known, hashes[at][alive]))
        if layer.start is not None:
            alive = np.repeat(alive, np.diff(np.append(layer.start, len(layer.source))))
        before = np.zeros(layers[at - 1].states if at else 1, dtype=np.bool_)
        before[layer.source[alive]] = True
        alive = before
    import time; print('relaxed', forward.transitions, forward.width, 'states', made, 'alive', left, 'cpu', round(time.process_time(), 2), forward.peak_bytes >> 20)
    return found[::-1]
