"""Lazy connectivity by excluding whole models: the naive loop, for comparison.

If a model's edges do not connect all nodes, add a clause over every edge that excludes exactly this choice of edges. So the loop
may take exponentially many rounds; student projects and blog posts often publish it. A clause of ``lazy`` excludes many choices.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.logic import Bools
from hashicnf.passes.connectivity import ConnectivityEncoding, clause_block, no_clauses


def refine(batch: Connected, model: Bools) -> list[Clauses]:
    """Return the clause that excludes the model's choice of edges; none if the choice is connected, and free of forbidden loops."""
    chosen = batch.chosen(model)
    label = components(batch.nodes, batch.ends[chosen])
    apart = bool(label.max(initial=0))
    looped = batch.acyclic and int(chosen.sum()) >= batch.nodes > 0
    if not (apart or looped):
        return []
    return [clause_block(batch, np.where(chosen, -batch.lits, batch.lits)[None, :])]


ENCODING: Final = ConnectivityEncoding(
    "excludes each disconnected model as a whole; for comparison", complete=False, encode=no_clauses, refine=refine
)
