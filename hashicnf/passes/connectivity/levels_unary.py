"""Connectivity by unary levels: every node has a number in the order encoding, and parents have smaller ones.

Parent arcs (see ``_arcs``) and ``level[v, j]``, "the level of v is at least j", j from 1 to the depth D. An arc
from u to its parent v implies

    level(u) >= 1          level(v) >= j -> level(u) >= j + 1          not level(v) >= D

A tree over n nodes is at most n - 1 deep, so D = n - 1 is complete, and no formula has more levels. A smaller depth makes a smaller
formula that may miss solutions; it is used only on request, and the header of the file then declares that. Variables: 2 m + n D;
clauses for the levels: n (D - 1) + 2 m (D + 1). Propagates well, but grows with the square of the board. No clause is written
twice: each has an arc or levels that no other clause has.

Reference: Tamura, Taga, Kitagawa and Banbara 2009, "Compiling finite linear CSP into SAT", for the order encoding; Janota,
Grigore and Manquinho 2017, "On the quest for an acyclic graph", for levels.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from hashicnf.arrays.blocking import deferred
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import ConnectivityEncoding, clause_block, require_writable
from hashicnf.passes.connectivity._arcs import declare_arcs, parents


def encode(batch: Connected, pool: VariablePool) -> list[Clauses]:
    """Return the clauses with a depth that loses no solution. Raises UsageError as ``bounded`` does."""
    return bounded(batch, pool, max(1, batch.nodes - 1))


def bounded(batch: Connected, pool: VariablePool, depth: int) -> list[Clauses]:
    """Return the clauses of spanning trees at most ``depth`` >= 1 deep. Raises UsageError for too many clauses."""
    depth = min(depth, max(1, batch.nodes - 1))
    clauses = batch.nodes * (depth - 1) + 2 * len(batch.ends) * (depth + 1)
    what = f"unary levels of {batch.nodes:,} nodes up to {depth:,}"
    require_writable(clauses, what, "--connectivity auto, or a smaller --depth")
    arc = declare_arcs(batch, pool)
    level = pool.declare("level", batch.nodes, depth, meaning="the node's level is at least j", base=1)
    first = np.arange(level.first, level.first + level.size, depth, dtype=np.int32)
    a, child, parent = arc.ravel(), first[batch.ends.ravel()], first[batch.ends[:, ::-1].ravel()]

    def each(some: slice) -> tuple[Ints, Ints]:
        """Return for each clause its row and its level, 0 to ``depth`` - 2; the level changes faster."""
        which, below = np.divmod(np.arange(some.start, some.stop, dtype=np.int32), np.int32(depth - 1))
        return which, below

    def ordered(some: slice) -> Ints:
        node, below = each(some)
        lower = first[node] + below
        return np.stack((-lower - 1, lower), axis=1)

    def deeper(some: slice) -> Ints:
        which, below = each(some)
        return np.stack((-a[which], -parent[which] - below, child[which] + below + 1), axis=1)

    blocks = [
        deferred(ordered, batch.nodes * (depth - 1), 2),
        np.stack((-a, child), axis=1),
        np.stack((-a, -parent - np.int32(depth - 1)), axis=1),
        deferred(deeper, len(a) * (depth - 1), 3),
    ]
    made = (replace(clause_block(batch, block), distinct=True) for block in blocks if len(block))
    return [*parents(batch, arc), *made]


ENCODING: Final = ConnectivityEncoding(
    "unary levels up to a depth, parents below children", complete=True, encode=encode, bounded=bounded
)
