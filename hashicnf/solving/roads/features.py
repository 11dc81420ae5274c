"""Features of a formula after propagation: a few numbers that predict which road leads to its models.

All of them are shares of the nodes, so that they mean the same on graphs of every size; nothing is looked at but variables, sums
and the graph.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.spare import spare
from hashicnf.pipeline.compiled import Compiled
from hashicnf.records import record

TIGHT: Final = 0.02
MUCH: Final = 1.0


@record
class Features:
    """Measures of a formula with one graph that has to be connected.

    ``nodes`` counts those of the graph; ``is_drawn`` tells whether it is drawn on a grid. ``undecided`` counts the open variables
    of a node. ``slack`` is how many of the literals that are counted can be true beyond a spanning tree, of a node: 0 where
    solutions are trees, infinite where the sums do not say. With ``acyclic`` loops are forbidden; with ``cycles`` every degree is
    2, and solutions are cycles through all nodes.
    """

    nodes: int
    is_drawn: bool
    undecided: float
    slack: float
    acyclic: bool
    cycles: bool

    @property
    def is_tight(self) -> bool:
        """Return whether much is open, and nearly all of it that is counted has to join something."""
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
        cycles=graph.degrees is not None and graph.nodes > 0 and bool((graph.degrees.degree == 2).all()),
    )
