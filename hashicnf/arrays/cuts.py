"""Cuts of a graph: sets of edges whose removal disconnects it.

A spanning forest closes a cycle with each edge outside it. The *label* of an edge is the set of the edges outside whose cycles it
lies on. A set of edges contains a cut if and only if the symmetric difference of some of their labels is empty (that is, the labels
are linearly dependent over GF(2)): a set of edges is a cut if it has an even number of edges of every cycle.

Labelling takes one traversal, and one symmetric difference per node; a query takes at most one per pair of its edges. The forest
grows breadth first, so labels are small: those of a square grid of n nodes have fewer than 2 sqrt(n) elements.
Reference: Pritchard and Thurimella 2011, "Fast computation of small cuts via cycle space sampling", with sets for samples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import Final

from hashicnf.arrays.graph import Forest, neighbours
from hashicnf.logic import Ints

OFTEN: Final = 1_000  # nodes between two checks


def cut_labels(nodes: int, ends: Ints, check: Callable[[], object]) -> list[Set[int]]:
    """Return the labels of the edges ``ends`` int32[m, 2] of a graph; an edge from a node to itself is in no cut.

    ``check`` is called repeatedly; if it raises, labelling ends.
    """
    pairs: list[list[int]] = ends.tolist()
    check()
    forest = Forest.spanning(neighbours(nodes, pairs))
    check()
    tree = set(forest.edge)
    label: list[Set[int]] = [set() if edge in tree else {edge} for edge in range(len(pairs))]
    below: list[set[int]] = [set() for _ in range(nodes)]
    for edge, (u, v) in enumerate(pairs):
        below[u] ^= label[edge]
        below[v] ^= label[edge]
    for number, node in enumerate(sorted(range(nodes), key=forest.depth.__getitem__, reverse=True)):
        if number % OFTEN == 0:
            check()
        if (parent := forest.parent[node]) >= 0:
            label[forest.edge[node]] = below[node]
            below[parent] ^= below[node]
    return label


def hold_cut(labels: Iterable[Set[int]]) -> bool:
    """Return whether edges with these labels contain a cut."""
    reduced: dict[int, Set[int]] = {}  # by the largest element
    for label in labels:
        rest = label
        while rest:
            largest = max(rest)
            if (other := reduced.get(largest)) is None:
                reduced[largest] = rest
                break
            rest = rest ^ other  # not in place: labels are used again
        else:
            return True
    return False
