"""Connectivity by unary levels: every node has a number in the order encoding, and parents have smaller ones.

Parent arcs (see ``_arcs``) and ``level[v, j]``, "the level of v is at least j", j from 1 to the depth D. An arc
from u to its parent v implies

    level(u) >= 1          level(v) >= j -> level(u) >= j + 1          not level(v) >= D

A tree over n nodes is at most n - 1 deep, so D = n - 1 is complete. A smaller depth makes a smaller formula that may miss
solutions; it is written only on demand, and the file then means that it is incomplete in this sense. Variables: 2 m + n D;
clauses for the levels: n (D - 1) + 2 m (D + 1). Propagates well, and grows with the square of the board.

Reference: Tamura, Taga, Kitagawa and Banbara 2009, "Compiling finite linear CSP into SAT", for the order encoding; Janota,
Grigore and Manquinho 2017, "On the quest for an acyclic graph", for levels.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.variables import VariablePool
from hashicnf.errors import UsageError
from hashicnf.passes.connectivity import ConnectivityEncoding, clause_block, impossible
from hashicnf.passes.connectivity._arcs import declare_arcs, parents

MOST_CLAUSES = 100_000_000


def encode(batch: Connected, pool: VariablePool) -> list[Clauses]:
    """Encode with the depth that is sound for every board. Raises UsageError as ``bounded`` does."""
    return bounded(batch, pool, max(1, batch.nodes - 1))


def bounded(batch: Connected, pool: VariablePool, depth: int) -> list[Clauses]:
    """Encode trees that are at most ``depth`` >= 1 deep. Raises UsageError above MOST_CLAUSES clauses."""
    if batch.nodes <= 1:
        return []
    if no := impossible(batch):
        return no
    clauses = batch.nodes * (depth - 1) + 2 * len(batch.ends) * (depth + 1)
    if clauses > MOST_CLAUSES:
        raise UsageError(
            f"unary levels of {batch.nodes:,} nodes up to {depth:,} need {clauses:,} clauses (the limit is {MOST_CLAUSES:,}); "
            "use --connectivity auto, or a smaller --depth"
        )
    arc = declare_arcs(batch, pool)
    level = pool.declare("level", batch.nodes, depth, meaning="the node's level is at least j", base=1).lits
    a, child, parent = arc.ravel(), level[batch.ends.ravel()], level[batch.ends[:, ::-1].ravel()]
    repeated = np.repeat(a, depth - 1)
    blocks = [
        np.stack((-level[:, 1:].ravel(), level[:, :-1].ravel()), axis=1),
        np.stack((-a, child[:, 0]), axis=1),
        np.stack((-a, -parent[:, -1]), axis=1),
        np.stack((-repeated, -parent[:, :-1].ravel(), child[:, 1:].ravel()), axis=1),
    ]
    return [*parents(batch, arc), *(clause_block(batch, block) for block in blocks if len(block))]


ENCODING: Final = ConnectivityEncoding(
    "unary levels up to a depth, parents below children", complete=True, encode=encode, bounded=bounded
)
