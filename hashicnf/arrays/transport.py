"""Transport: carry the supplies of some nodes of a network to the demands of others, or find a part that cannot get rid of its own.

Push-relabel in waves, after a greedy start. Labels are distances to the nearest demand, exact at the start of each wave; then all
nodes of a label push what they have to those one step nearer, at once, from the farthest label down to the demands. What is stuck
has a greater distance in the next wave. Worst case O(n^2) waves; on the sparse networks of puzzles a dozen.

References: Goldberg and Tarjan 1988, "A new approach to the maximum-flow problem"; Tarjan 1984, "A simple version of Karzanov's
blocking flow algorithm" (waves).
"""

from __future__ import annotations

import numpy as np

from hashicnf.arrays.blocking import indices, stable_order
from hashicnf.logic import Ints


class Network:
    """Arcs ``tail`` to ``head`` that carry from 0 to ``capacity``, all int32[m]; ``supply`` int32[n] is positive or a demand.

    Arc e is the residual arc 2 e, and backwards 2 e + 1; ``room`` int32[2 m] is what each of them can still carry.
    """

    def __init__(self, tail: Ints, head: Ints, capacity: Ints, supply: Ints) -> None:
        """Sort the residual arcs by the node that they leave, and send what needs to go no farther than one arc."""
        self.nodes, self.tail, self.head = len(supply), tail, head
        self.room: Ints = np.stack((capacity, np.zeros_like(capacity)), axis=1).ravel()
        ends = np.stack((tail, head), axis=1)
        self._to: Ints = ends[:, ::-1].ravel()
        self._leaving, self._start = by_node(ends.ravel(), self.nodes)
        self._width = np.diff(self._start)
        self._supply = supply.copy()
        self._place = np.zeros(self.nodes, dtype=np.int32)  # memory of ``_once``, whose results do not depend on it
        self._begin(capacity)

    def settle(self) -> list[int]:
        """Carry all supplies to demands; where that is impossible, list nodes that keep some, and that no residual arc leaves."""
        while len(left := indices(self._supply > 0)):
            label = self._distances(left)
            if len(lost := left[label[left] >= self.nodes]):
                return self._reached(lost[:1])
            self._wave(left, label)
        return []

    def stranded(self) -> list[int]:
        """List the nodes from which no residual arcs lead to what demands have left, when all is settled."""
        label = self._distances(np.arange(self.nodes, dtype=np.int32))
        return np.flatnonzero(label >= self.nodes).tolist()

    def _begin(self, capacity: Ints) -> None:
        """Send what goes straight from a supply to a demand, first where few other ways are left."""
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
        """List the residual arcs that leave some nodes, and for each the index of its node among them."""
        start, count = self._start[nodes], self._width[nodes]
        last = count.cumsum(dtype=np.int32)
        of = np.arange(len(nodes), dtype=np.int32).repeat(count)
        arcs: Ints = self._leaving[np.arange(len(of), dtype=np.int32) + (start - last + count)[of]]
        return arcs, of

    def _distances(self, left: Ints) -> Ints:
        """Return the number of residual arcs from nodes to the nearest demand, as far as the nodes ``left`` are; int32[n].

        Those from which there is no way have ``nodes``, and so have some that are farther than all that are left.
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
        """List the nodes that residual arcs lead to."""
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
        """List each of some nodes once."""
        place = np.arange(len(nodes), dtype=np.int32)
        self._place[nodes] = place
        once: Ints = nodes[self._place[nodes] == place]
        return once

    def _wave(self, left: Ints, label: Ints) -> None:
        """Push all supplies, those of the nodes ``left``, down the labels as far as they go."""
        by_label = [left[label[left] == distance] for distance in range(int(label[left].max()) + 1)]
        arrived = left[:0]
        for distance in range(len(by_label) - 1, 0, -1):
            nodes = np.concatenate((by_label[distance], arrived))
            arrived = self._push(nodes, label, distance - 1) if len(nodes) else nodes

    def _push(self, nodes: Ints, label: Ints, below: int) -> Ints:
        """Push what some nodes have to nodes of the label ``below``, to demands no more than they lack.

        Return the nodes that have something only now: those that had it before are in the wave already.
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
    """Share out the ``amount`` of each owner over its items, one after the other up to ``most``; owners ascend."""
    before = most.cumsum(dtype=np.int32) - most
    shares: Ints = amount[owner] - (before - before[owner.searchsorted(owner)])
    return np.minimum(np.maximum(shares, 0), most)


def by_node(node: Ints, nodes: int) -> tuple[Ints, Ints]:
    """Sort indices by their node: all of them in order, and where those of each node start and end, int32[n + 1]."""
    start = np.zeros(nodes + 1, dtype=np.int32)
    np.cumsum(np.bincount(node, minlength=nodes), out=start[1:])
    return stable_order(node), start
