"""Features of a formula after propagation: a few numbers that predict which road leads to its models.

They are numbers per node, so that they are comparable on graphs of every size; only variables, sums and the graph are used.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.spare import spare
from hashicnf.pipeline.compiled import Compiled
from hashicnf.records import record

TIGHT: Final = 0.02  # spare literals per node below which solutions are nearly trees
MUCH: Final = 1.0  # undecided variables per node above which a formula is hard if solutions are nearly trees


@record
class Features:
    """Measures of a formula with one graph that has to be connected.

    ``nodes`` is the number of nodes of the graph; ``is_drawn`` is True if it has an embedding. ``undecided`` is the number of
    undecided variables per node. ``slack`` is the number of true literals beyond a spanning tree per node: 0 if solutions are
    trees, infinite if the sums do not fix it. With ``acyclic``, loops are forbidden; with ``cycles``, every degree is 2, and
    solutions are Hamiltonian cycles.
    """

    nodes: int
    is_drawn: bool
    undecided: float
    slack: float
    acyclic: bool
    cycles: bool

    @property
    def is_tight(self) -> bool:
        """Return whether many variables are undecided, and solutions are trees or nearly trees."""
        return self.undecided > MUCH and (self.acyclic or self.slack < TIGHT)


def features_of(compiled: Compiled) -> Features:
    """Measure a formula with one connectivity constraint."""
    graph = compiled.connected[0]
    nodes = max(1, graph.nodes)
    known = compiled.formula.known()
    more = spare(graph, compiled.counted, known)
    return Features(
        nodes=graph.nodes,
        is_drawn=graph.embedding is not None,
        undecided=float(np.count_nonzero(known[1:] == 0)) / nodes,
        slack=np.inf if more is None else more / nodes,
        acyclic=graph.acyclic,
        cycles=graph.is_cyclic,
    )
