"""The order of items, which decides how many states there are: a beam search for one that keeps the frontier small.

Nodes are closed one by one: all their undecided items come next. The number of states is estimated from what the frontier
holds, as a power of two: for each of its nodes some of the logarithm of the range that may be left to place, and so much for each flag and
each group. The estimate of an order is the sum over its nodes.
"""

from __future__ import annotations

from math import log2

from hashicnf.frontier.contraction import Open
from hashicnf.frontier.problem import FREE

RANGE, FLAG, GROUP = 0.6, 0.5, 0.6


class _Weights:
    """Weights of a frontier; sets of items are bits of a number."""

    def __init__(self, problem: Open) -> None:
        self.problem = problem
        self.at = [sum(1 << item for item in near) for near in problem.at]
        self.joining = [0] * problem.groups
        self.nodes_of: list[list[int]] = [[] for _ in range(problem.groups)]
        for node, group in enumerate(problem.group):
            self.nodes_of[group].append(node)
        for item, ends in enumerate(problem.ends):
            if problem.joins(item):
                for node in ends:
                    self.joining[problem.group[node]] |= 1 << item
        self.beside = [sum(1 << other for other in near) for near in problem.beside]
        self._known: dict[tuple[int, int], float] = {}

    def node(self, node: int, done: int) -> float:
        """Weigh a node."""
        mine = done & self.at[node]
        if not mine or mine == self.at[node] or self.problem.demand[node] == FREE:
            return 0.0
        key = (node, mine)
        if (known := self._known.get(key)) is None:
            most, demand = self.problem.most, self.problem.demand[node]
            rest = sum(most[item] for item in self.problem.at[node] if not mine >> item & 1)
            spent = sum(most[item] for item in self.problem.at[node] if mine >> item & 1)
            known = RANGE * log2(min(demand, rest) - max(0, demand - spent) + 1)
            self._known[key] = known
        return known

    def group(self, group: int, done: int) -> float:
        """Weigh a group."""
        mine = done & self.joining[group]
        return GROUP if mine and mine != self.joining[group] else 0.0

    def flag(self, item: int, done: int) -> float:
        """Weigh the flag of an item."""
        return FLAG if not done >> item & 1 and done & self.beside[item] else 0.0

    def change(self, node: int, done: int) -> tuple[float, int]:
        """Return how the weight changes when a node is closed, and the items that are decided then."""
        problem = self.problem
        new = self.at[node] & ~done
        after = done | new
        nodes, groups, flags = {node}, set(), set()
        for item in problem.at[node]:
            if new >> item & 1:
                nodes.update(problem.ends[item])
                flags.add(item)
                flags.update(problem.beside[item])
        groups = {problem.group[n] for n in nodes}
        change = 0.0
        for n in nodes:
            change += self.node(n, after) - self.node(n, done)
        for g in groups:
            change += self.group(g, after) - self.group(g, done)
        for f in flags:
            change += self.flag(f, after) - self.flag(f, done)
        return change, after

    def candidates(self, done: int) -> list[int]:
        """List nodes that may be closed next: those on the frontier or beside it, else all."""
        problem = self.problem
        found = set()
        for node, mine in enumerate(self.at):
            if mine & done and mine & ~done:
                found.add(node)
        for group, mine in enumerate(self.joining):
            if mine & done and mine & ~done:
                found.update(n for n in self.nodes_of[group] if self.at[n] & ~done)
        for item in range(problem.items):
            if not done >> item & 1 and done & self.beside[item]:
                found.update(problem.ends[item])
        return sorted(found) or [n for n, mine in enumerate(self.at) if mine & ~done]


def ordered(problem: Open, width: int) -> tuple[float, list[int]]:
    """Find an order of the items with a beam of some width; return the logarithm of its estimate and the order."""
    weights = _Weights(problem)
    everything = (1 << problem.items) - 1
    beam: dict[int, tuple[float, float, tuple[object, int]]] = {0: (0.0, 0.0, (None, -1))}
    best: tuple[float, object] | None = None if everything else (0.0, (None, -1))
    while beam:
        found: dict[int, tuple[float, float, tuple[object, int]]] = {}
        for done, (cost, weight, path) in beam.items():
            for node in weights.candidates(done):
                change, after = weights.change(node, done)
                grown = weight + change
                total = cost + 2.0**grown
                if after in found and found[after][0] <= total:
                    continue
                found[after] = (total, grown, (path, node))
        if everything in found:
            total, _, path = found.pop(everything)
            if best is None or total < best[0]:
                best = (total, path)
        kept = sorted(found.items(), key=lambda entry: entry[1][0])
        limit = float("inf") if best is None else best[0]
        beam = dict([entry for entry in kept[:width] if entry[1][0] < limit])
    assert best is not None
    nodes = []
    path = best[1]
    while path is not None and path[0] is not None:
        nodes.append(path[1])
        path = path[0]
    return log2(max(1.0, best[0])), _items(problem, nodes[::-1])


def _items(problem: Open, nodes: list[int]) -> list[int]:
    """List the items of nodes that are closed in an order."""
    found: dict[int, None] = {}
    for node in nodes:
        found |= dict.fromkeys(problem.at[node])
    return list(found)
