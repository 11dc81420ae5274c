"""A part of a graph has the same nodes, edges and facts about them as the graph, under numbers of its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hashicnf.core.constraints import Connected, Degrees, Embedding, Origin
from hashicnf.core.subgraph import subgraph


def test_a_subgraph_has_what_the_graph_has() -> None:
    """Of a square with a diagonal, the first node is left out, and then an edge of the others."""
    ends = np.array([[0, 1], [0, 3], [1, 2], [1, 3], [2, 3]], dtype=np.int32)
    row, column = np.array([[0, 0, 4, 4], [0, 5, 0, 5]], dtype=np.int32)
    horizontal = np.array([True, False, False, False, True])
    crossing = np.array([[1, 2], [2, 3], [2, 4], [3, 4]], dtype=np.int32)
    lits = np.array([[1, 11], [2, 12], [-3, 13], [4, 14], [5, 15]], dtype=np.int32)
    degrees = Degrees(np.array([1, 2, 3, 4], dtype=np.int32), 2, lits)
    known = np.array([0, 0, 1, -1, 0], dtype=np.int8)
    drawn = Embedding(row, column, horizontal, crossing)
    graph = Connected(4, ends, lits[:, 0], Origin("connected", "edge"), True, drawn, degrees, known=known)
    node, edge = np.array([False, True, True, True]), np.array([False, False, True, False, True])
    part = subgraph(graph, node, edge)
    assert (part.nodes, part.ends.tolist(), part.lits.tolist(), part.acyclic) == (3, [[0, 1], [1, 2]], [-3, 5], True)
    assert part.ends.dtype == np.int32
    assert part.known is not None
    assert part.known.tolist() == [1, 0]
    assert part.embedding is not None
    assert (part.embedding.row.tolist(), part.embedding.column.tolist()) == ([0, 4, 4], [5, 0, 5])
    assert (part.embedding.horizontal.tolist(), part.embedding.crossing.tolist()) == ([False, True], [[0, 1]])
    assert part.embedding.crossing.dtype == np.int32
    assert part.degrees is not None
    assert (part.degrees.degree.tolist(), part.degrees.most) == ([-1, 3, -1], 2)
    assert part.degrees.lits is not None
    assert part.degrees.lits.tolist() == [[-3, 13], [5, 15]]
    uncounted = subgraph(replace(graph, degrees=replace(degrees, lits=None)), node, edge)
    assert uncounted.degrees is not None
    assert uncounted.degrees.lits is None
    bare = subgraph(replace(graph, embedding=None, degrees=None, known=None), node, edge)
    assert (bare.embedding, bare.degrees, bare.known) == (None, None, None)
