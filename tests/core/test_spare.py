"""Spare edges that sums allow beyond a tree, compared with every assignment that keeps the sums."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Cardinality, Connected, Origin
from hashicnf.core.spare import spare, surplus
from hashicnf.logic import Ints
from tests.portions import each

RULE = Origin("rule", "node")
NODES = 4


def drawn(seed: int) -> tuple[Connected, list[Cardinality], Ints]:
    """A random graph, some edges with a second literal, the sums at its nodes by a planted choice, and known values."""
    rng = np.random.default_rng(seed)
    ends = np.array([sorted(rng.permutation(NODES)[:2]) for _ in range(4)], dtype=np.int32)
    both = np.concatenate((ends, ends[:2]))  # variables 5 and 6 are second literals of edges 0 and 1
    planted = rng.random(6) < 0.7
    lits = np.arange(1, 7, dtype=np.int32)
    rows = [lits[(both == node).any(axis=1)] for node in range(NODES)]
    sums = [
        Cardinality(row[None], "eq", int(planted[row - 1].sum()), RULE, np.array([node], dtype=np.int32))
        for node, row in enumerate(rows)
    ]
    known = np.append(0, np.where(rng.random(6) < 0.5, np.where(planted, 1, -1), 0)).astype(np.int32)
    return Connected(NODES, ends, lits[:4], RULE), sums, known


def keep(sums: list[Cardinality], known: Ints) -> list[Ints]:
    """Every assignment that keeps the sums and the known values: 1 or -1 for each variable."""
    every = (np.array([0, *values], dtype=np.int32) for values in product((1, -1), repeat=6))
    return [
        value
        for value in every
        if (known * value >= 0).all() and all((value[batch.lits] > 0).sum() == batch.bound for batch in sums)
    ]


@each("seed", range(80))
def test_it_is_what_is_true_beyond_a_tree(seed: int) -> None:
    graph, sums, known = drawn(seed)
    group = components(NODES, graph.ends[known[graph.lits] > 0])
    found = {int((value[known == 0] > 0).sum()) - int(group.max()) for value in keep(sums, known)}
    assert {spare(graph, sums, known)} == found
    joins = group[graph.ends[:, 0]] != group[graph.ends[:, 1]]
    wanted = {*range(1, 7)} - {*graph.lits[joins].tolist()} - {*np.flatnonzero(known).tolist()}
    assert {*surplus(graph, sums, known).tolist()} == wanted


@pytest.mark.parametrize(
    ("lits", "op"), [([[1, 2]], "eq"), ([[1, 2], [1, -2]], "eq"), ([[1, 2], [1, 2]], "ge"), ([[1, 2]] * 3, "eq")]
)
def test_it_is_not_known_unless_each_open_literal_is_in_two_exact_sums(lits: list[list[int]], op: str) -> None:
    graph = Connected(2, np.array([[0, 1]], dtype=np.int32), np.array([1], dtype=np.int32), RULE)
    rows = np.array(lits, dtype=np.int32)
    sums = [Cardinality(rows, op, 1, RULE, np.arange(len(rows), dtype=np.int32))]  # type: ignore[arg-type]
    assert spare(graph, sums, np.zeros(3, dtype=np.int32)) is None
    assert spare(graph, sums, np.array([0, 1, -1], dtype=np.int32)) is not None
