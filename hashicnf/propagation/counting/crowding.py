"""Find a crowded part: a maximum flow assigns the groups of nodes to the sums.

Each examined node sends the demand of its sum to its own group and to those of its neighbours, at most one unit to a group; spare
units can be sent to an additional sink. If some demand cannot be sent, its nodes show a crowded part. If nothing is to spare, one
group must stay empty in addition, and it can be any group: so there must be a residual path from each node to such a group.

The examined nodes are those of even depth, then those of odd depth, in breadth-first trees of the undecided edges, without pairs of
neighbours. On bipartite graphs, such as that of a lattice, no node is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hashicnf.arrays.equal_rows import equal_rows
from hashicnf.arrays.graph import Forest, neighbours
from hashicnf.arrays.transport import Network
from hashicnf.core.deadline import Deadline
from hashicnf.logic import Ints
from hashicnf.propagation.counting.crowded import Demand


def find_crowded(left: Demand, deadline: Deadline) -> Ints | None:
    """Return nodes that show a crowded part, ascending int32[k]; None if the examined nodes show none.

    Raises GaveUp at the deadline.
    """
    if left.spare < 0:
        return None
    for nodes in _apart(left, deadline):
        deadline.require()
        found = _in_the_way(left, nodes, deadline)
        if len(found):
            return found
    return None


def _apart(left: Demand, deadline: Deadline) -> Iterator[Ints]:
    """Yield sets of nodes with a demand, int32[k], of which no two are neighbours. Raises GaveUp at the deadline."""
    pairs = left.ends[equal_rows(left.ends)[0]]
    near = neighbours(len(left.lack), deadline.within(pairs.tolist()))
    deadline.require()
    depth = np.array(Forest.spanning(near).depth)
    alike = pairs[depth[pairs[:, 0]] % 2 == depth[pairs[:, 1]] % 2]
    is_taken = left.lack > 0
    is_taken[alike[:, 1]] = False
    for parity in (0, 1):
        yield np.flatnonzero(is_taken & (depth % 2 == parity)).astype(np.int32)


def _in_the_way(left: Demand, nodes: Ints, deadline: Deadline) -> Ints:
    """Return those of some nodes that cannot send their demand, int32[k]."""
    count, groups = len(nodes), int(left.group.max()) + 1
    number = np.full(len(left.lack), -1, dtype=np.int32)
    number[nodes] = np.arange(count, dtype=np.int32)
    both = np.concatenate((left.ends, left.ends[:, ::-1]))
    both = both[number[both[:, 0]] >= 0]
    reach = np.concatenate((np.stack((nodes, nodes), axis=1), both))
    arcs = np.stack((number[reach[:, 0]], count + left.group[reach[:, 1]]), axis=1)
    arcs = arcs[equal_rows(arcs)[0]]
    anywhere = np.stack((np.arange(count), np.full(count, count + groups)), axis=1)
    tail, head = np.concatenate((arcs, anywhere)).astype(np.int32).T
    capacity = np.concatenate((np.ones(len(arcs), dtype=np.int32), left.lack[nodes]))
    free = max(0, left.spare - 1)
    supply = np.concatenate((left.lack[nodes], np.full(groups, -1, dtype=np.int32), [-free])).astype(np.int32)
    network = Network(np.ascontiguousarray(tail), np.ascontiguousarray(head), capacity, supply)
    stuck = network.settle(deadline.require)
    if not stuck and left.spare == 0:
        stuck = network.stranded()
    place = np.array(stuck, dtype=np.int32)
    found: Ints = nodes[place[place < count]]
    return found
