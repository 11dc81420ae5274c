"""Cuts of a graph: sets of edges whose removal disconnects it.

A spanning forest closes a cycle with each edge outside it. The *label* of an edge is the set of these cycles that it lies on, as
bits of a number. A set of edges contains a cut if and only if the symmetric difference of some of their labels is empty (that is,
the labels are linearly dependent over GF(2)): a set of edges is a cut if it has an even number of edges of every cycle.

Labelling takes one traversal, and one exclusive or per node; a query takes at most one exclusive or per pair of its edges.
Reference: Pritchard and Thurimella 2011, "Fast computation of small cuts via cycle space sampling", with sets for samples.
"""

from __future__ import annotations

from collections.abc import Iterable

from hashicnf.arrays.graph import Forest, neighbours
from hashicnf.logic import Ints


def cut_labels(nodes: int, ends: Ints) -> list[int]:
    """Return the labels of the edges ``ends`` int32[m, 2] of a graph; an edge from a node to itself is in no cut."""
    pairs: list[list[int]] = ends.tolist()
    forest = Forest.spanning(neighbours(nodes, pairs))
    label, below = [0] * len(pairs), [0] * nodes
    cycle, tree = 1, set(forest.edge)
    for edge, (u, v) in enumerate(pairs):
        if edge not in tree:
            label[edge] = cycle
            below[u] ^= cycle
            below[v] ^= cycle
            cycle <<= 1
    for node in sorted(range(nodes), key=forest.depth.__getitem__, reverse=True):
        if (parent := forest.parent[node]) >= 0:
            label[forest.edge[node]] = below[node]
            below[parent] ^= below[node]
    return label


def hold_cut(labels: Iterable[int]) -> bool:
    """Return whether edges with these labels contain a cut."""
    reduced: dict[int, int] = {}  # by the highest bit
    for label in labels:
        rest = label
        while rest:
            highest = rest.bit_length()
            if (other := reduced.get(highest)) is None:
                reduced[highest] = rest
                break
            rest ^= other
        else:
            return True
    return False
