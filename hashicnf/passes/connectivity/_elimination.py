"""Vertex elimination: arcs without directed cycles, by eliminating nodes one by one.

Arcs imply reachability variables of their own, ``reach[p]`` for ordered pairs p = (u, v). Nodes are eliminated in an order of
small degree; when x goes, its neighbours u, v become neighbours of each other, and

    reach(u, x) and reach(x, v) -> reach(u, v)   for u != v          not (reach(u, x) and reach(x, u))

A directed cycle shrinks by each eliminated node on it, until two nodes reach each other, which is forbidden; without
cycles "reaches along arcs" satisfies everything. The arcs' own variables stay apart from the reachability variables: a fill
pair that is reached need not be an arc. With width w (the largest degree at elimination) there are at most 2 n w pairs, a clause
for each arc, and n w^2 others: the square of its degree for each node.

Reference: Rankooh and Rintanen 2022, "Propositional encodings of acyclicity and reachability by using vertex elimination".
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

import numpy as np

from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.variables import VariablePool
from hashicnf.errors import UsageError
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import clause_block

MOST_STEPS = 20_000_000  # a clause each; two gigabytes while they are listed


def forbid_cycles(batch: Connected, pool: VariablePool, nodes: int, ends: Ints, arc: Ints) -> list[Clauses]:
    """Declare reachability and forbid directed cycles of arcs: arc[e, d] leads from ends[e, d] to ends[e, 1 - d].

    Requires that no edge joins a node to itself; several may join the same two nodes. Raises UsageError above MOST_STEPS clauses.
    """
    code, steps = _eliminate(nodes, ends)
    reach = pool.declare("reach", len(code), meaning="the first node of pair p reaches the second along arcs").lits

    def pair(u: Ints, v: Ints) -> Ints:
        return reach[np.searchsorted(code, u.astype(np.int64) * nodes + v)]

    x, u, v = steps.T
    apart = u != v
    through = np.stack((-pair(u, x)[apart], -pair(x, v)[apart], pair(u[apart], v[apart])), axis=1)
    back = np.stack((-pair(u, x)[~apart], -pair(x, u)[~apart]), axis=1)
    arcs = np.stack((-arc, pair(ends, ends[:, ::-1])), axis=2).reshape(-1, 2)
    return [clause_block(batch, block) for block in (arcs, back, through) if len(block)]


def _eliminate(nodes: int, ends: Ints) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], Ints]:
    """Eliminate in order of smallest degree (ties: smallest node): the sorted codes u * n + v of all pairs, and steps [t, 3].

    A step (x, u, v) is a pair of neighbours of x, both orders and u = v included, at the time of its elimination.
    """
    near: list[set[int]] = [set() for _ in range(nodes)]
    for u, v in ends.tolist():
        near[u].add(v)
        near[v].add(u)
    codes = {u * nodes + v for u in range(nodes) for v in near[u]}
    heap = [(len(near[x]), x) for x in range(nodes)]
    heapify(heap)
    gone = [False] * nodes
    steps: list[tuple[int, int, int]] = []
    while heap:
        degree, x = heappop(heap)
        if gone[x] or degree != len(near[x]):
            continue
        gone[x] = True
        around = sorted(near[x])
        for u in around:
            near[u].discard(x)
            near[u].update(w for w in around if w != u)
            codes.update(u * nodes + w for w in around if w != u)
            steps.extend((x, u, w) for w in around)
        if len(steps) > MOST_STEPS:
            raise UsageError(
                f"elimination over {nodes:,} nodes needs more than {MOST_STEPS:,} clauses; use --connectivity planar or levels-log"
            )
        for u in around:
            heappush(heap, (len(near[u]), u))
    return np.array(sorted(codes), dtype=np.int64), np.array(steps, dtype=np.int32).reshape(-1, 3)
