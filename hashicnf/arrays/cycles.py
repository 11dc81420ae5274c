"""Cycles of a graph given as arrays: one for each edge outside a spanning forest, and all edges that lie on cycles.

A graph is a number of nodes and int32[m, 2] of ends, as in ``graph``.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.arrays.blocking import Indices, stable_order
from hashicnf.arrays.graph import Forest, components, neighbours
from hashicnf.logic import Bools, Ints

MANY_LEAVES: Final = 12  # most leaves that are dropped one by one


def cycles(nodes: int, ends: Ints, label: Ints | None = None) -> list[list[int]]:
    """List a cycle for each edge outside a breadth-first forest, as indices into ``ends``: that edge, then the path it closes.

    A breadth-first forest keeps cycles short; each of its trees grows from its smallest node. ``label`` is the result of
    ``components``, if it is known.
    """
    label = components(nodes, ends) if label is None else label
    edges = without_leaves(nodes, ends, _in_cyclic_components(ends, label))
    if not len(edges):
        return []
    is_there = np.zeros(nodes, dtype=np.bool_)
    is_there[ends[edges]] = True
    number = is_there.cumsum(dtype=np.int32) - 1
    pairs: list[list[int]] = number[ends[edges]].tolist()
    forest = Forest.spanning(neighbours(int(np.count_nonzero(is_there)), pairs))
    name, in_forest = edges.tolist(), {*forest.edge}
    closing = ([edge, *forest.path(*pairs[edge])] for edge in range(len(name)) if edge not in in_forest)
    return [[name[edge] for edge in cycle] for cycle in closing]


def ring(ends: Ints) -> list[int]:
    """List the nodes of a cycle in their order around it, from its edges, ends int32[k, 2], in any order."""
    left = ends.tolist()
    found: list[int] = left.pop()
    while len(left) > 1:
        step = next(step for step in left if found[-1] in step)
        left.remove(step)
        found.append(sum(step) - found[-1])
    return found


def on_cycles(nodes: int, ends: Ints, label: Ints | None = None) -> Ints:
    """List the edges that lie on cycles, ascending, int32[k]: no single one of them is needed for connectivity.

    The graph without leaves is contracted: a path through nodes of degree 2 becomes one edge of a small graph.
    ``label`` is the result of ``components``, if it is known.
    """
    label = components(nodes, ends) if label is None else label
    edges = without_leaves(nodes, ends, _in_cyclic_components(ends, label))
    if not len(edges):
        return edges
    chain, between = _chains(ends[edges])
    is_on = np.zeros(len(between), dtype=np.bool_)
    for cycle in cycles(int(between.max()) + 1, between):
        is_on[cycle] = True
    return edges[is_on[chain]]


def _in_cyclic_components(ends: Ints, label: Ints) -> Ints:
    """List the edges of the components that have a cycle: no fewer edges than nodes."""
    own = label[ends[:, 0]]
    cyclic = np.bincount(own, minlength=int(label.max(initial=-1)) + 1) >= np.bincount(label)
    return np.flatnonzero(cyclic[own]).astype(np.int32)


def _chains(ends: Ints) -> tuple[Ints, Ints]:
    """Join edges, ends int32[k, 2], k > 0, at nodes of degree 2: return the path of each edge, int32[k], and its ends, int32[c, 2].

    Both ends of a cycle that passes only through such nodes are given as node 0.
    """
    at, edges = np.ascontiguousarray(ends.T).ravel(), len(ends)
    degree = np.bincount(at)
    order, start = stable_order(at), degree.cumsum() - degree
    first = start[degree == 2]
    chain = components(edges, np.stack((order[first], order[first + 1]), axis=1) % edges)
    outer = np.flatnonzero(degree[at] != 2)
    owner = chain[outer % edges]
    order = stable_order(owner)
    between = np.zeros((int(chain.max()) + 1, 2), dtype=np.int32)
    between[owner[order][::2]] = at[outer[order]].reshape(-1, 2)
    return chain, between


def without_leaves(nodes: int, ends: Ints, edges: Indices, kept: Bools | None = None) -> Ints:
    """Drop the edges at leaves of the graph of ``edges`` until only cycles, and paths between them, are left, int32[k].

    ``edges`` are indices into ``ends``; the nodes ``kept``, bool[n], are no leaves. Many leaves are dropped all at once, few one by
    one.
    """
    if not len(edges):
        return edges.astype(np.int32, copy=False)
    one, other = ends.take(edges, axis=0).T.astype(np.intp)
    both, at, edge = one + other, np.concatenate((one, other)), np.arange(len(edges))
    degree = np.bincount(at, minlength=nodes)
    # Sum of the indices of the edges at each node; at a leaf, the index of its only edge.
    sums = np.bincount(at, np.concatenate((edge, edge))).astype(np.intp)
    if kept is not None:
        degree[kept] += 2
    is_left = np.ones(len(edges), dtype=np.bool_)
    leaves = (degree == 1).nonzero()[0]
    while len(leaves) > MANY_LEAVES:
        edge = sums.take(leaves)
        far = both.take(edge) - leaves
        is_left[edge], degree[leaves] = False, 0
        np.subtract.at(degree, far, 1)
        np.subtract.at(sums, far, edge)
        leaves = np.unique(far[degree.take(far) == 1])
    _drop_few(leaves.tolist(), degree.data, sums.data, both.data, is_left.data)
    return edges[is_left].astype(np.int32, copy=False)


def _drop_few(leaves: list[int], degree: memoryview, sums: memoryview, both: memoryview, is_left: memoryview) -> None:
    """Drop leaves one by one; the items of a memoryview are numbers of Python, and changes are those of the array."""
    for node in leaves:
        if degree[node] == 1:
            edge = sums[node]
            other = both[edge] - node
            is_left[edge] = False
            sums[other] -= edge
            degree[other] -= 1
            if degree[other] == 1:
                leaves.append(other)
