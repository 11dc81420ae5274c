"""Loop clauses: where the chosen edges must form a tree, forbid the loops that a model has.

Each chosen edge outside a spanning forest closes exactly one loop with it; the clause means that one edge of the loop is not
chosen. A breadth-first forest keeps these loops short.
"""

from __future__ import annotations

import numpy as np

from hashicnf.arrays.graph import breadth_first, ragged_by_width
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.logic import Bools, Ints
from hashicnf.passes.connectivity import clause_block


def loop_clauses(batch: Connected, chosen: Bools) -> list[Clauses]:
    """Return a clause for each loop that a chosen edge closes with a breadth-first forest of the chosen edges."""
    picked = np.flatnonzero(chosen).astype(np.int32)
    ends = batch.ends[picked]
    parent_edge, depth = breadth_first(batch.nodes, ends)
    in_forest = np.zeros(len(picked), dtype=np.bool_)
    in_forest[parent_edge[parent_edge >= 0]] = True
    closing = np.flatnonzero(~in_forest).astype(np.int32)
    owner, edge = _walk(ends, parent_edge, depth, closing)
    lits = -batch.lits[picked[edge]]
    return [clause_block(batch, rows, who) for who, rows in ragged_by_width(owner, lits, len(closing)) if len(who)]


def _walk(ends: Ints, parent_edge: Ints, depth: Ints, closing: Ints) -> tuple[Ints, Ints]:
    """Climb from both ends of every closing edge, in step, until they meet; list (loop, edge) pairs."""
    loop = np.arange(len(closing), dtype=np.int32)
    a, b = ends[closing, 0], ends[closing, 1]
    owners, edges = [loop], [closing]
    while len(loop):
        swap = depth[a] < depth[b]
        a, b = np.where(swap, b, a), np.where(swap, a, b)
        up = parent_edge[a]
        owners.append(loop)
        edges.append(up)
        a = ends[up].sum(axis=1, dtype=np.int32) - a
        apart = a != b
        loop, a, b = loop[apart], a[apart], b[apart]
    return np.concatenate(owners), np.concatenate(edges)
