"""Transport in a network: route the supplies of some nodes to the demands of others, or find nodes whose supply cannot be routed.

Push-relabel in waves, after a greedy start. Labels are distances to the nearest demand, exact at the start of each wave; then all
nodes of a label push their excess to nodes one step nearer, at once, from the farthest label down to the demands. Excess that is
stuck has a greater distance in the next wave. Worst case O(n^2) waves; on the sparse networks of puzzles a dozen.

References: Goldberg and Tarjan 1988, "A new approach to the maximum-flow problem"; Tarjan 1984, "A simple version of Karzanov's
blocking flow algorithm" (waves).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hashicnf.arrays.blocking import indices, stable_order
from hashicnf.logic import Ints


class Network:
    """Arcs ``tail`` to ``head`` that carry from 0 to ``capacity``, all int32[m]; ``supply`` int32[n] is negative for a demand.

    Arc e has the residual arcs 2 e forwards and 2 e + 1 backwards; ``room`` int32[2 m] is their residual capacity.
    """

    def __init__(self, tail: Ints, head: Ints, capacity: Ints, supply: Ints) -> None:
        """Sort the residual arcs by their tails, and route supply greedily over single arcs to demands."""
        self.nodes, self.tail, self.head = len(supply), tail, head
        self.room: Ints = np.stack((capacity, np.zeros_like(capacity)), axis=1).ravel()
        ends = np.stack((tail, head), axis=1)
        self._to: Ints = ends[:, ::-1].ravel()
        self._leaving, self._start = by_node(ends.ravel(), self.nodes)
        self._width = np.diff(self._start)
        self._supply = supply.copy()
        self._place = np.zeros(self.nodes, dtype=np.int32)  # memory of ``_once``, whose results do not depend on it
        self._begin(capacity)

    def settle(self, require: Callable[[], object] = list) -> list[int]:
        """Route all supplies to demands; if that is impossible, return nodes that keep excess, and that no residual arc leaves.

        ``require`` is called before each wave; an exception that it raises ends the work.
        """
        while len(left := indices(self._supply > 0)):
            require()
            label = self._distances(left)
            if len(lost := left[label[left] >= self.nodes]):
                return self._reached(lost[:1])
            self._wave(left, label)
        return []

    def stranded(self) -> list[int]:
        """List the nodes from which no residual path leads to an unmet demand, after ``settle``."""
        label = self._distances(np.arange(self.nodes, dtype=np.int32))
        return np.flatnonzero(label >= self.nodes).tolist()

    def _begin(self, capacity: Ints) -> None:
        """Route supply over single arcs to demands, first at nodes whose other arcs have little spare capacity."""
        ways = np.bincount(self.tail, capacity, self.nodes) + np.bincount(self.head, capacity, self.nodes)
        spare = ways - np.abs(self._supply)
        straight = ((self._supply[self.tail] > 0) & (self._supply[self.head] < 0)).nonzero()[0]
        tail, head = self.tail[straight], self.head[straight]
        order = np.minimum(spare[tail], spare[head]).argsort(kind="stable")
        arcs, tail, head = straight[order], tail[order], head[order]
        supply: list[int] = self._supply.tolist()
        sent = [0] * len(arcs)
        for i, (u, v, most) in enumerate(zip(tail.tolist(), head.tolist(), capacity[arcs].tolist(), strict=True)):
            if (has := supply[u]) > 0 and (lacks := -supply[v]) > 0:
                sent[i] = amount = min(has, lacks, most)
                supply[u] -= amount
                supply[v] += amount
        self._supply = np.array(supply, dtype=np.int32)
        self.room[2 * arcs] -= np.array(sent, dtype=np.int32)
        self.room[2 * arcs + 1] += np.array(sent, dtype=np.int32)

    def _arcs(self, nodes: Ints) -> tuple[Ints, Ints]:
        """Return the residual arcs that leave some nodes, and for each arc the index of its tail in ``nodes``."""
        start, count = self._start[nodes], self._width[nodes]
        last = count.cumsum(dtype=np.int32)
        of = np.arange(len(nodes), dtype=np.int32).repeat(count)
        arcs: Ints = self._leaving[np.arange(len(of), dtype=np.int32) + (start - last + count)[of]]
        return arcs, of

    def _distances(self, left: Ints) -> Ints:
        """Return the number of residual arcs from each node to the nearest demand, int32[n], as far as the nodes ``left`` need it.

        It is ``nodes`` for nodes from which no demand can be reached, and for some that are farther than all in ``left``.
        """
        label = np.full(self.nodes, self.nodes, dtype=np.int32)
        reached, distance = indices(self._supply < 0), 0
        label[reached] = 0
        while len(reached) and label[left].max() == self.nodes:
            distance += 1
            arcs, _ = self._arcs(reached)
            found = self._to[arcs[self.room[arcs ^ 1] > 0]]
            found = found[label[found] == self.nodes]
            label[found] = distance
            reached = self._once(found)
        return label

    def _reached(self, roots: Ints) -> list[int]:
        """List the nodes that can be reached from ``roots`` by residual arcs."""
        is_new, reached = np.ones(self.nodes, dtype=np.bool_), roots
        is_new[roots] = False
        while len(reached):
            arcs, _ = self._arcs(reached)
            found = self._to[arcs[self.room[arcs] > 0]]
            found = found[is_new[found]]
            is_new[found] = False
            reached = self._once(found)
        return np.flatnonzero(~is_new).tolist()

    def _once(self, nodes: Ints) -> Ints:
        """Return the nodes without duplicates."""
        place = np.arange(len(nodes), dtype=np.int32)
        self._place[nodes] = place
        once: Ints = nodes[self._place[nodes] == place]
        return once

    def _wave(self, left: Ints, label: Ints) -> None:
        """Push the excess of the nodes ``left`` down the labels as far as possible."""
        by_label = [left[label[left] == distance] for distance in range(int(label[left].max()) + 1)]
        arrived = left[:0]
        for distance in range(len(by_label) - 1, 0, -1):
            nodes = np.concatenate((by_label[distance], arrived))
            arrived = self._push(nodes, label, distance - 1) if len(nodes) else nodes

    def _push(self, nodes: Ints, label: Ints, below: int) -> Ints:
        """Push the excess of some nodes to nodes of the label ``below``, to demands no more than they lack.

        Returns the nodes whose excess was 0 before: the others are in the wave already.
        """
        arcs, of = self._arcs(nodes)
        downward = ((self.room[arcs] > 0) & (label[self._to[arcs]] == below)).nonzero()[0]
        arcs, of = arcs[downward], of[downward]
        amount = _shares(self.room[arcs], of, self._supply[nodes])
        to = self._to[arcs]
        if below == 0:
            by = to.argsort(kind="stable")
            amount[by] = _shares(amount[by], to[by], -self._supply)
        some = amount.nonzero()[0]
        arcs, of, to, amount = arcs[some], of[some], to[some], amount[some]
        has_none = self._supply[to] == 0
        self.room[arcs] -= amount
        self.room[arcs ^ 1] += amount
        np.subtract.at(self._supply, nodes[of], amount)
        np.add.at(self._supply, to, amount)
        return self._once(to[has_none])


def _shares(most: Ints, owner: Ints, amount: Ints) -> Ints:
    """Return the part of its owner's ``amount`` that each item gets: items are filled in order, up to ``most``; owners ascend."""
    before = most.cumsum(dtype=np.int32) - most
    shares: Ints = amount[owner] - (before - before[owner.searchsorted(owner)])
    return np.minimum(np.maximum(shares, 0), most)


def by_node(node: Ints, nodes: int) -> tuple[Ints, Ints]:
    """Return the indices sorted by their node, and the offset at which those of each node start, int32[n + 1]."""
    start = np.zeros(nodes + 1, dtype=np.int32)
    np.cumsum(np.bincount(node, minlength=nodes), out=start[1:])
    return stable_order(node), start
