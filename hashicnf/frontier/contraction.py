"""Contract a problem: the part that the bounds of its loads leave undecided."""

from __future__ import annotations

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.frontier.bounds import Bounds
from hashicnf.frontier.problem import FREE
from hashicnf.records import record


@record
class Open:
    """The open edges, renumbered from 0: item i is the load of ``edge[i]`` above ``base[edge[i]]``, from 0 to ``most[i]``.

    ``ends`` are nodes, ``demand`` is the load left to place at each node (FREE for any), ``group`` the number of each node's group,
    the nodes that loads connect with it for certain, of ``groups``. ``leaves`` are the groups that get one more edge, which is to
    another group, and so connect no others. ``beside[i]`` are the items that item i excludes. An item ``joins`` if its ends are in
    different groups, and none is a leaf: a load connects them. The items at a node are ``at[node]``.
    """

    edge: list[int]
    base: list[int]
    most: list[int]
    ends: list[tuple[int, ...]]
    demand: list[int]
    group: list[int]
    groups: int
    leaves: frozenset[int]
    beside: list[list[int]]
    at: list[list[int]]
    acyclic: bool
    connected: bool

    @property
    def items(self) -> int:
        """Count the open edges."""
        return len(self.edge)

    def joins(self, item: int) -> bool:
        """Return whether a load of an item connects two groups that are no leaves."""
        return self.is_between(item) and self.leaves.isdisjoint(self.group[node] for node in self.ends[item])

    def is_between(self, item: int) -> bool:
        """Return whether the ends of an item are in different groups, leaves or not, if all have to be connected."""
        if not self.connected:
            return False
        u, v = self.ends[item]
        return self.group[u] != self.group[v]


def contracted(bounds: Bounds, deadline: Deadline = NEVER) -> Open:
    """Return the part of a problem that its bounds leave open. Raises GaveUp past the deadline."""
    edge = list(bounds.open_edges())
    number = {e: item for item, e in enumerate(edge)}
    at: list[list[int]] = [[] for _ in bounds.demand]
    for item, e in enumerate(deadline.within(edge)):
        for node in bounds.ends[e]:
            at[node].append(item)
    return Open(
        edge=edge,
        base=list(bounds.low),
        most=[bounds.high[e] - bounds.low[e] for e in edge],
        ends=[bounds.ends[e] for e in edge],
        demand=[FREE if d == FREE else need for d, need in zip(bounds.demand, bounds.need, strict=True)],
        group=list(bounds.group),
        groups=bounds.groups,
        leaves=bounds.leaves,
        beside=[[number[f] for f in bounds.beside[e] if f in number] for e in deadline.within(edge)],
        at=at,
        acyclic=bounds.acyclic,
        connected=bounds.connected,
    )
