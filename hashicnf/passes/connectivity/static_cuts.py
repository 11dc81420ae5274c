"""Static cuts: clauses against small sets of nodes that are connected only among themselves.

A set of at most k nodes, smaller than the whole, can close if loads of its inner edges give every node exactly its degree: two 1s
that see each other, 1-2-1, a square of 2s. The clause of each such connected set demands that some edge leaves it. Every complete
encoding implies these clauses, but a solver derives them late; the lazy loop would find them one round at a time. Edges may be
parallel, as in contracted graphs; known edges are left out of the clauses.
"""

from __future__ import annotations

import numpy as np

from hashicnf.arrays.graph import ragged_by_width
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.progress import Observer, unobserved
from hashicnf.logic import Bools, Ints
from hashicnf.passes.connectivity.closing_sets import closing_sets, degrees_of, incident_edges, joined_pairs


def static_cuts(batch: Connected, most_nodes: int, observe: Observer = unobserved) -> list[Clauses]:
    """Return the cuts of all sets of 2 to ``most_nodes`` nodes that can close among themselves.

    ``observe`` is called repeatedly. Raises UsageError if there are too many of these sets.
    """
    blocks = _pairs(batch) if most_nodes >= 2 and batch.nodes > 2 else []
    if most_nodes >= 3:
        blocks += _larger(batch, most_nodes, observe)
    return blocks


def _pairs(batch: Connected) -> list[Clauses]:
    """Return the cuts of pairs of nodes with equal degrees (or an unknown one) that the edges between them can carry."""
    pair, first, times = joined_pairs(batch)
    u, v = batch.ends[first].T
    known = degrees_of(batch)
    a, b = known.degree[u], known.degree[v]
    closes = ((a == b) | (a < 0) | (b < 0)) & (np.maximum(a, b) <= known.most * times)
    which = np.flatnonzero(closes)
    which = which[np.argsort(first[which])]
    near = incident_edges(batch)
    around = np.concatenate((near[u[which]], near[v[which]]), axis=1)
    leaving = (around >= 0) & (pair[around] != which[:, None])
    return _cuts(batch, around, leaving, first[which])


def _cuts(batch: Connected, edges: Ints, leaving: Bools, source: Ints) -> list[Clauses]:
    """Return a clause for each set: one of its ``edges`` int32[s, d] that are ``leaving``, bool[s, d], is chosen.

    Sets with a leaving edge that is known to be chosen, and known edges, are left out.
    """
    if batch.known is not None:
        is_met = (leaving & (batch.known[edges] > 0)).any(axis=1)
        edges, leaving, source = edges[~is_met], leaving[~is_met], source[~is_met]
        leaving = leaving & (batch.known[edges] == 0)
    owner = np.nonzero(leaving)[0].astype(np.int32)
    groups = ragged_by_width(owner, batch.lits[edges[leaving]], len(edges))
    return [Clauses(rows, batch.origin, source[who]) for who, rows in groups if len(who)]


def _larger(batch: Connected, most_nodes: int, observe: Observer) -> list[Clauses]:
    """Return the cuts of sets of three or more nodes, ordered by their smallest node, then size, then their other nodes."""
    sets = closing_sets(batch, most_nodes, observe)
    count = sum(map(len, sets))
    if not count:
        return []
    width = max(rows.shape[1] for rows in sets)
    padded = np.concatenate([np.pad(rows, ((0, 0), (0, width - rows.shape[1])), constant_values=-1) for rows in sets])
    size = np.repeat([rows.shape[1] for rows in sets], [len(rows) for rows in sets])
    padded = padded[np.lexsort((*padded.T[:0:-1], size, padded[:, 0]))]
    near = incident_edges(batch)
    edges = np.where(padded[:, :, None] < 0, np.int32(-1), near[padded]).reshape(count, -1)
    edges.sort(axis=1)
    once = np.ones(edges.shape, dtype=np.bool_)  # an edge inside the set occurs in the row twice
    twice = edges[:, 1:] == edges[:, :-1]
    once[:, 1:] &= ~twice
    once[:, :-1] &= ~twice
    once &= edges >= 0
    return _cuts(batch, edges, once, np.arange(count, dtype=np.int32))
