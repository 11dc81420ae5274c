"""Problems made from batches, and models made from loads."""

from __future__ import annotations

import time
import tracemalloc
from dataclasses import replace
from itertools import count
from typing import Final

import numpy as np
import pytest

from hashicnf.core.constraints import Batch, Cardinality, Connected, Exclusive, Implies, Origin, runs_of
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.errors import GaveUp
from hashicnf.frontier.census import take_census
from hashicnf.frontier.problem import FREE, Misfit
from hashicnf.frontier.reading import Loads, read_problem
from hashicnf.logic import Ints, truth

RULE: Final = Origin("rule", "node")


def array(*rows: object) -> Ints:
    return np.array(rows, dtype=np.int32)


def implies(body: Ints, head: Ints) -> Implies:
    return Implies(body, head, RULE, np.zeros(len(body), dtype=np.int32))


def sums(node: int, *lits: int) -> Cardinality:
    return Cardinality(array(lits), "eq", 2, RULE, array(node), chain=2)


# A triangle of nodes whose edges carry up to two: 1 and 4, 2 and 5, 3 and 6.
GRAPH: Final = Connected(3, array((0, 1), (1, 2), (0, 2)), array(1, 2, 3), RULE)
ORDER: Final = implies(array((4,), (5,), (6,)), array((1,), (2,), (3,)))
ONE: Final = Cardinality(array((1, 2)), "eq", 1, RULE, array(0))
SUMS: Final = (sums(0, 1, 4, 3, 6), sums(1, 1, 4, 2, 5), sums(2, 2, 5, 3, 6))


def test_a_problem_is_read_whatever_the_order_of_batches() -> None:
    beside = Exclusive(array((3, 1)), RULE, array(0))
    problem, loads = read_problem([*SUMS, beside, GRAPH, ORDER])
    assert loads.lits.tolist() == [[1, 4], [2, 5], [3, 6]]
    assert problem.demand.tolist() == [2, 2, 2]
    assert problem.most.tolist() == [2, 2, 2]
    assert problem.exclusive.tolist() == [[0, 2]]
    some = Cardinality(array((1, 4, 3, 6)), "ge", 1, RULE, array(0), chain=2)
    assert read_problem([some, *SUMS[1:], GRAPH, ORDER])[0].demand.tolist() == [FREE, 2, 2]


@pytest.mark.parametrize(
    ("batches", "obstacle"),
    [
        ([GRAPH, GRAPH, *SUMS, ORDER], "several graphs to be connected"),
        ([*SUMS, ORDER], "the rule rule, which is no sum of single literals"),
        ([Cardinality(array((1, 2)), "ge", 1, RULE, array(0))], "sums that are bounds"),
        ([ONE, Exclusive(array((1, 3)), RULE, array(0))], "literals that are in no sum"),
        ([ONE, Cardinality(array((3, -1)), "eq", 1, RULE, array(0))], "literals that are in no sum"),
        ([Cardinality(array((1, 2, 1)), "eq", 1, RULE, array(0))], "a variable twice"),
        ([Exclusive(array((1, 2)), RULE, array(0), redundant=True)], "literals that are in no sum"),
        ([GRAPH, *SUMS, implies(array((4,), (5,), (6,)), array((1,), (2,), (2,)))], "implications between loads"),
        ([GRAPH, *SUMS, implies(array((4, 5)), array((1,)))], "the rule rule: clauses"),
        ([GRAPH, *SUMS, ORDER, Exclusive(array((1, 5)), RULE, array(0))], "pairs of something else than edges"),
        ([GRAPH, sums(0, 4, 1, 3, 6), *SUMS[1:], ORDER], "sums of something else than loads"),
        ([GRAPH, SUMS[0], sums(1, 1, 5, 2, 4), SUMS[2], ORDER], "sums of something else than loads"),
        ([GRAPH, sums(3, 1, 4, 3, 6), *SUMS[1:], ORDER], "sums of something else than the loads at a node"),
        ([GRAPH, *SUMS, SUMS[0], ORDER], "sums of something else than the loads at a node"),
        ([GRAPH, *SUMS[1:], ORDER], "nodes without a sum"),
        ([GRAPH, replace(SUMS[0], bound=-1), *SUMS[1:], ORDER], "sums that are bounds"),
        ([GRAPH, replace(SUMS[0], op="ge"), *SUMS[1:], ORDER], "sums that are bounds"),
        ([GRAPH, *SUMS, ORDER, implies(array((1,)), array((2,)))], "implications between loads"),
        ([GRAPH, *SUMS, implies(array((4,), (5,)), array((1,), (2,)))], "loads whose literals have no order"),
        ([GRAPH, sums(0, 1, 4, 1, 4, 3, 6), *SUMS[1:], ORDER], "sums of something else than the loads at a node"),
        ([GRAPH, sums(0, 1, 2, 3, 6), sums(1, 1, 2, 2, 5), SUMS[2], ORDER], "loads that share variables"),
    ],
)
def test_what_is_no_problem_is_refused(batches: list[Batch], obstacle: str) -> None:
    with pytest.raises(Misfit, match=obstacle):
        read_problem(batches)


def test_sums_without_a_graph_are_read_from_pairs_of_bounds() -> None:
    """Row 1 2 3 has at least one and at most one true literal, 1 4 at most one, and -5 is true."""
    least = Cardinality(array((1, 2, 3)), "ge", 1, RULE, array(0))
    most = Exclusive(array((3, 2, 1)), RULE, array(0), redundant=True)
    two = Cardinality(array((4, 2, 3, -5)), "eq", 2, RULE, array(0))
    unit = implies(np.empty((1, 0), dtype=np.int32), array((-5,)))
    problem, loads = read_problem([least, Exclusive(array((1, 4)), RULE, array(0)), two, most, unit])
    census = take_census(problem, keep=True)
    models = loads.models(census.loads(range(census.total)), 5)[:, 1:]
    assert sorted(models.astype(int).tolist()) == [[0, 0, 1, 0, 0], [0, 1, 0, 0, 0]]


@pytest.mark.parametrize("sign", [1, -1])
def test_models_and_shares_are_those_of_the_loads(sign: int) -> None:
    """This includes edges that carry a load if a variable is false."""
    lits = np.arange(1, 7, dtype=np.int32) * array(1, sign, 1, 1, -sign, 1)
    a, b, c, d, e, f = lits.tolist()
    graph, order = Connected(3, GRAPH.ends, lits[:3], RULE), implies(lits[3:, None], lits[:3, None])
    problem, loads = read_problem([graph, order, sums(0, a, d, c, f), sums(1, a, d, b, e), sums(2, b, e, c, f)])
    census = take_census(problem, keep=True)
    found = census.loads(range(census.total))
    assert found.tolist() == [[1, 1, 1]]
    model = loads.models(found, 6)[0]
    assert truth(model, lits).tolist() == [True, True, True, False, False, False]
    assert loads.shares(census.shares(), 6)[1:].tolist() == model[1:].tolist()


def test_shares_add_up_over_the_loads_that_make_a_literal_true() -> None:
    loads = Loads(array((1, 2), (-3, 0)))
    shares = loads.shares(np.array([[0.25, 0.5, 0.25], [0.75, 0.25, 0.0]]), 3)
    assert shares.tolist() == [0.0, 0.75, 0.25, 0.75]
    certain = Loads(array((1, 2))).shares(np.array([[0.0, 0.6, 0.3, 0.1]]), 2)
    assert certain.tolist()[1] == 1.0, "though the floating point numbers do not add up to it"


def heavy(most: int) -> list[Batch]:
    """Return the batches of a cycle of 30 nodes whose edges carry up to ``most``, without pairs that exclude each other."""
    n = 30
    lits = np.arange(1, n * most + 1, dtype=np.int32).reshape(n, most)
    nodes = np.arange(n, dtype=np.int32)
    around = np.concatenate([lits, np.roll(lits, 1, axis=0)], axis=1)
    graph = Connected(n, np.stack([nodes, (nodes + 1) % n], axis=1), lits[:, 0], RULE)
    both = Cardinality(around, "eq", most, RULE, nodes, chain=most)
    return [graph, both, implies(lits[:, 1:].reshape(-1, 1), lits[:, :-1].reshape(-1, 1))]


def test_long_runs_of_literals_take_a_few_bytes_each() -> None:
    most = 2000
    batches = heavy(most)
    tracemalloc.start()
    try:
        problem, _ = read_problem(batches)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert problem.most.tolist() == [most] * 30
    assert peak < 40 * 30 * most + 5_000_000, "the pieces take the constant part"


def test_literals_beyond_the_limit_of_memory_are_not_read() -> None:
    with pytest.raises(GaveUp, match="memory limit of 400,000 bytes"):
        read_problem(heavy(2000), Limits(max_memory=400_000))


def test_the_clock_is_looked_at_during_long_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    deadline = Deadline.after(1000)
    looks = count()
    monkeypatch.setattr(time, "monotonic", lambda: float(next(looks) * 0))
    read_problem(heavy(10_000), Limits(deadline))
    assert next(looks) > 10, "of 300,000 literals"


def test_the_runs_of_a_batch_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = list[int]()

    def runs(batch: Cardinality) -> tuple[int, ...]:
        listed.append(int(batch.source[0]))
        return runs_of(batch.chain, batch.lits.shape[1])

    monkeypatch.setattr(Cardinality, "runs", property(runs))
    read_problem([*SUMS, GRAPH, ORDER])
    assert listed == [0, 1, 2]


def test_exclusive_pairs_are_listed_once_in_order() -> None:
    beside = [Exclusive(array((3, 1), (2, 1)), RULE, array(0, 1)), Exclusive(array((2, 3, 1)), RULE, array(0))]
    problem, _ = read_problem([*SUMS, *beside, GRAPH, ORDER])
    assert problem.exclusive.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert problem.exclusive.dtype == np.int32
