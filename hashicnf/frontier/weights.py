"""Estimate the number of states on a frontier: its logarithm to base 2 is a sum of weights, one for each part of a state.

The weights were fitted to the true numbers of states at 5,000 places of boards with 200 to 400 nodes. Where nothing has to be
connected, edges have many ends, and the loads left at their nodes depend on each other: a node weighs the less, the surer its load.

Leaves weigh as much as other groups, although states hold no component of theirs: an order that decides their nodes together is
better. A board of 300 islands takes 14 s of processor time so, 68 if leaves weigh nothing, and 16 if leaves are groups like others.
"""

from __future__ import annotations

from math import log2
from typing import Final

from hashicnf.core.limits import NO_LIMITS, Limits
from hashicnf.errors import GaveUp, counted
from hashicnf.frontier.contraction import Open
from hashicnf.frontier.problem import FREE
from hashicnf.records import record

RANGE: Final = 0.58  # for each doubling of the range of the load that may be left to place at a node
SURPRISE: Final = 0.3  # where nothing has to be connected: for each bit of entropy of the load left to place
FLAG: Final = 0.08  # for each item that may be barred
GROUP: Final = 0.28  # for each group with a component
MOST_BYTES: Final = 4 << 30  # of all sets together


@record
class _Affected:
    """The nodes and groups whose weight may change when a node is closed, and the items (``flags``) that may become barred."""

    nodes: set[int]
    groups: set[int]
    flags: set[int]


class Weights:
    """Weights of the frontier after a set of items is decided; sets of items and of nodes are ints, with bit i for member i.

    ``near[i]`` is the set of nodes that are next to the frontier once node i is closed. Weights are cached by the decided items on
    which they depend, since a beam search needs the same ones many times.
    """

    def __init__(self, problem: Open, limits: Limits = NO_LIMITS) -> None:
        """Prepare the sets. Raises GaveUp past the deadline, and where they need too much memory."""
        nodes, items, deadline = len(problem.at), problem.items, limits.deadline
        needed = ((2 * nodes + items) * items + nodes * nodes) // 16  # bytes; a bit for each, half of them used
        limits.require_memory(needed)
        if needed > MOST_BYTES:
            raise GaveUp(f"the order of {counted(items, 'edge')} needs too much memory", "memory")
        self._problem = problem
        self._at = [sum(1 << item for item in near) for near in deadline.within(problem.at)]
        self._joining = [0] * problem.groups
        members = [0] * problem.groups
        for node, group in enumerate(problem.group):
            members[group] |= 1 << node
        for item, ends in enumerate(deadline.within(problem.ends)):
            if problem.is_between(item):
                for node in ends:
                    self._joining[problem.group[node]] |= 1 << item
        self._beside = [sum(1 << other for other in near) for near in deadline.within(problem.beside)]
        self._affected = [self._affects(node) for node in deadline.within(range(nodes))]
        self._region = [self._looks_at(affected) for affected in deadline.within(self._affected)]
        self._changes: list[dict[int, tuple[float, int, int]]] = [{} for _ in self._at]
        self._of_node: list[dict[int, float]] = [{} for _ in self._at]
        self.near = [self._brings(affected, members) for affected in deadline.within(self._affected)]

    def change(self, node: int, done: int) -> tuple[float, int, int]:
        """Return the change of the weight when a node is closed, the items decided then, and the nodes closed by that."""
        here = done & self._region[node]
        known = self._changes[node].get(here)
        if known is None:
            known = self._changes[node][here] = self._change(node, here)
        return known[0], done | known[1], known[2]

    def open(self) -> int:
        """Return the set of nodes with undecided items, before any is decided."""
        return sum(1 << node for node in range(len(self._at)) if self.is_open(node, 0))

    def is_open(self, node: int, done: int) -> bool:
        """Return whether a node has items that are not in a set."""
        return bool(self._at[node] & ~done)

    def _affects(self, node: int) -> _Affected:
        """Return the nodes, groups and items that closing a node affects."""
        problem = self._problem
        nodes = {node, *(end for item in problem.at[node] for end in problem.ends[item])}
        flags = {other for item in problem.at[node] for other in (item, *problem.beside[item])}
        return _Affected(nodes, {problem.group[n] for n in nodes}, flags)

    def _looks_at(self, affected: _Affected) -> int:
        """Return the set of items on which the weights of affected nodes, groups and items depend."""
        region = 0
        for n in affected.nodes:
            region |= self._at[n]
        for g in affected.groups:
            region |= self._joining[g]
        for f in affected.flags:
            region |= self._beside[f] | 1 << f
        return region

    def _brings(self, affected: _Affected, members: list[int]) -> int:
        """Return the set of nodes that are then on the frontier, or in a group or at an item that is."""
        found = sum(1 << n for n in affected.nodes)
        for g in affected.groups:
            if self._joining[g]:
                found |= members[g]
        for f in affected.flags:
            for end in self._problem.ends[f]:
                found |= 1 << end
        return found

    def _change(self, node: int, done: int) -> tuple[float, int, int]:
        """Compute ``change``; ``done`` and the items returned are restricted to the region of the node."""
        new = self._at[node] & ~done
        after = done | new
        affected = self._affected[node]
        change = sum(self.of_node(n, after) - self.of_node(n, done) for n in affected.nodes)
        change += sum(self._group(g, after) - self._group(g, done) for g in affected.groups)
        change += sum(self._flag(f, after) - self._flag(f, done) for f in affected.flags)
        return change, new, sum(1 << n for n in affected.nodes if not self.is_open(n, after))

    def of_node(self, node: int, done: int) -> float:
        """Return the weight of a node after a set of items."""
        mine = done & self._at[node]
        known = self._of_node[node].get(mine)
        if known is None:
            known = self._of_node[node][mine] = self._node(node, mine)
        return known

    def _node(self, node: int, mine: int) -> float:
        """Return the weight of a node once its items ``mine`` are decided, from the range of the load left to place there."""
        demand, most = self._problem.demand[node], self._problem.most
        if not mine or mine == self._at[node] or demand == FREE:
            return 0.0
        rest = sum(most[item] for item in self._problem.at[node] if not mine >> item & 1)
        spent = sum(most[item] for item in self._problem.at[node] if mine >> item & 1)
        if not self._problem.connected:
            return SURPRISE * _entropy(spent / (spent + rest)) * log2(demand + 1)
        return RANGE * log2(min(demand, rest) - max(0, demand - spent) + 1)

    def _group(self, group: int, done: int) -> float:
        mine = done & self._joining[group]
        return GROUP if mine and mine != self._joining[group] else 0.0

    def _flag(self, item: int, done: int) -> float:
        return FLAG if not done >> item & 1 and done & self._beside[item] else 0.0


def _entropy(share: float) -> float:
    """Return the entropy of a choice with a probability strictly between 0 and 1, in bits."""
    return -share * log2(share) - (1 - share) * log2(1 - share)
