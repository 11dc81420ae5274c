"""Count the spare edges that sums allow: the true literals beyond those of a spanning tree."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Cardinality, Connected
from hashicnf.logic import Bools, Ints


def groups_of(graph: Connected, known: Ints) -> Ints:
    """Return the group of each node, int32[n]: the nodes connected by edges that ``known`` int32[v + 1] gives as chosen."""
    return components(graph.nodes, graph.ends[true_of(known, graph.lits)])


def spare(graph: Connected, counted: Iterable[Cardinality], known: Ints) -> int | None:
    """Return how many more of the counted literals will be true than it takes to connect the groups; less than 0 if too few.

    Returns None unless every open literal of the exact sums is in exactly two of them, and every open edge is counted by them.
    ``known`` int32[v + 1] is 1 or -1 for variables that are true or false, 0 for others.
    """
    exact = [sums for sums in counted if sums.op == "eq"]
    lits = np.concatenate([np.zeros(0, dtype=np.int32), *(sums.lits.ravel() for sums in exact)])
    is_open = known[np.abs(lits)] == 0
    times = np.bincount(np.abs(lits[is_open]), minlength=len(known))
    edges = graph.lits[known[np.abs(graph.lits)] == 0]
    if (lits[is_open] < 0).any() or not np.isin(times, (0, 2)).all() or (edges < 0).any() or not times[edges].all():
        return None
    missing = sum(sums.bound * len(sums.lits) for sums in exact) - np.count_nonzero(true_of(known, lits))
    return int(missing) // 2 - int(groups_of(graph, known).max(initial=0))


def surplus(graph: Connected, counted: Iterable[Cardinality], known: Ints) -> Ints:
    """List the open literals that are counted but connect no two groups, ascending, int32[k]. Requires: ``spare`` is not None.

    If ``spare`` is 0, all of them are false.
    """
    group = groups_of(graph, known)
    is_more = np.zeros(len(known), dtype=np.bool_)
    for sums in counted:
        if sums.op == "eq":
            is_more[sums.lits[known[np.abs(sums.lits)] == 0]] = True
    is_more[np.abs(graph.lits[group[graph.ends[:, 0]] != group[graph.ends[:, 1]]])] = False
    return np.flatnonzero(is_more).astype(np.int32)


def true_of(known: Ints, lits: Ints) -> Bools:
    """Return which literals are known to be true."""
    true: Bools = known[np.abs(lits)] * np.sign(lits) > 0
    return true


def counted_twice(counted: Iterable[Cardinality]) -> tuple[Ints, Ints]:
    """Return the literals in two exact sums, ascending int32[e], and the numbers of the two among the exact sums, int32[e, 2]."""
    lits, rows, before = [np.zeros(0, dtype=np.int32)], [np.zeros(0, dtype=np.int32)], 0
    for sums in counted:
        if sums.op == "eq":
            many, width = sums.lits.shape
            lits.append(sums.lits.ravel())
            rows.append(np.repeat(np.arange(before, before + many, dtype=np.int32), width))
            before += many
    literals, row = np.concatenate(lits), np.concatenate(rows)
    order = np.argsort(literals, kind="stable")
    literals, row = literals[order], row[order]
    first = np.flatnonzero(literals[1:] == literals[:-1])
    return literals[first], np.stack((row[first], row[first + 1]), axis=1)
