"""Connectivity by parent arcs and their transitive closure: the textbook encoding, cubic in the number of nodes.

Every node but the root (node 0) has a parent: ``parent[e, d]`` means that edge e is chosen and leads from its end d to the other
end, its parent. ``above[u, v]`` contains the arcs and is transitive and asymmetric, so it is a strict order: following parents
never returns to a node, so it ends at the root. (Defining "u reaches v if some neighbour does" without the order would let
nodes support one another in cycles, a common mistake.)

If loops are forbidden, a chosen edge is a parent arc in one of its directions, no node has two parents, and the root has none.

Variables: 2 m + n^2, of which the n on the diagonal are in no clause. Clauses: n (n - 1) (n - 2) for transitivity,
n (n - 1) / 2 for asymmetry, 4 m for the arcs, n - 1 for the parents; if loops are forbidden, m more for the chosen edges, one for
each edge of the root, which has no parent, and deg (deg - 1) / 2 for each other node, which has at most one. At 100 nodes this is a
million clauses: an oracle for tests and a baseline for comparisons, not an encoding for large boards.

No clause about the order is written twice: each has an arc of its own, or pairs of nodes that no other clause has.

Reference: Prestwich 2003, "SAT problems with chains of dependent variables", on Hamiltonian cycles; Janota, Grigore and
Manquinho 2017, "On the quest for an acyclic graph".
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
    """Declare parents and the order and return the clauses. Raises UsageError if they are too many."""
    n = batch.nodes
    require_writable(n * (n - 1) * (n - 2), f"transitive orders of {n:,} nodes", "--connectivity auto")
    arc = declare_arcs(batch, pool)
    above = pool.declare("above", n, n, meaning="the second node is above the first; the diagonal is unused").lits
    upwards = clause_block(batch, np.stack((-arc, above[batch.ends, batch.ends[:, ::-1]]), axis=2).reshape(-1, 2))
    return [
        *parents(batch, arc),
        *(replace(block, distinct=True) for block in (upwards, *_strict_order(batch, above))),
    ]


def _strict_order(batch: Connected, above: Ints) -> list[Clauses]:
    """Return the clauses that ``above`` is asymmetric and transitive."""
    n = len(above)
    i, j = np.triu_indices(n, 1)
    asymmetric = np.stack((-above[i, j], -above[j, i]), axis=1)

    def transitive(some: slice) -> Ints:
        pair, w = np.divmod(np.arange(some.start, some.stop), n - 2)
        u, v = np.divmod(pair, n - 1)
        v += v >= u
        w += w >= np.minimum(u, v)
        w += w >= np.maximum(u, v)
        return np.stack((-above[u, v], -above[v, w], above[u, w]), axis=1)

    blocks = (asymmetric, deferred(transitive, n * (n - 1) * (n - 2), 3))
    return [clause_block(batch, block) for block in blocks if len(block)]


ENCODING: Final = ConnectivityEncoding("parent arcs under a transitive order, cubic size", complete=True, encode=encode)
