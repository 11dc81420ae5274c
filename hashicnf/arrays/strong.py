"""Strongly connected components of a directed graph.

Reference: Tarjan 1972, "Depth-first search and linear graph algorithms".
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from hashicnf.arrays.transport import by_node
from hashicnf.logic import Ints


def strong_components(nodes: int, tail: Ints, head: Ints) -> Ints:
    """Return the strongly connected component of each node, int32[n]; no arc leads to a component of a larger number. O(n + m)."""
    search = _Search(nodes, tail, head)
    for root in range(nodes):
        if not search.found[root]:
            search.explore(root)
    return np.array(search.component, dtype=np.int32)


class _Search:
    """A depth-first search: the time at which each node was ``found`` (0 for not yet), and the earliest open node it reaches."""

    def __init__(self, nodes: int, tail: Ints, head: Ints) -> None:
        order, start = by_node(tail, nodes)
        near, ends = head[order].tolist(), start.tolist()
        self._near = [iter(near[i:j]) for i, j in pairwise(ends)]
        self.found, self._low, self.component = [0] * nodes, [0] * nodes, [-1] * nodes
        self._open: list[int] = []
        self._clock = self._components = 0

    def explore(self, root: int) -> None:
        """Visit all new nodes that can be reached from ``root``, and number their components."""
        low, found, component, near = self._low, self.found, self.component, self._near
        self._enter(root)
        path = [root]
        while path:
            v = path[-1]
            least = low[v]
            for u in near[v]:
                if not (when := found[u]):
                    self._enter(u)
                    path.append(u)
                    break
                if when < least and component[u] < 0:
                    least = when
            else:
                path.pop()
                if least == found[v]:
                    self._close(v)
                elif path and least < low[path[-1]]:
                    low[path[-1]] = least
                continue
            low[v] = least

    def _enter(self, v: int) -> None:
        self._clock += 1
        self.found[v] = self._low[v] = self._clock
        self._open.append(v)

    def _close(self, v: int) -> None:
        """Assign the next number to the component whose first node is ``v``."""
        u = -1
        while u != v:
            u = self._open.pop()
            self.component[u] = self._components
        self._components += 1
