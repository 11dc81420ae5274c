"""Graphs as arrays: connected components, orbits, breadth-first trees.

A graph is a number of nodes and int32[m, 2] of ends; nodes count from 0. Small graphs are the common case (one of 400
nodes, ten times in a lazy loop), so the functions are plain numpy with few calls; on millions of nodes they take O(m log n).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Self, TypeAlias

import numpy as np

from hashicnf.arrays.blocking import ITEMS, gather, indices, pieces, rows_from, stable_order
from hashicnf.logic import Ints

_Ends: TypeAlias = Callable[[slice], tuple[Ints, Ints]]


def components(nodes: int, ends: Ints) -> Ints:
    """Label the connected components, int32[nodes]: 0, 1, ... in the order of each component's smallest node.

    Hooking and pointer jumping: each root points to the smallest root across the edges left between different trees, then every
    path is compressed; each round removes most of the edges.
    Reference: Shiloach and Vishkin 1982, "An O(log n) parallel connectivity algorithm".
    """
    if max(nodes, len(ends)) <= ITEMS:
        return _joined_at_once(nodes, ends)
    return _joined(nodes, len(ends), lambda some: (ends[some, 0], ends[some, 1]))


def _joined_at_once(nodes: int, ends: Ints) -> Ints:
    """Label the components of a graph that fits into one piece."""
    own = np.arange(nodes)
    parent = own.copy()
    left, right = ends.T.astype(np.intp)  # so that no call has to convert them to indices
    while len(left):
        np.minimum.at(parent, np.maximum(left, right), np.minimum(left, right))
        while (above := (two := parent.take(parent)).take(two)).tobytes() != parent.tobytes():
            parent = above
        left, right = parent.take(left), parent.take(right)
        apart = (left != right).nonzero()[0]
        left, right = left.take(apart), right.take(apart)
    roots = (parent == own).nonzero()[0]
    number: Ints = np.empty(nodes, dtype=np.int32)
    number[roots] = np.arange(len(roots))
    return number.take(parent)


def forest(nodes: int, ends: Ints) -> Ints:
    """List the edges of a spanning forest, int32[k] ascending; loops, edges with equal ends, are never among them.

    Roots are hooked as in ``components``, each to the smallest adjacent root and by the first edge to it, so no cycle can close.
    """
    edge = (ends[:, 0] != ends[:, 1]).nonzero()[0].astype(np.int32)
    left, right = ends[edge].T
    parent, taken = np.arange(nodes, dtype=np.int32), np.zeros(len(ends), dtype=np.bool_)
    while len(edge):
        low, high = np.minimum(left, right), np.maximum(left, right)
        hook = np.full(nodes, -1, dtype=np.int32)
        # The last value written to an index stays: here the one of the smallest root, and of the first edge to it.
        order = np.argsort(low, kind="stable")[::-1]
        hook[high[order]] = order
        roots = np.flatnonzero(hook >= 0)
        taken[edge[hook[roots]]] = True
        parent[roots] = low[hook[roots]]
        _compress(parent)
        left, right = parent.take(left), parent.take(right)
        apart = (left != right).nonzero()[0]
        edge, left, right = edge.take(apart), left.take(apart), right.take(apart)
    return taken.nonzero()[0].astype(np.int32)


def orbits(follower: Ints) -> Ints:
    """Label the orbits of a permutation, int32[n], as ``components`` does with an edge from each node to its successor."""
    n = len(follower)
    return _joined(n, n, lambda some: (np.arange(some.start, some.stop, dtype=np.int32), follower[some]))


def _joined(nodes: int, edges: int, ends: _Ends) -> Ints:
    """Label the components of a graph whose edges are computed in pieces."""
    parent = np.arange(nodes, dtype=np.int32)
    while edges:
        for some in pieces(edges):
            left, right = ends(some)
            np.minimum.at(parent, np.maximum(left, right), np.minimum(left, right))
        _compress(parent)
        edges, ends = _apart(parent, edges, ends)
    return _numbered(parent)


def _compress(parent: Ints) -> None:
    """Set the parent of every node to its root; parents are smaller, so pieces can be finished one after the other."""
    for some in pieces(len(parent)):
        mine = parent[some]
        while True:
            above = parent.take(mine)
            if np.array_equal(above, mine):
                break
            mine[:] = above


def _apart(parent: Ints, edges: int, ends: _Ends) -> tuple[int, _Ends]:
    """Replace the ends of edges by their roots, and keep the edges between different trees."""
    kept = 0
    between = np.empty((2, edges), dtype=np.int32)  # memory that is not used is never touched
    for some in pieces(edges):
        left, right = ends(some)
        left, right = parent.take(left), parent.take(right)
        apart = np.flatnonzero(left != right)
        between[0, kept : kept + len(apart)] = left[apart]
        between[1, kept : kept + len(apart)] = right[apart]
        kept += len(apart)
    return kept, lambda some: (between[0, some], between[1, some])


def _numbered(parent: Ints) -> Ints:
    """Replace each root in ``parent`` by its number among the roots, in place."""
    number = np.empty(len(parent), dtype=np.int32)
    roots = 0
    for some in pieces(len(parent)):
        mine = parent[some]
        np.cumsum(mine == np.arange(some.start, some.stop, dtype=np.int32), out=number[some])
        number[some] += np.int32(roots - 1)
        roots = int(number[some.stop - 1]) + 1
        number.take(mine, out=mine, mode="clip")
    return parent


def ragged_by_width(owner: Ints, items: Ints | None, owners: int) -> list[tuple[Ints, Ints]]:
    """Gather each owner's items (None: their indices) and group the owners by their number of items.

    ``owner`` and ``items`` are int32[t]; the result lists, for every width k that occurs (0 included), the owners int32[c]
    and their items int32[c, k] in input order. So rows of different lengths become blocks.
    """
    order = stable_order(owner)
    items = order if items is None else gather(items, order)
    width = np.bincount(owner, minlength=owners).astype(np.int32)
    start = np.cumsum(width) - width
    groups = []
    for k in np.bincount(width).nonzero()[0].tolist():
        alike = indices(width == k)
        groups.append((alike, rows_from(items, start[alike], k)))
    return groups


Near: TypeAlias = list[list[tuple[int, int]]]


def neighbours(nodes: int, pairs: Iterable[Sequence[int]]) -> Near:
    """List, for each node, its neighbours as pairs of node and edge; edges are numbered in the order of ``pairs``."""
    near: Near = [[] for _ in range(nodes)]
    for edge, (u, v) in enumerate(pairs):
        near[u].append((v, edge))
        near[v].append((u, edge))
    return near


class Forest:
    """Breadth-first trees of a graph: the root, the edge to the parent, the parent and the depth of each node.

    The values of nodes that were not reached are -1, and so are the edge and the parent of a root.
    """

    __slots__ = ("depth", "edge", "parent", "root")

    def __init__(self, nodes: int) -> None:
        """Start without a tree."""
        self.root, self.parent, self.edge, self.depth = ([-1] * nodes for _ in range(4))

    @classmethod
    def spanning(cls, near: Near) -> Self:
        """Return a spanning forest; each tree grows from its smallest node. ``near`` is the result of ``neighbours``."""
        forest = cls(len(near))
        for root in range(len(near)):
            forest.grow(root, near.__getitem__)
        return forest

    def grow(self, root: int, near: Callable[[int], Iterable[tuple[int, int]]]) -> None:
        """Add the tree with this root, unless the node is in a tree; ``near`` lists the neighbours of a node as (node, edge).

        Of several edges that lead to a node from the depth above it, the one with the greatest number is taken.
        """
        if self.root[root] >= 0:
            return
        self.root[root], self.depth[root] = root, 0
        reached = [root]
        for node in reached:
            below = self.depth[node] + 1
            for other, edge in near(node):
                if self.root[other] < 0:
                    self.root[other], self.depth[other] = root, below
                    reached.append(other)
                elif self.depth[other] != below or edge < self.edge[other]:
                    continue
                self.parent[other], self.edge[other] = node, edge

    def path(self, one: int, other: int) -> list[int]:
        """List the edges of the path between two nodes of one tree."""
        edges = []
        while one != other:
            if self.depth[one] < self.depth[other]:
                one, other = other, one
            edges.append(self.edge[one])
            one = self.parent[one]
        return edges
