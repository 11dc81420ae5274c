"""Static cuts: forbid from the start that a few nodes close among themselves.

A set of at most k nodes, smaller than the whole, can close if loads of its inner edges give every node exactly its capacity:
two 1s that see each other, 1-2-1, a square of 2s. For each such connected set: "some edge leaves it". Every complete
encoding implies these clauses, but finds them late; the lazy loop would find them one round at a time.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hashicnf.constraints import Clauses, Connected
from hashicnf.errors import UsageError
from hashicnf.graph import ragged_by_width
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import clause_block

SATISFIED = -2
MOST_SETS = 100_000  # of one size around one node: about 60 MB


def static_cuts(batch: Connected, most_nodes: int) -> list[Clauses]:
    """Write the cuts of all sets of 2 to ``most_nodes`` nodes that could close among themselves.

    Raises UsageError where these sets are too many to be listed.
    """
    blocks = _pairs(batch) if most_nodes >= 2 and batch.nodes > 2 else []
    if most_nodes >= 3:
        blocks += _larger(batch, most_nodes)
    return blocks


def _pairs(batch: Connected) -> list[Clauses]:
    """Write the cuts of pairs: equal capacities (or an unknown one) that one edge can carry."""
    u, v = batch.ends.T
    a, b = batch.capacity[u], batch.capacity[v]
    closes = ((a == b) | (a < 0) | (b < 0)) & (np.maximum(a, b) <= batch.most)
    inner = np.flatnonzero(closes).astype(np.int32)
    near = _incident(batch)
    around = np.concatenate((near[u[inner]], near[v[inner]]), axis=1)
    leaving = (around >= 0) & (around != inner[:, None])
    owner = np.repeat(np.arange(len(inner), dtype=np.int32), leaving.sum(axis=1))
    lits = batch.lits[around[leaving]]
    return [clause_block(batch, rows, inner[who]) for who, rows in ragged_by_width(owner, lits, len(inner)) if len(who)]


def _incident(batch: Connected) -> Ints:
    """List each node's edges, int32[nodes, d], padded with -1."""
    edge = np.repeat(np.arange(len(batch.ends), dtype=np.int32), 2)
    groups = ragged_by_width(batch.ends.ravel(), edge, batch.nodes)
    table = np.full((batch.nodes, max((rows.shape[1] for _, rows in groups), default=0)), -1, dtype=np.int32)
    for who, rows in groups:
        table[who, : rows.shape[1]] = rows
    return table


def _larger(batch: Connected, most_nodes: int) -> list[Clauses]:
    """Write the cuts of connected sets of three and more nodes, found by growing sets from their smallest node."""
    ends, capacity = batch.ends.tolist(), batch.capacity.tolist()
    near: list[list[tuple[int, int]]] = [[] for _ in range(batch.nodes)]
    for e, (u, v) in enumerate(ends):
        near[u].append((e, v))
        near[v].append((e, u))
    owner, lits, count = [], [], 0
    for nodes in _connected_sets(near, most_nodes):
        if len(nodes) < 3 or len(nodes) == batch.nodes:
            continue
        inner = sorted({e for u in nodes for e, v in near[u] if v in nodes})
        at = {node: i for i, node in enumerate(sorted(nodes))}
        pairs = [(at[u], at[v]) for u, v in (ends[e] for e in inner)]
        if _closes([capacity[u] for u in at], pairs, batch.most):
            outer = sorted({e for u in nodes for e, v in near[u] if v not in nodes})
            owner += [count] * len(outer)
            lits += outer
            count += 1
    picked = batch.lits[np.array(lits, dtype=np.int32)]
    groups = ragged_by_width(np.array(owner, dtype=np.int32), picked, count) if count else []
    return [clause_block(batch, rows, who) for who, rows in groups if len(who)]


def _connected_sets(near: list[list[tuple[int, int]]], most: int) -> Iterator[frozenset[int]]:
    """Yield every connected set of at most ``most`` nodes once, in a fixed order."""
    for root in range(len(near)):
        level = {frozenset((root,))}
        for _ in range(min(most, len(near)) - 1):
            grown = {nodes | {v} for nodes in level for u in nodes for _, v in near[u] if v > root and v not in nodes}
            if len(grown) > MOST_SETS:
                raise UsageError(
                    f"cuts of {most} islands: there are too many such sets (over {MOST_SETS:,} around one island); "
                    "give a smaller number to --cuts"
                )
            yield from sorted(grown, key=sorted)
            level = grown


def _closes(capacity: list[int], edges: list[tuple[int, int]], most: int) -> bool:
    """Tell whether loads 0..most on the edges can meet all capacities exactly (an unknown one by any positive sum).

    Edge by edge, what is left of the capacities after some choice of loads; a node must be done after its last edge.
    Requires that every node has an edge.
    """
    last = {node: i for i, edge in enumerate(edges) for node in edge}
    states = {tuple(capacity)}
    for i, (u, v) in enumerate(edges):
        states = {after for state in states for after in _loaded(state, u, v, most)}
        for node in (u, v):
            if last[node] == i:
                states = {state for state in states if state[node] in (0, SATISFIED)}
    return bool(states)


def _loaded(left: tuple[int, ...], u: int, v: int, most: int) -> Iterator[tuple[int, ...]]:
    """Put each load on an edge that its two nodes have room for."""
    room = min(left[node] if left[node] >= 0 else most for node in (u, v))
    for load in range(min(room, most) + 1):
        after = list(left)
        for node in (u, v):
            if after[node] >= 0:
                after[node] -= load
            elif load:
                after[node] = SATISFIED
        yield tuple(after)
