"""Graphs as arrays: connected components, orbits, breadth-first trees.

A graph is a number of nodes and int32[m, 2] of ends; nodes count from 0. Small graphs are the common case (one of 400
nodes, ten times in a lazy loop), so everything is plain numpy with few calls, and still linear up to logarithms for millions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
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
        return _joined_at_once(nodes, ends[:, 0], ends[:, 1])
    return _joined(nodes, len(ends), lambda some: (ends[some, 0], ends[some, 1]))


def _joined_at_once(nodes: int, left: Ints, right: Ints) -> Ints:
    """Label the components of a graph that is a piece by itself."""
    own = np.arange(nodes, dtype=np.int32)
    parent = own.copy()
    while len(left):
        np.minimum.at(parent, np.maximum(left, right), np.minimum(left, right))
        while np.count_nonzero((above := parent.take(parent)) != parent):
            parent = above
        left, right = parent.take(left), parent.take(right)
        apart = (left != right).nonzero()[0]
        left, right = left.take(apart), right.take(apart)
    number: Ints = (parent == own).cumsum(dtype=np.int32)
    number -= np.int32(1)
    return number.take(parent)


def forest(nodes: int, ends: Ints) -> Ints:
    """List the edges of a spanning forest, int32[k] ascending: each root is hooked to another by the first edge of some.

    It is hooked as in ``components``, to the smallest root beside it, so that no cycle can close.
    """
    edge, (left, right) = np.arange(len(ends), dtype=np.int32), ends.T
    parent, taken = np.arange(nodes, dtype=np.int32), np.zeros(len(ends), dtype=np.bool_)
    while len(edge):
        low, high = np.minimum(left, right), np.maximum(left, right)
        hook = np.full(nodes, -1, dtype=np.int32)
        # Of what is written to one place the last stays: that of the smallest root, and of the first edge to it.
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
    """Point every node straight at its root; parents are smaller, so a piece is done when those before it are."""
    for some in pieces(len(parent)):
        mine = parent[some]
        while True:
            above = parent.take(mine)
            if np.array_equal(above, mine):
                break
            mine[:] = above


def _apart(parent: Ints, edges: int, ends: _Ends) -> tuple[int, _Ends]:
    """Pull edges up to the roots of their ends and keep those between different trees."""
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
    """Turn pointers to roots into the numbers of the roots, in the same memory."""
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
    and their items int32[c, k] in input order. This is how rows of different lengths become blocks.
    """
    order = stable_order(owner)
    items = order if items is None else gather(items, order)
    width = np.bincount(owner, minlength=owners).astype(np.int32)
    start = np.cumsum(width) - width
    groups = []
    for k in np.flatnonzero(np.bincount(width)).tolist():
        alike = indices(width == k)
        groups.append((alike, rows_from(items, start[alike], k)))
    return groups


Near: TypeAlias = list[list[tuple[int, int]]]


def neighbours(nodes: int, pairs: Iterable[Sequence[int]], names: Iterable[int] | None = None) -> Near:
    """List the (node, edge) pairs beside each node; edges are called by ``names``, or by their indices."""
    near: Near = [[] for _ in range(nodes)]
    for name, (u, v) in zip(count() if names is None else names, pairs, strict=names is not None):
        near[u].append((v, name))
        near[v].append((u, name))
    return near


class Forest:
    """Breadth-first trees of a graph: of each node that was reached, the root, the edge to its parent, the parent and the depth.

    Nodes that were not reached have -1; so have roots instead of an edge and a parent.
    """

    __slots__ = ("depth", "edge", "parent", "root")

    def __init__(self, nodes: int) -> None:
        """Start without a tree."""
        self.root, self.parent, self.edge, self.depth = ([-1] * nodes for _ in range(4))

    @classmethod
    def spanning(cls, near: Near) -> Self:
        """Grow trees until all nodes are reached, from the smallest nodes; ``near`` are the ``neighbours``."""
        forest = cls(len(near))
        for root in range(len(near)):
            forest.grow(root, near.__getitem__)
        return forest

    def grow(self, root: int, near: Callable[[int], Iterable[tuple[int, int]]]) -> None:
        """Add the tree from ``root``, if no tree has it yet; ``near`` lists the (node, edge) pairs beside a node.

        Of the edges that lead to a node from the depth before, the last one is taken.
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
        """List the edges between two nodes of one tree, climbing from whichever node is deeper."""
        edges = []
        while one != other:
            if self.depth[one] < self.depth[other]:
                one, other = other, one
            edges.append(self.edge[one])
            one = self.parent[one]
        return edges
