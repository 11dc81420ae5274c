"""Refute values of edges at necks of a graph by counting.

If few edges connect two large parts, what the sums of each part demand of these edges can be contradictory only together with
connectivity. No window contains the sums of a whole part, and clauses do not count, but with an edge supposed to be chosen, or not,
counting sees the contradiction.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.arrays.necks import MOST, necks
from hashicnf.core.constraints import Connected
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.errors import GaveUp
from hashicnf.logic import NO_LITERALS, Ints, Unsat
from hashicnf.pipeline.compile import restated
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.refute import Refuted, refute_batches

MOST_NODES: Final = 20_000  # on larger graphs one neck would cost easy puzzles a tenth of the time
WORK: Final = 20_000  # nodes, times edges that are examined; at least those of one neck are


def decided_at_necks(compiled: Compiled, deadline: Deadline = NEVER) -> Unsat | Ints:
    """Return literals int32[k] that counting derives at necks, ``Unsat`` if none of their values is possible.

    Returns no literals at the deadline.
    """
    graph = compiled.connected[0]
    if graph.nodes > MOST_NODES or not len(edges := _at_necks(graph, compiled.formula.known())):
        return NO_LITERALS
    stated = restated(compiled)
    batches, variables = stated.batches, stated.problem.count
    known = NO_LITERALS
    try:
        for lit in graph.lits[edges]:
            for supposed in (lit, -lit):
                if isinstance(refute_batches(batches, variables, np.append(known, supposed), deadline), Refuted):
                    known = np.append(known, -supposed)
        if not len(known):
            return NO_LITERALS
        found = refute_batches(batches, variables, known, deadline)
    except GaveUp:
        return NO_LITERALS
    return Unsat() if isinstance(found, Refuted) else found.literals


def _at_necks(graph: Connected, value: Ints) -> Ints:
    """Return the undecided edges at necks of the edges that may be chosen, int32[k]; ``value`` is int32[v + 1]."""
    known = value[np.abs(graph.lits)] * np.sign(graph.lits)
    possible = np.flatnonzero(known >= 0).astype(np.int32)
    at_necks: Ints = possible[necks(graph.nodes, graph.ends[possible], max(MOST, WORK // graph.nodes))]
    undecided: Ints = at_necks[known[at_necks] == 0]
    return undecided
