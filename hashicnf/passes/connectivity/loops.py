"""Loop clauses: if the chosen edges must form a tree, exclude the loops of a model.

Each chosen edge outside a spanning forest closes exactly one loop with it; the clause demands that one edge of the loop is not
chosen. The forest is built breadth first, which keeps these loops short.
"""

from __future__ import annotations

import numpy as np

from hashicnf.arrays.cycles import cycles
from hashicnf.arrays.graph import ragged_by_width
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.logic import Bools
from hashicnf.passes.connectivity import clause_block


def loop_clauses(batch: Connected, chosen: Bools) -> list[Clauses]:
    """Return a clause for each loop that a chosen edge closes with a breadth-first forest of the chosen edges."""
    picked = np.flatnonzero(chosen)
    found = cycles(batch.nodes, batch.ends[picked])
    owner = np.repeat(np.arange(len(found), dtype=np.int32), [len(cycle) for cycle in found])
    lits = -batch.lits[picked[[edge for cycle in found for edge in cycle]]] if found else batch.lits[:0]
    return [clause_block(batch, rows, who) for who, rows in ragged_by_width(owner, lits, len(found)) if len(who)]
