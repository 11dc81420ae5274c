"""Leaves of a graph: nodes, or groups that known edges connect, that have a single load left.

A leaf is connected to one other group by the load that it lacks, so no edge at a leaf connects others. In a graph of more than two
groups, two leaves must not use up each other's loads. So a choice of edges that satisfies the degrees connects the graph if and
only if no edge joins two leaves and the graph without leaves is connected. There the cut of a component leaves out the edges to
leaves, which could satisfy it without connecting anything.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.constraints import Connected
from hashicnf.core.spare import groups_of, true_of
from hashicnf.core.subgraph import subgraph
from hashicnf.logic import Bools, Ints

FEWEST: Final = 2  # groups that are no leaves, if leaves are to be left out


def without_leaves(graph: Connected, known: Ints) -> tuple[Connected, Ints]:
    """Return a graph without its leaves, and ``known`` with the edges between two leaves as false.

    ``known`` int32[v + 1] is 1 or -1 for variables that are true or false, 0 for others.
    """
    leaf = _leaves(graph, known)
    if not leaf.any():
        return graph, known
    one, other = leaf[graph.ends].T
    known = known.copy()
    lits = graph.lits[one & other]
    is_open = known[np.abs(lits)] == 0
    known[np.abs(lits[is_open])] = -np.sign(lits[is_open])
    return subgraph(graph, ~leaf, ~(one | other)), known


def _leaves(graph: Connected, known: Ints) -> Bools:
    """Return which nodes are in leaves, bool[n]; none if degrees are unknown, or too few groups are no leaves."""
    group = groups_of(graph, known)
    missing = _missing(graph, known)
    left = np.bincount(group, missing)
    left[group[missing < 0]] = -1
    if np.count_nonzero(left != 1) < FEWEST:
        return np.zeros(graph.nodes, dtype=np.bool_)
    leaf: Bools = (left == 1)[group]
    return leaf


def _missing(graph: Connected, known: Ints) -> Ints:
    """Return how many loads each node lacks, int32[n]; below 0 if its degree is unknown."""
    loads = graph.degrees
    if loads is None or loads.lits is None:
        return np.full(graph.nodes, -1, dtype=np.int32)
    carried = np.repeat(np.count_nonzero(true_of(known, loads.lits), axis=1), 2)
    return loads.degree - np.bincount(graph.ends.ravel(), carried, graph.nodes).astype(np.int32)
