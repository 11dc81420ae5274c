"""Clauses that hold in every connected choice, recognised by another way than they are found."""

from __future__ import annotations

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Connected
from hashicnf.logic import Ints


def is_axiom(rule: Connected, clause: Ints) -> bool:
    """Return whether connectivity demands a clause, int32[k].

    "Some edge leaves S" holds if the graph falls apart without the edges of the clause, and "not all of these edges" if they hold a
    loop where loops are forbidden.
    """
    return _is_cut(rule, clause) or _is_loop(rule, clause)


def _is_cut(rule: Connected, clause: Ints) -> bool:
    """Return whether the graph is disconnected without the edges of a clause."""
    among = np.isin(rule.lits, clause)
    return rule.nodes > 1 and bool(components(rule.nodes, rule.ends[~among]).max() > 0)


def _is_loop(rule: Connected, clause: Ints) -> bool:
    """Return whether the edges that a clause denies hold a loop, and loops are forbidden."""
    denied = np.isin(rule.lits, -clause)
    trees = int(components(rule.nodes, rule.ends[denied]).max(initial=-1)) + 1
    return rule.acyclic and bool(denied.sum() > rule.nodes - trees)
