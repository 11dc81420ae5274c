"""Strong components of a directed graph.

Reference: Tarjan 1972, "Depth-first search and linear graph algorithms".
"""

from __future__ import annotations

import numpy as np

from hashicnf.arrays.transport import by_node
from hashicnf.logic import Ints


def strong_components(nodes: int, tail: Ints, head: Ints) -> Ints:
    """Return the strong component of each node, int32[n]; no arc leads to a component with a larger number. O(n + m)."""
    search = _Search(nodes, tail, head)
    for root in range(nodes):
        if not search.found[root]:
            search.explore(root)
    return np.array(search.component, dtype=np.int32)


class _Search:
    """A depth-first search: when each node was ``found``, and the earliest open node that it leads back to (``low``)."""

    def __init__(self, nodes: int, tail: Ints, head: Ints) -> None:
        order, start = by_node(tail, nodes)
        self._head: list[int] = head[order].tolist()
        self._next, self._end = start[:-1], start[1:]
        self.found, self._low, self.component = [0] * nodes, [0] * nodes, [-1] * nodes
        self._open: list[int] = []
        self._clock = self._components = 0

    def explore(self, root: int) -> None:
        """Find all nodes that a new one leads to, and close their components."""
        self._enter(root)
        path = [root]
        low, found, component, head = self._low, self.found, self.component, self._head
        while path:
            v = path[-1]
            for at in range(self._next[v], self._end[v]):
                u = head[at]
                if not found[u]:
                    self._next[v] = at + 1
                    self._enter(u)
                    path.append(u)
                    break
                if component[u] < 0 and found[u] < low[v]:
                    low[v] = found[u]
            else:
                path.pop()
                if path:
                    low[path[-1]] = min(low[path[-1]], low[v])
                if low[v] == found[v]:
                    self._close(v)

    def _enter(self, v: int) -> None:
        self._clock += 1
        self.found[v] = self._low[v] = self._clock
        self._open.append(v)

    def _close(self, v: int) -> None:
        """Give a component its number; ``v`` is its first node."""
        u = -1
        while u != v:
            u = self._open.pop()
            self.component[u] = self._components
        self._components += 1
