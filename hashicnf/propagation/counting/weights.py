"""Compute weights of the nodes of a b-matching by a maximum flow on its bipartite double cover.

Every node has a copy on either side, and every edge an arc from each of its ends to the copy of the other end. A flow that meets
all demands is a fractional b-matching. If there is none, a set of nodes that cannot send its supply is contradictory: its nodes
have weight 1 on the left and -1 on the right. If there is a flow, an edge has the same load in all flows if no cycle of the
residual graph contains its arcs, that is, if these join different strong components. Each copy gets the level of its component, in
an order in which no residual arc descends; the weight of a node is the difference of its copies, so the weighted sum of all demands
is only met if arcs that descend are full and arcs that ascend are empty.

One flow, O(n m) in practice, and strong components, O(n + m).

References: Régin 1996, "Generalized arc consistency for global cardinality constraint"; Balinski 1965, "Integer programming:
methods, uses, computation" (half-integral matchings). Weights are a solution of the dual of the linear program.
"""

from __future__ import annotations

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.arrays.strong import strong_components
from hashicnf.arrays.transport import Network
from hashicnf.core.deadline import Deadline
from hashicnf.logic import Ints
from hashicnf.propagation.counting.matching import Left


def weights(left: Left, deadline: Deadline) -> Ints:
    """Return a weight for each node, int32[n]; all are 0 if the flow fixes no edge. Raises GaveUp at the deadline."""
    nodes = len(left.least)
    weight = np.zeros(nodes, dtype=np.int32)
    here = np.flatnonzero(np.bincount(left.ends.ravel(), minlength=nodes + 1)[:nodes] | left.least).astype(np.int32)
    level = _levels(left, here, deadline)
    weight[here] = level[: len(here)] - level[len(here) : -1]
    return weight


def _levels(left: Left, here: Ints, deadline: Deadline) -> Ints:
    """Return the level of each copy of the nodes that have edges: first the left copies, then the right ones, then the ground."""
    count = len(here)
    ground = 2 * count
    number = np.full(len(left.least) + 1, ground, dtype=np.int32)
    number[here] = np.arange(count)
    one, other = number[left.ends.T]
    least, spread = left.least[here], (left.most - left.least)[here]
    loose = np.flatnonzero(spread > 0)
    grounds = np.full(len(loose), ground)
    across = [np.where(end == ground, ground, end + count) for end in (other, one)]
    tail = np.concatenate((one, other, grounds, loose + count)).astype(np.int32)
    head = np.concatenate((*across, loose, grounds)).astype(np.int32)
    capacity = np.concatenate((left.capacity, left.capacity, spread[loose], spread[loose]))
    network = Network(tail, head, capacity, np.concatenate((least, -least, np.zeros(1, dtype=np.int32))))
    if stuck := network.settle(deadline.require):
        level = np.zeros(ground + 1, dtype=np.int32)
        level[stuck] = 1
        return level
    return -_condensed(network)


def _condensed(network: Network) -> Ints:
    """Return the strong component of each node in the residual graph; arcs with room in both directions are contracted first."""
    forward, back = network.room.reshape(-1, 2).T > 0
    ends = np.stack((network.tail, network.head), axis=1)
    group = components(network.nodes, ends[forward & back])
    single = group[np.concatenate((ends[forward & ~back], ends[back & ~forward][:, ::-1]))]
    single = single[single[:, 0] != single[:, 1]]
    return strong_components(int(group.max()) + 1, single[:, 0], single[:, 1])[group]
