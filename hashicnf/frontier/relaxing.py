"""Make the sieve of a problem by relaxed problems, each of which uses the sieve of the one before.

The first leaves out so many sums at nodes that the frontier is small everywhere, and each further one fewer; the last has all sums
and exclusions. None has connectivity. The states of each are made forward, without counts, and those that can be completed are
marked backwards.
References: Culberson and Schaeffer 1998, "Pattern databases" (abstractions that prune); Dechter and Rish 2003, "Mini-buckets".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.limits import Limits
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import GaveUp, counted
from hashicnf.frontier.contraction import Open
from hashicnf.frontier.forward import Forward, Layer
from hashicnf.frontier.layout import planned
from hashicnf.frontier.plan import CountPlan, Relaxation
from hashicnf.frontier.sieve import Hashes, Mesh, hashed, mesh_of
from hashicnf.frontier.weights import Weights
from hashicnf.logic import Bools

FIRST: Final = 10.0  # the most weight of sums on the frontier of the first relaxed problem


def sieve_of(problem: Open, order: Sequence[int], limits: Limits, observe: Observer = unobserved) -> list[Mesh]:
    """Return a mesh for each item of an order; no meshes if there is not enough memory. Raises GaveUp past the deadline."""
    sieve: list[Mesh] = []
    try:
        every = relaxations(problem, order, limits)
        for number, relaxed in enumerate(every, 1):
            observe(f"sift, {number} of {counted(len(every), 'round')}")
            sieve = _sifted(planned(problem, order, relaxed), sieve, limits)
    except GaveUp as stop:
        if stop.kind != "memory":
            raise
    return sieve


def relaxations(problem: Open, order: Sequence[int], limits: Limits) -> list[Relaxation]:
    """List relaxed problems, each with more sums than the one before. Raises GaveUp."""
    weight = _weights(problem, order, limits)
    kept = np.flatnonzero(weight.any(axis=1))
    dropped: list[int] = []
    while (over := weight[kept].sum(axis=0) > FIRST).any():
        dropped.append(int(kept[np.argmax(weight[kept][:, over].sum(axis=1))]))
        kept = kept[kept != dropped[-1]]
    sizes = [len(dropped)]
    while sizes[-1]:
        sizes.append(sizes[-1] // 2)
    return [Relaxation(frozenset(dropped[:size])) for size in sizes]


def _weights(problem: Open, order: Sequence[int], limits: Limits) -> NDArray[np.float64]:
    """Return the weight of each node after each item, float64[n, m]. Raises GaveUp."""
    limits.require_memory(8 * len(problem.demand) * len(order))
    weights = Weights(problem, limits)
    found = np.zeros((len(problem.demand), len(order)))
    done, open_nodes = 0, set[int]()
    for at, item in enumerate(limits.deadline.within(order)):
        done |= 1 << item
        open_nodes |= set(problem.ends[item])
        for node in list(open_nodes):
            found[node, at] = weights.of_node(node, done)
            if not weights.is_open(node, done):
                open_nodes.remove(node)
    return found


def _sifted(plan: CountPlan, sieve: list[Mesh], limits: Limits) -> list[Mesh]:
    """Make the states of a relaxed problem, and return meshes for those that can be completed. Raises GaveUp.

    The ``sieve`` is emptied, unless GaveUp is raised: each of its meshes, and each layer, is freed before a new mesh is made.
    """
    forward = Forward(plan, limits, sieve=sieve, counted=False)
    layers: list[Layer] = []
    hashes: list[Hashes] = []
    for layer, step in zip(forward.layers(), plan.steps, strict=True):
        layers.append(layer)
        hashes.append(hashed(forward.states, step.known))
        forward.kept += layer.bytes + hashes[-1].nbytes
    completed: Bools = np.ones(layers[-1].states, dtype=np.bool_)
    found: list[Mesh] = []
    while layers:
        layer, those = layers.pop(), hashes.pop()[completed]
        del sieve[len(layers) :]
        found.append(mesh_of(plan.steps[len(layers)].known, those))
        completed = _before(layer, completed, layers[-1].states if layers else 1)
    return found[::-1]


def _before(layer: Layer, completed: Bools, states: int) -> Bools:
    """Return which states of the layer before lead to a state that can be completed, bool[states]."""
    if layer.start is not None:
        completed = np.repeat(completed, np.diff(np.append(layer.start, len(layer.source))))
    found: Bools = np.zeros(states, dtype=np.bool_)
    found[layer.source[completed]] = True
    return found
