"""Graphs as arrays: connected components, cut edges of node sets, breadth-first trees.

A graph is a number of nodes and int32[m, 2] of ends; nodes count from 0. Small graphs are the common case (a board of 400
islands, ten times in a lazy loop), so everything is plain numpy with few calls, and still linear up to logarithms for millions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from hashicnf.arrays.blocking import gather, indices, pieces, rows_from, stable_order
from hashicnf.logic import Ints

_Ends: TypeAlias = Callable[[slice], tuple[Ints, Ints]]


def components(nodes: int, ends: Ints) -> Ints:
    """Label the connected components, int32[nodes]: 0, 1, ... in the order of each component's smallest node.

    Hooking and pointer jumping: roots point to smaller roots across the edges left between different trees, then every
    path is compressed; each round removes most of the edges.
    Reference: Shiloach and Vishkin 1982, "An O(log n) parallel connectivity algorithm".
    """
    return _joined(nodes, len(ends), lambda some: (ends[some, 0], ends[some, 1]))


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
            parent[np.maximum(left, right)] = np.minimum(left, right)
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
        who = indices(width == k)
        groups.append((who, rows_from(items, start[who], k)))
    return groups


def breadth_first(nodes: int, ends: Ints) -> tuple[Ints, Ints]:
    """Grow a breadth-first forest from the smallest node of each component.

    Returns the edge to each node's parent, int32[nodes], -1 at roots, and the depth, int32[nodes].
    """
    depth = np.full(nodes, -1, dtype=np.int32)
    parent_edge = np.full(nodes, -1, dtype=np.int32)
    label = components(nodes, ends)
    roots = np.unique(label, return_index=True)[1]
    depth[roots] = 0
    level = 0
    left = np.arange(len(ends), dtype=np.int32)
    while len(left):
        seen = depth[ends[left]] == level
        step = seen.any(axis=1)
        if not step.any():
            break
        edge = left[step]
        inner = seen[step, 0]
        outer = np.where(inner, ends[edge, 1], ends[edge, 0])
        fresh = depth[outer] < 0
        parent_edge[outer[fresh]] = edge[fresh]
        depth[outer[fresh]] = level + 1
        left = left[~step]
        level += 1
    return parent_edge, depth
