"""Parts of a graph: some of its nodes, and some of the edges between these."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hashicnf.core.constraints import Connected, Degrees, Embedding
from hashicnf.logic import Bools, Ints


def subgraph(graph: Connected, node: Bools, edge: Bools) -> Connected:
    """Return the graph of some nodes, bool[n], and edges between them, bool[m]; nodes that lose an edge have unknown degrees."""
    number, drawn, loads = node.cumsum(dtype=np.int32) - np.int32(1), graph.embedding, graph.degrees
    return replace(
        graph,
        nodes=int(np.count_nonzero(node)),
        ends=number.take(graph.ends.take(edge.nonzero()[0], axis=0)),
        lits=graph.lits[edge],
        embedding=None if drawn is None else _drawn(drawn, node, edge),
        degrees=None if loads is None else _counted(loads, graph.ends, node, edge),
        known=None if graph.known is None else graph.known[edge],
    )


def _drawn(embedding: Embedding, node: Bools, edge: Bools) -> Embedding:
    number = edge.cumsum(dtype=np.int32) - np.int32(1)
    crossing = number.take(both_among(edge, embedding.crossing))
    return Embedding(embedding.row[node], embedding.column[node], embedding.horizontal[edge], crossing)


def _counted(loads: Degrees, ends: Ints, node: Bools, edge: Bools) -> Degrees:
    degree = loads.degree.copy()
    degree[ends[~edge]] = -1
    return Degrees(degree[node], loads.most, None if loads.lits is None else loads.lits[edge])


def both_among(edges: Bools, crossing: Ints) -> Ints:
    """Return the crossings, int32[x, 2], whose edges both are among ``edges``, bool[m]."""
    return crossing.take((edges.take(crossing[:, 0]) & edges.take(crossing[:, 1])).nonzero()[0], axis=0)
