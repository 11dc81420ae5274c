"""Lazy connectivity by cuts: solve, and add a cut clause for each component of the model.

If a model's edges leave the nodes in components S1, ..., Sk (k > 1), add for every component the clause

    some edge with exactly one end in Si is chosen            OR of lits[e], e in delta(Si)

which every connected choice satisfies. One such clause excludes all choices that isolate Si, whatever their other edges are;
excluding the model as a whole would exclude only one choice. For two components the two clauses are equal, and one is added.
These are the cutset inequalities of the travelling salesman problem as clauses.

If loops are forbidden and the model is connected, each edge that closes a loop with a breadth-first tree gives the clause
"not all edges of this loop are chosen".

Reference: Dantzig, Fulkerson and Johnson 1954, "Solution of a large-scale traveling-salesman problem".
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.arrays.graph import components, ragged_by_width
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.logic import Bools, Ints
from hashicnf.passes.connectivity import ConnectivityEncoding, clause_block, no_clauses
from hashicnf.passes.connectivity.loops import loop_clauses
from hashicnf.propagation.connected import ConnectivityTheory


def refine(batch: Connected, model: Bools) -> list[Clauses]:
    """Return the cut clauses of a disconnected model, the loop clauses of a connected one; none if it is a solution."""
    chosen = batch.chosen(model)
    label = components(batch.nodes, batch.ends.take(chosen.nonzero()[0], axis=0))
    count = int(label.max(initial=0)) + 1
    if count > 1:
        return cuts(batch, label, count)
    return loop_clauses(batch, chosen) if batch.acyclic else []


def cuts(batch: Connected, label: Ints, count: int) -> list[Clauses]:
    """Return one clause per node set, in blocks of equal width; ``label`` int32[nodes] numbers the ``count`` sets from 0."""
    side = label.take(batch.ends)
    leaving = (side[:, 0] != side[:, 1]).nonzero()[0]
    lits = batch.lits.take(leaving)
    if count == 2:
        return [clause_block(batch, lits[None])]
    owner = side.take(leaving, axis=0).T.ravel()
    return [clause_block(batch, rows, who) for who, rows in ragged_by_width(owner, np.concatenate((lits, lits)), count)]


ENCODING: Final = ConnectivityEncoding(
    "cut clauses for the components of each model, found while solving",
    complete=False,
    encode=no_clauses,
    refine=refine,
    theory=ConnectivityTheory,
)
