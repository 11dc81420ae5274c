"""Vertex elimination: arcs without directed cycles, by eliminating nodes one by one.

Arcs imply separate reachability variables, ``reach[p]`` for ordered pairs p = (u, v). Nodes are eliminated in order of smallest
degree; when x is eliminated, its neighbours u, v become neighbours of each other, and

    reach(u, x) and reach(x, v) -> reach(u, v)   for u != v          not (reach(u, x) and reach(x, u))

Each elimination of a node on a directed cycle shortens the cycle, until two nodes reach each other, which is forbidden; without
cycles "is reachable along arcs" satisfies all clauses. Arcs and reachability have separate variables because a pair added by
elimination may be reachable without being an arc. With width w (the largest degree at elimination) there are at most 2 n w pairs, a
clause for each arc, and n w^2 others: for each node the square of its degree.

Reference: Rankooh and Rintanen 2022, "Propositional encodings of acyclicity and reachability by using vertex elimination".
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from typing import Final, TypeAlias

import numpy as np

from hashicnf.arrays.graph import ragged_by_width
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.deadline import GRAIN
from hashicnf.core.progress import Observer, reporting
from hashicnf.core.variables import VariablePool
from hashicnf.errors import TooLarge
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import ENCODING_CLAUSES, clause_block

Codes: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]

MOST_STEPS: Final = 20_000_000  # a clause each; their list takes half a gigabyte


def forbid_cycles(
    batch: Connected,
    pool: VariablePool,
    nodes: int,
    ends: Ints,
    arc: Ints,
    observe: Observer,
    widest: int | None = None,
) -> list[Clauses]:
    """Declare reachability and return clauses against directed cycles of arcs; arc[e, d] leads from ends[e, d] to ends[e, 1 - d].

    Nodes that would have more than ``widest`` neighbours are not eliminated; cycles through three or more of them are not excluded.
    Requires that no edge joins a node to itself; parallel edges are allowed. ``observe`` is called repeatedly.
    Raises TooLarge above MOST_STEPS clauses.
    """
    code, steps = _eliminate(nodes, ends, widest, observe)
    reach = pool.declare("reach", len(code), meaning="the first node of pair p reaches the second along arcs").lits

    def pair(u: Ints, v: Ints) -> Ints:
        observe(ENCODING_CLAUSES)
        return reach[np.searchsorted(code, u.astype(np.int64) * nodes + v)]

    x, u, v = steps.T
    apart = u != v
    through = np.stack((-pair(u, x)[apart], -pair(x, v)[apart], pair(u[apart], v[apart])), axis=1)
    back = np.stack((-pair(u, x)[~apart], -pair(x, u)[~apart]), axis=1)
    arcs = np.stack((-arc, pair(ends, ends[:, ::-1])), axis=2).reshape(-1, 2)
    blocks = [arcs, back, through]
    if widest is not None:
        one, other = _staying(code, nodes, x)
        blocks.append(np.stack((-pair(one, other), -pair(other, one)), axis=1))
    return [clause_block(batch, block) for block in blocks if len(block)]


def _staying(code: Codes, nodes: int, gone: Ints) -> tuple[Ints, Ints]:
    """Return the smaller and the larger nodes of the pairs that remain when some nodes are ``gone``, both int32[p]."""
    stays = np.ones(nodes, dtype=np.bool_)
    stays[gone] = False
    one, other = (code // nodes).astype(np.int32), (code % nodes).astype(np.int32)
    left = (one < other) & stays[one] & stays[other]
    return one[left], other[left]


def count_steps(nodes: int, ends: Ints, most: int, observe: Observer) -> int | None:
    """Count the clauses of elimination, the square of the number of neighbours for each node; None if more than ``most``."""
    steps = 0
    for _, around in _by_degree(nodes, ends, observe):
        steps += len(around) ** 2
        if steps > most:
            return None
    return steps


def _eliminate(nodes: int, ends: Ints, widest: int | None, observe: Observer) -> tuple[Codes, Ints]:
    """Eliminate all nodes, or those with up to ``widest`` neighbours.

    Return the sorted codes u * n + v of all pairs, int64[p], and the steps int32[t, 3]: a step (x, u, v) is a pair of neighbours of
    x at its elimination, in both orders and with u = v included.
    """
    gone, around, width, total = list[int](), list[int](), list[int](), 0
    for x, near in _by_degree(nodes, ends, observe):
        if widest is not None and len(near) > widest:
            break
        gone.append(x)
        around += near
        width.append(len(near))
        total += len(near) ** 2
        if total > MOST_STEPS:
            raise TooLarge(
                f"elimination over {nodes:,} nodes needs more than {MOST_STEPS:,} clauses; use --connectivity planar or levels-log"
            )
    steps = np.empty((total, 3), dtype=np.int32)
    count = np.array(width, dtype=np.int64)
    first = (count**2).cumsum() - count**2
    owner = np.repeat(np.arange(len(gone), dtype=np.int32), count)
    for who, rows in ragged_by_width(owner, np.array(around, dtype=np.int32), len(gone)):
        observe(ENCODING_CLAUSES)
        k = rows.shape[1]
        at = (first[who][:, None] + np.arange(k**2)).ravel()
        steps[at, 0] = np.repeat(np.array(gone, dtype=np.int32)[who], k**2)
        steps[at, 1], steps[at, 2] = np.repeat(rows, k, axis=1).ravel(), np.tile(rows, k).ravel()
    apart = steps[steps[:, 1] != steps[:, 2], 1:]
    code = np.concatenate([pair[:, 0] * np.int64(nodes) + pair[:, 1] for pair in (apart, ends, ends[:, ::-1])])
    code.sort()
    return code[np.append(True, code[1:] != code[:-1])[: len(code)]], steps


def _by_degree(nodes: int, ends: Ints, observe: Observer) -> Iterator[tuple[int, list[int]]]:
    """Eliminate in order of smallest degree (ties: smallest node); yield each node and its sorted neighbours at that time."""
    near: list[set[int]] = [set() for _ in range(nodes)]
    for u, v in reporting(ENCODING_CLAUSES, ends.tolist(), observe, GRAIN):
        near[u].add(v)
        near[v].add(u)
    heap = [(len(near[x]), x) for x in range(nodes)]
    heapify(heap)
    gone = [False] * nodes
    while heap:
        degree, x = heappop(heap)
        if gone[x] or degree != len(near[x]):
            continue
        observe(ENCODING_CLAUSES)
        gone[x] = True
        yield x, sorted(near[x])
        for u in near[x]:
            near[u] |= near[x]
            near[u] -= {u, x}
            heappush(heap, (len(near[u]), u))
