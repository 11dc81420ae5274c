"""Contraction: what is decided about a graph leaves a smaller one, and what every choice decides.

Edges that are chosen for certain join their ends to one node; those that cannot be chosen vanish. A choice of the others connects
the groups if and only if it connects, with the decided ones, all nodes.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import clause_block


def contracted(batch: Connected, value: NDArray[np.int8]) -> tuple[Connected, list[Clauses]]:
    """Return the graph of the groups, and clauses for what no choice of its edges says.

    ``value`` is 1 or -1 for variables that are true or false in all solutions, 0 for others, [v + 1]. The graph is not drawn any
    more, and says nothing of loads. Where loops are forbidden, edges inside a group are, and decided ones that form a loop are a
    contradiction.
    """
    known = value[np.abs(batch.lits)] * np.sign(batch.lits)
    chosen, is_open = known > 0, known == 0
    group = components(batch.nodes, batch.ends[chosen])
    groups = int(group.max(initial=-1)) + 1
    ends = np.sort(group[batch.ends[is_open]], axis=1).astype(np.int32)
    lits, apart = batch.lits[is_open], ends[:, 0] != ends[:, 1]
    left = replace(batch, nodes=groups, ends=ends[apart], lits=lits[apart], embedding=None, degrees=None)
    if not batch.acyclic:
        return left, []
    blocks = [clause_block(batch, -lits[~apart].reshape(-1, 1), np.flatnonzero(is_open)[~apart])]
    if np.count_nonzero(chosen) > batch.nodes - groups:
        blocks.append(clause_block(batch, np.empty((1, 0), dtype=np.int32)))
    return left, [block for block in blocks if len(block)]


def closed_pairs(batch: Connected) -> Ints:
    """List literals that hold because two nodes must not use each other up, int32[k].

    An edge between nodes of one degree that carries so much leaves nothing for other edges: more than two nodes would be apart.
    """
    known = batch.degrees
    if known is None or known.lits is None or batch.nodes <= 2 or batch.redundant:
        return np.zeros(0, dtype=np.int32)
    degree = known.degree[batch.ends]
    closing = np.flatnonzero((degree[:, 0] == degree[:, 1]) & (degree[:, 0] >= 1) & (degree[:, 0] <= known.most))
    literals: Ints = -known.lits[closing, degree[closing, 0] - 1]
    return literals
