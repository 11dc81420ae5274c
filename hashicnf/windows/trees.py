"""Boards with just enough bridges: their solutions are trees.

To join n nodes takes n - 1 edges. If the sums say that exactly n - 1 of the literals they count are true, then each of these joins
two parts: nothing is counted but the first bridge of an edge, and no edges form a circle. So what connectivity asks of the whole
board becomes two rules that are broken, and seen to be broken, in one place. Without them a window spends what others will need,
and a solver that is to find out does it by counting, which it cannot do in short.
Reference: any tree on n nodes has n - 1 edges, Cayley 1857, "On the theory of the analytical forms called trees".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Cardinality, Clauses, Connected, Origin
from hashicnf.logic import Ints

TREE = Origin("tree", "edge")


def is_tree(batch: Connected, counted: tuple[Cardinality, ...]) -> bool:
    """Tell whether the sums leave one true literal less than there are nodes, each counted by two exact sums."""
    exact = [sums for sums in counted if sums.op == "eq"]
    names, times = np.unique(np.concatenate([sums.lits.ravel() for sums in exact] or [batch.lits]), return_counts=True)
    twice = bool((times == 2).all() and (names > 0).all() and np.isin(batch.lits, names).all())
    return twice and sum(sums.bound * len(sums.lits) for sums in exact) == 2 * (batch.nodes - 1)


def surplus(batch: Connected, counted: tuple[Cardinality, ...]) -> Clauses:
    """Forbid what is counted but joins nothing, in a tree."""
    lits = [sums.lits.ravel() for sums in counted if sums.op == "eq"]
    names = np.setdiff1d(np.concatenate(lits), batch.lits).astype(np.int32)
    return Clauses(-names[:, None], TREE, np.zeros(len(names), dtype=np.int32))


def circles(ends: Ints) -> list[list[int]]:
    """List circles, as indices into int32[e, 2]: one for each edge that closes one in a breadth-first search.

    It begins where most edges meet, so that circles are short: short ones say more.
    """
    edges = _beside_circles(ends)
    beside: dict[int, list[tuple[int, int]]] = {}
    for edge, (u, v) in zip(edges.tolist(), ends[edges].tolist(), strict=True):
        beside.setdefault(u, []).append((v, edge))
        beside.setdefault(v, []).append((u, edge))
    above: dict[int, Step] = {}
    closing: dict[int, tuple[int, int]] = {}
    for root in sorted(beside, key=lambda node: -len(beside[node])):
        if root in above:
            continue
        above[root] = Step(root, -1, 0)
        queue = [root]
        for node in queue:
            for other, edge in beside[node]:
                if other not in above:
                    above[other] = Step(node, edge, above[node].depth + 1)
                    queue.append(other)
                elif edge != above[node].edge and edge != above[other].edge:
                    closing[edge] = (node, other)
    return [[edge, *_path(node, other, above)] for edge, (node, other) in closing.items()]


class Step(NamedTuple):
    """The way from a node towards the root of its tree."""

    node: int
    edge: int
    depth: int


def _path(one: int, other: int, above: dict[int, Step]) -> list[int]:
    """List the edges between two nodes of a tree."""
    path = []
    while one != other:
        if above[one].depth < above[other].depth:
            one, other = other, one
        path.append(above[one].edge)
        one = above[one].node
    return path


def _beside_circles(ends: Ints) -> Ints:
    """List the edges of the components that have a circle: no fewer edges than nodes."""
    part = components(int(ends.max(initial=-1)) + 1, ends)
    own = part[ends[:, 0]]
    extra = np.bincount(own, minlength=int(part.max(initial=-1)) + 1) >= np.bincount(part)
    return np.flatnonzero(extra[own]).astype(np.int32)
