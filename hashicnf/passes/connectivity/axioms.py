"""Recognise clauses that hold in every connected choice of edges, by a method independent of the one that finds them."""

from __future__ import annotations

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Connected
from hashicnf.logic import Ints


def is_axiom(rule: Connected, clause: Ints) -> bool:
    """Return whether a clause, int32[k], follows from connectivity.

    "Some edge of these is chosen" follows if the graph is disconnected without these edges, and "not all of these edges are chosen"
    if they contain a loop and loops are forbidden.
    """
    return _is_cut(rule, clause) or _is_loop(rule, clause)


def _is_cut(rule: Connected, clause: Ints) -> bool:
    """Return whether the graph is disconnected without the edges of a clause."""
    among = np.isin(rule.lits, clause)
    return rule.nodes > 1 and bool(components(rule.nodes, rule.ends[~among]).max() > 0)


def _is_loop(rule: Connected, clause: Ints) -> bool:
    """Return whether the edges that are negated in a clause contain a loop, and loops are forbidden."""
    denied = np.isin(rule.lits, -clause)
    trees = int(components(rule.nodes, rule.ends[denied]).max(initial=-1)) + 1
    return rule.acyclic and bool(denied.sum() > rule.nodes - trees)
