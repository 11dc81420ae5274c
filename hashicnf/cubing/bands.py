"""Bands: lines across a drawn graph that are crossed by few undecided edges, with many undecided edges on both sides.

When the edges across a line are decided, the two sides interact only by the connectivity of their parts.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from hashicnf.core.constraints import Connected
from hashicnf.logic import Bools, Ints


def across(graphs: Iterable[Connected], is_open: Bools) -> Ints:
    """Return the variables of the undecided edges across the best line, int32[k]; none if no graph is drawn, or no line cuts edges.

    ``is_open`` is bool[v + 1]. The best line has the fewest undecided edges across it, relative to those on its smaller side.
    """
    best, found = np.inf, np.zeros(0, dtype=np.int32)
    for graph in graphs:
        if graph.embedding is None:
            continue
        variables = np.abs(graph.lits)
        undecided = is_open[variables]
        ends = graph.ends[undecided]
        for place in (graph.embedding.row, graph.embedding.column):
            sides = np.sort(place[ends], axis=1)
            for line in np.flatnonzero(np.bincount(place))[:-1].tolist():
                below, above = sides[:, 1] <= line, sides[:, 0] > line
                cut = ~below & ~above
                smaller = min(int(below.sum()), int(above.sum()))
                if cut.any() and smaller and (ratio := int(cut.sum()) / smaller) < best:
                    best, found = ratio, variables[undecided][cut].astype(np.int32)
    return found
