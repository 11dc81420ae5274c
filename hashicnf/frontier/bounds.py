"""Bounds of loads, propagated by sums, exclusions and connectivity; no decisions are made, and no solver is used.

    sums           an edge carries at least what the other edges at a node cannot carry, and at most what they leave
    exclusion      an edge with a load keeps the edges that it excludes empty
    closed group   a group of nodes connected for certain, with nothing left to place, must be all nodes
    bridges        an edge whose removal disconnects the edges that may have a load must have one
    leaf           a group that lacks a load of 1 connects no others, so bridges are looked for without it

``Bounds`` is changed in place; a trail undoes suppositions (see ``probing``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.frontier.problem import FREE, Problem

LOW: Final = 0
HIGH: Final = 1
UNBOUNDED: Final = 1 << 30  # the load that a free node, or a group with one, can still take


class NoLoads(Exception):
    """No loads within the bounds keep the rules."""


class Bounds:
    """Lower and upper bounds of each load.

    ``need[i]`` is the demand of node i less the lower bounds there, ``room[i]`` the upper bounds there less its demand.
    ``group[i]`` is the number of node i's group, a set of nodes that loads connect for certain; if nothing has to be connected, all
    nodes are one group. ``group_need`` sums ``need`` over it. Groups are numbered from 0 without gaps after ``close``, which also
    finds the ``leaves``, groups that get one more edge, to one that is no leaf; ``commit`` leaves gaps.
    """

    def __init__(self, problem: Problem, deadline: Deadline = NEVER) -> None:
        """Start with the bounds 0 and ``most`` of each edge. This and ``close`` raise GaveUp past the deadline."""
        self._deadline = deadline
        self.demand: list[int] = problem.demand.tolist()
        self.ends: list[tuple[int, ...]] = [
            tuple(node for node in nodes if node >= 0) for nodes in deadline.within(problem.ends.tolist())
        ]
        self.acyclic, self.connected = problem.acyclic, problem.connected
        self.high: list[int] = problem.most.tolist()
        self.low = [0] * len(self.ends)
        self.at: list[list[int]] = [[] for _ in self.demand]
        for edge, nodes in enumerate(deadline.within(self.ends)):
            for node in nodes:
                self.at[node].append(edge)
        self.beside: list[list[int]] = [[] for _ in self.ends]
        for e, f in problem.exclusive.tolist():
            self.beside[e].append(f)
            self.beside[f].append(e)
        self.need = [UNBOUNDED if d == FREE else d for d in self.demand]
        self.room = [
            UNBOUNDED if d == FREE else sum(self.high[e] for e in near) - d
            for d, near in zip(self.demand, self.at, strict=True)
        ]
        self.leaves: frozenset[int] = frozenset()
        self._separate()
        self.trail: list[tuple[int, int, int]] = []
        self._queue: list[int] = []

    def close(self) -> None:
        """Apply all rules until no bound changes. Raises NoLoads."""
        self._queue = list(range(len(self.demand)))
        self.settle()
        while self.connected and (self._group() or self._connect()):
            self._deadline.require()
        self.leaves = self._leaves()
        self.trail.clear()

    def raise_low(self, edge: int, value: int) -> None:
        """Raise a lower bound. Raises NoLoads."""
        old = self.low[edge]
        if value <= old:
            return
        if value > self.high[edge]:
            raise NoLoads
        self.low[edge] = value
        self.trail.append((LOW, edge, old))
        for node in self.ends[edge]:
            if self.demand[node] != FREE:
                self.need[node] -= value - old
                self.group_need[self.group[node]] -= value - old
                self._queue.append(node)
        if not old:
            for other in self.beside[edge]:
                self.lower_high(other, 0)

    def lower_high(self, edge: int, value: int) -> None:
        """Lower an upper bound. Raises NoLoads."""
        old = self.high[edge]
        if value >= old:
            return
        if value < self.low[edge]:
            raise NoLoads
        self.high[edge] = value
        self.trail.append((HIGH, edge, old))
        for node in self.ends[edge]:
            if self.demand[node] != FREE:
                self.room[node] -= old - value
                self._queue.append(node)

    def settle(self) -> None:
        """Apply sums and exclusions until no bound changes. Raises NoLoads."""
        low, high, queue = self.low, self.high, self._queue
        try:
            while queue:
                node = queue.pop()
                if self.need[node] < 0 or self.room[node] < 0:
                    raise NoLoads
                for edge in self.at[node]:
                    width = high[edge] - low[edge]
                    if width > self.need[node]:
                        self.lower_high(edge, low[edge] + self.need[node])
                    if width > self.room[node]:
                        self.raise_low(edge, high[edge] - self.room[node])
        finally:
            queue.clear()

    def commit(self) -> None:
        """Make the changes on the trail permanent, and unite the groups that they connect. Raises NoLoads."""
        for kind, edge, old in self.trail:
            if kind == LOW and not old and self.connected:
                self._join(edge)
        self.trail.clear()

    def undo(self) -> None:
        """Undo the changes on the trail."""
        while self.trail:
            kind, edge, old = self.trail.pop()
            if kind == LOW:
                change = self.low[edge] - old
                self.low[edge] = old
                for node in self.ends[edge]:
                    if self.demand[node] != FREE:
                        self.need[node] += change
                        self.group_need[self.group[node]] += change
            else:
                change = old - self.high[edge]
                self.high[edge] = old
                for node in self.ends[edge]:
                    if self.demand[node] != FREE:
                        self.room[node] += change

    def open_edges(self) -> Iterator[int]:
        """Yield the edges whose load is not known."""
        return (edge for edge, low in enumerate(self.low) if low < self.high[edge])

    def _group(self) -> bool:
        """Unite nodes connected for certain, and rule out loads that would close a group; return whether bounds changed."""
        self._unite()
        if self.groups > 1 and 0 in self.group_need:
            raise NoLoads
        before = len(self.trail)
        for edge in self._deadline.within(list(self.open_edges())):
            u, v = self.ends[edge]
            a, b = self.group[u], self.group[v]
            if a == b:
                if self.acyclic and not self.low[edge]:
                    self.lower_high(edge, 0)
                elif self.groups > 1 and self.group_need[a] == 2 * (self.high[edge] - self.low[edge]):
                    self.lower_high(edge, self.high[edge] - 1)
            elif self.groups > 2 and self.group_need[a] == self.group_need[b] == self.high[edge]:
                self.lower_high(edge, self.high[edge] - 1)
        self.settle()
        return len(self.trail) > before

    def _separate(self) -> None:
        """Make each node a group of its own, or all one group if nothing has to be connected."""
        nodes = range(len(self.demand))
        self._members = [[node] for node in nodes] if self.connected else [list(nodes)]
        self.groups = len(self._members)
        self.group = list(nodes) if self.connected else [0] * len(nodes)
        self.group_need = list(self.need) if self.connected else [sum(self.need)]

    def _join(self, edge: int) -> None:
        """Unite the groups of an edge's ends; the smaller one gets the number of the other. Raises NoLoads."""
        a, b = sorted((self.group[node] for node in self.ends[edge]), key=lambda group: len(self._members[group]))
        if a == b:
            if self.acyclic:
                raise NoLoads
            return
        for node in self._members[a]:
            self.group[node] = b
        self._members[b] += self._members[a]
        self.group_need[b] += self.group_need[a]
        self.groups -= 1

    def _unite(self) -> None:
        """Unite nodes that are connected for certain, and number the groups. Raises NoLoads."""
        self._separate()
        for edge, low in enumerate(self.low):
            if low:
                self._join(edge)
        number: dict[int, int] = {}
        self.group = [number.setdefault(group, len(number)) for group in self.group]
        self.group_need = [self.group_need[group] for group in number]
        self._members = [self._members[group] for group in number]

    def _leaves(self) -> frozenset[int]:
        """Return the groups, as they are numbered, that get one more edge, with a load of 1, and so connect no others."""
        return frozenset(group for group, need in enumerate(self.group_need) if need == 1)

    def _connect(self) -> bool:
        """Give a load to the edges without which the groups could not be connected; return whether bounds changed.

        Reference: Tarjan 1974, "A note on finding the bridges of a graph".
        """
        leaves = self._leaves()
        number = {group: at for at, group in enumerate(g for g in range(self.groups) if g not in leaves)}
        if len(number) < 2:
            return False
        near: list[list[tuple[int, int]]] = [[] for _ in number]
        for edge, ends in enumerate(self._deadline.within(self.ends)):
            a, b = (number.get(self.group[node], -1) for node in ends)
            if a != b and a >= 0 and b >= 0 and self.high[edge]:
                near[a].append((b, edge))
                near[b].append((a, edge))
        before = len(self.trail)
        for edge in self._deadline.within(_cut_edges(near)):
            self.raise_low(edge, 1)
        self.settle()
        return len(self.trail) > before


def _cut_edges(near: list[list[tuple[int, int]]]) -> list[int]:
    """List the edges whose removal disconnects a graph. Raises NoLoads if it is not connected."""
    number, lowest, found = [-1] * len(near), [0] * len(near), []
    number[0], count = 0, 1
    path = [(0, -1, iter(near[0]))]
    while path:
        node, by, rest = path[-1]
        for other, edge in rest:
            if edge == by:
                continue
            if number[other] < 0:
                number[other] = lowest[other] = count
                count += 1
                path.append((other, edge, iter(near[other])))
                break
            lowest[node] = min(lowest[node], number[other])
        else:
            path.pop()
            if path:
                above = path[-1][0]
                lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] > number[above]:
                    found.append(by)
    if count < len(near):
        raise NoLoads
    return found
