"""Parent arcs, shared by the encodings that direct a spanning tree to a root.

``arc`` is int32[m, 2]: arc[e, d] means that edge e is chosen and leads from its end d to the other end, the parent. Every node but
the root has a parent. If an encoding also excludes directed cycles of arcs, all arcs lead to the root, and the chosen edges connect
all nodes. If loops are forbidden, every chosen edge is an arc, no node has two parents, and the root has none.

Size: 2 m variables; 2 m + n - 1 clauses, and if loops are forbidden m more, one for each edge at the root, and one for each pair of
edges at any other node.
"""

from __future__ import annotations

import numpy as np

from hashicnf.arrays.graph import ragged_by_width
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import clause_block, not_both

ROOT = 0


def declare_arcs(batch: Connected, pool: VariablePool) -> Ints:
    """Declare the parent arcs and return their variables, int32[m, 2]."""
    return pool.declare(
        "parent", len(batch.ends), 2, meaning="edge e of the contracted graph leads from its end d to that end's parent"
    ).lits


def parents(batch: Connected, arc: Ints) -> list[Clauses]:
    """Return clauses that arcs are chosen edges, and that every node but the root has a parent."""
    chosen = np.repeat(batch.lits, 2)
    blocks = [clause_block(batch, np.stack((-arc.ravel(), chosen), axis=1), np.repeat(np.arange(len(arc)), 2))]
    for who, rows in ragged_by_width(batch.ends.ravel(), arc.ravel(), batch.nodes):
        others = who != ROOT
        blocks.append(clause_block(batch, rows[others], who[others]))
        if batch.acyclic:
            blocks += not_both(batch, rows[others], who[others])
            blocks.append(clause_block(batch, -rows[~others].reshape(-1, 1)))
    if batch.acyclic:
        blocks.append(clause_block(batch, np.concatenate((-batch.lits[:, None], arc), axis=1)))
    return [block for block in blocks if len(block)]
