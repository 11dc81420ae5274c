"""Transport: carry the supplies of some nodes of a network to the demands of others, or find a part that cannot get rid of its own.

Push-relabel with a greedy start. Labels are distances to the nearest demand, computed for all nodes at first and again after some
work; in between, a node whose supply cannot move is raised above its lowest neighbour. Lists and not arrays, for supplies move
one by one. Worst case O(n^2 m); on the sparse networks of puzzles close to linear.

References: Goldberg and Tarjan 1988, "A new approach to the maximum-flow problem"; Cherkassky and Goldberg 1997, "On implementing
the push-relabel method for the maximum flow problem" (exact labels now and then).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

import numpy as np

from hashicnf.arrays.blocking import stable_order
from hashicnf.logic import Ints

WORK: Final = 8  # relabels for each supply that is left, and an eighth for each node, until labels are computed anew


class Network:
    """Arcs ``tail`` to ``head`` that carry from 0 to ``capacity``, all int32[m]; ``supply`` int32[n] is positive or a demand.

    Arc e is the residual arc 2 e, and backwards 2 e + 1; ``room`` is what each of them can still carry.
    """

    def __init__(self, tail: Ints, head: Ints, capacity: Ints, supply: Ints) -> None:
        """Send what goes straight from a supply to a demand, first where few other ways are left."""
        self.nodes, self.tail, self.head = len(supply), tail, head
        ends = np.stack((tail, head), axis=1).ravel()
        order, start = by_node(ends, self.nodes)
        self._near = [order[i:j] for i, j in pairwise(start)]
        self._head: list[int] = ends.reshape(-1, 2)[:, ::-1].ravel().tolist()
        self._supply: list[int] = supply.tolist()
        self._room = np.stack((capacity, np.zeros_like(capacity)), axis=1).ravel().tolist()
        spare = np.bincount(ends, np.repeat(capacity, 2), minlength=self.nodes) - np.abs(supply)
        tight = np.argsort(np.minimum(spare[tail], spare[head]), kind="stable")
        for arc, u, v in zip(tight.tolist(), tail[tight].tolist(), head[tight].tolist(), strict=True):
            if self._supply[u] > 0 > self._supply[v]:
                self._push(2 * arc, u, v)

    @property
    def room(self) -> Ints:
        """Return what each residual arc can still carry, int32[2 m]."""
        return np.array(self._room, dtype=np.int32)

    def settle(self) -> list[int]:
        """Carry all supplies to demands; where that is impossible, list nodes that keep some, and that no residual arc leaves."""
        while left := [v for v in range(self.nodes) if self._supply[v] > 0]:
            label = self._distances()
            if lost := [v for v in left if label[v] >= self.nodes]:
                return self._reached(lost[0])
            self._discharge(left, label)
        return []

    def _push(self, arc: int, u: int, v: int) -> None:
        amount = min(self._supply[u], self._room[arc])
        if (demand := -self._supply[v]) > 0:
            amount = min(amount, demand)
        self._room[arc] -= amount
        self._room[arc ^ 1] += amount
        self._supply[u] -= amount
        self._supply[v] += amount

    def _distances(self) -> list[int]:
        """Return the number of residual arcs from each node to the nearest demand, ``nodes`` if there is none."""
        near, head, room = self._near, self._head, self._room
        label = [self.nodes] * self.nodes
        reached = [v for v in range(self.nodes) if self._supply[v] < 0]
        for v in reached:
            label[v] = 0
        for v in reached:
            above = label[v] + 1
            for arc in near[v]:
                if room[arc ^ 1] and label[u := head[arc]] > above:
                    label[u] = above
                    reached.append(u)
        return label

    def _reached(self, root: int) -> list[int]:
        """List the nodes that residual arcs lead to."""
        reached, seen = [root], {root}
        for v in reached:
            for arc in self._near[v]:
                if self._room[arc] and (u := self._head[arc]) not in seen:
                    seen.add(u)
                    reached.append(u)
        return reached

    def _discharge(self, left: Iterable[int], label: list[int]) -> None:
        """Move supplies down the labels, and raise nodes where they are stuck, for a while."""
        near, head, room, supply = self._near, self._head, self._room, self._supply
        waiting = deque(left)
        work = WORK * len(waiting) + self.nodes // 8
        while waiting and work > 0:
            v = waiting.popleft()
            while supply[v] > 0 and label[v] < self.nodes:
                lowest, mine = self.nodes, label[v]
                for arc in near[v]:
                    if room[arc]:
                        if (low := label[u := head[arc]]) < mine:
                            had_none = supply[u] <= 0
                            self._push(arc, v, u)
                            if had_none and supply[u] > 0:
                                waiting.append(u)
                            if supply[v] == 0:
                                break
                        if room[arc] and low < lowest:
                            lowest = low
                else:
                    label[v] = lowest + 1
                    work -= 1


def by_node(node: Ints, nodes: int) -> tuple[list[int], list[int]]:
    """Sort indices by their node: all of them in order, and where those of each node start and end, n + 1 numbers."""
    start = np.zeros(nodes + 1, dtype=np.int64)
    np.cumsum(np.bincount(node, minlength=nodes), out=start[1:])
    return stable_order(node).tolist(), start.tolist()
