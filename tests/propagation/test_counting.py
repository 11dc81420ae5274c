"""Counting arguments compared with brute force: no solvable board is refuted, fixed literals hold, wrong arguments are rejected."""

from __future__ import annotations

import numpy as np
import pytest

from hashicnf.core.constraints import Batch, Cardinality, Connected, Exclusive, Op, Origin
from hashicnf.core.flaws import ClosedPart, Loop, OddSum, Shortage, TooFew, Unmet
from hashicnf.logic import Bools, Ints, truth
from hashicnf.propagation.counting.argument import MANY_TURNS, Argument, replay
from hashicnf.propagation.counting.matching import Matching
from hashicnf.refuting.search import Fixed, Refuted, refute_batches
from tests.portions import few, short_and_long

COUNT = Origin("count", "node")
NONE = np.zeros(0, dtype=np.int32)


def ints(*numbers: int) -> Ints:
    return np.array(numbers, dtype=np.int32)


def count(lits: list[int], op: Op, bound: int, source: int) -> Cardinality:
    return Cardinality(ints(*lits).reshape(1, -1), op, bound, COUNT, ints(source))


def sums(nodes: int, ends: list[tuple[int, int]], demand: list[tuple[Op, int]]) -> list[Batch]:
    """Return sums: variable e + 1 is an edge between ``ends[e]``, and each node counts its edges, except node ``nodes``."""
    around = [[e + 1 for e, pair in enumerate(ends) if node in pair] for node in range(nodes)]
    return [count(around[node], *demand[node], node) for node in range(nodes)]


def random_problem(rng: np.random.Generator) -> tuple[list[Batch], int]:
    """Make a b-matching of few edges, sometimes planted, with demands of all kinds, exclusions and connectivity."""
    nodes, edges = int(rng.integers(2, 7)), int(rng.integers(1, 11))
    ends: list[tuple[int, int]] = []
    while len(ends) < edges:
        u, v = sorted(rng.integers(0, nodes + (rng.random() < 0.1), 2).tolist())
        ends += [(u, v)] * int(u != v)
    chosen = rng.random(edges) < 0.5
    degree = [sum(bool(chosen[e]) for e, pair in enumerate(ends) if node in pair) for node in range(nodes)]
    degree[int(rng.integers(nodes))] += int(rng.integers(0, 3))
    ops: list[Op] = ["eq", "eq", "eq", "eq", "ge", "le"]
    batches = sums(nodes, ends, [(ops[int(rng.integers(6))], number) for number in degree])
    for _ in range(int(rng.integers(0, 3))):
        pair = rng.choice(np.arange(1, edges + 1), 2, replace=edges < 2).astype(np.int32)
        batches.append(Exclusive(pair[None, :], Origin("apart", "pair"), ints(0)))
    if rng.random() < 0.5:
        inner = [e for e, pair in enumerate(ends) if pair[1] < nodes]
        pairs = np.array([ends[e] for e in inner], dtype=np.int32).reshape(-1, 2)
        lits = ints(*(e + 1 for e in inner))
        batches.append(Connected(nodes, pairs, lits, Origin("connected", "set"), acyclic=rng.random() < 0.3))
    return batches, edges


def models(batches: list[Batch], variables: int) -> list[Bools]:
    """List all assignments bool[v + 1] that keep all batches."""
    every = (np.arange(1 << variables)[:, None] << 1 >> np.arange(variables + 1) & 1).astype(np.bool_)
    every[:, 0] = False
    for batch in batches:
        if isinstance(batch, Cardinality | Exclusive):
            true = every[:, batch.lits].sum(axis=2)
            op, bound = (batch.op, batch.bound) if isinstance(batch, Cardinality) else ("le", 1)
            kept = (true == bound) if op == "eq" else (true >= bound) if op == "ge" else (true <= bound)
            every = every[kept.all(axis=1)]
    graphs = [batch for batch in batches if isinstance(batch, Connected)]
    return [model for model in every if all(connects(model, graph) for graph in graphs)]


def connects(model: Bools, graph: Connected) -> bool:
    """Return whether the chosen edges connect the nodes, as a tree if loops are forbidden."""
    if graph.acyclic and int(truth(model, graph.lits).sum()) != graph.nodes - 1:
        return False
    part = list(range(graph.nodes))
    for (u, v), lit in zip(graph.ends.tolist(), graph.lits.tolist(), strict=True):
        if model[lit]:
            part = [part[u] if p == part[v] else p for p in part]
    return len(set(part)) == 1


@pytest.mark.parametrize("seed", few(range(20), 7))
def test_what_it_says_holds_in_all_solutions(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(30):
        batches, variables = random_problem(rng)
        found = refute_batches(batches, variables)
        solutions = models(batches, variables)
        if isinstance(found, Refuted):
            assert not solutions
        else:
            assert all(truth(model, found.literals).all() for model in solutions)


def test_it_refutes_by_each_kind_of_end() -> None:
    rng = np.random.default_rng(0)
    wanted = {
        (Shortage, True),
        (ClosedPart, True),
        (ClosedPart, False),
        (Loop, False),
        (Unmet, False),
        (OddSum, True),
        (TooFew, False),
    }
    for _ in range(1000):
        found = refute_batches(*random_problem(rng))
        if isinstance(found, Refuted):
            assert found.flaw is not None
            wanted.discard((type(found.flaw), len(found.argument.steps) > 0))
        if not wanted:
            break
    assert not wanted


@pytest.mark.parametrize("problems", short_and_long(80, 200))
def test_a_mutated_argument_refutes_nothing_solvable(problems: int) -> None:
    rng = np.random.default_rng(2)
    tried = 0
    while tried < problems:
        batches, variables = random_problem(rng)
        if not (solutions := models(batches, variables)):
            continue
        tried, model = tried + 1, solutions[0]
        rows = sum(isinstance(batch, Cardinality) for batch in batches)
        steps = tuple(rng.integers(-3, 4, (3, rows)).astype(np.int32))
        outcome = replay(Argument(steps, NONE), batches, variables)
        assert not outcome.is_contradiction
        assert (outcome.truth[: variables + 1][~model] <= 0).all()
        assert (outcome.truth[: variables + 1][model] >= 0).all()


ENDS = [(a, b) for a in range(3) for b in range(3, 6)]
# Each can be met, but not all.
SHORT = sums(6, ENDS, [("eq", 1), ("eq", 2), ("eq", 2), ("eq", 1), ("eq", 1), ("eq", 1)])


@pytest.mark.parametrize("first", [1, -1])
def test_a_long_chain_is_followed_to_its_end(first: int) -> None:
    edges = 8 * MANY_TURNS
    batches = sums(edges - 1, [(edge - 1, edge) for edge in range(edges)], [("eq", 1)] * (edges - 1))
    outcome = replay(Argument((), ints(first)), batches, edges)
    assert outcome.truth[1 : edges + 1].tolist() == [first, -first] * (edges // 2)
    wrong = [*batches, count([edges - 1, edges], "le", 0, edges)]
    assert replay(Argument((), ints(first)), wrong, edges).is_contradiction


def test_weights_that_do_not_add_up_prove_nothing() -> None:
    found = refute_batches(SHORT, len(ENDS))
    assert isinstance(found, Refuted)
    (weights,) = found.argument.steps
    assert replay(found.argument, SHORT, len(ENDS)).is_contradiction
    for wrong in (-weights, weights[:-1], np.append(weights, 1), 0 * weights, np.abs(weights)):
        assert not replay(Argument((wrong.astype(np.int32),), NONE), SHORT, len(ENDS)).is_contradiction
    easier = sums(6, ENDS, [("eq", 1)] * 6)
    assert not replay(found.argument, easier, len(ENDS)).is_contradiction


def test_the_shortage_adds_up() -> None:
    found = refute_batches(SHORT, len(ENDS))
    assert isinstance(found, Refuted)
    assert found.flaw == Shortage("node", ints(0, 1, 2), ints(3, 4, 5), 5, 3, 0)


TRIANGLES = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)]


@pytest.mark.parametrize(
    ("ends", "demands", "premises", "flaw"),
    [
        (TRIANGLES[:3], [1, 1, 1], NONE, OddSum("node", ints(0, 1, 2), 3, 0)),
        (TRIANGLES, [1, 1, 1, 1, 1, 1], NONE, None),
        (TRIANGLES, [2, 1, 2, 1, 2, 1], NONE, OddSum("node", ints(0, 1, 2, 3, 4, 5), 9, 0)),
        (TRIANGLES, [1, 1, 1, 1, 1, 1], ints(-4), OddSum("node", ints(0, 1, 2), 3, 0)),
        (TRIANGLES, [1, 1, 1, 1, 1, 3], ints(4), None),
        (TRIANGLES, [1, 1, 2, 1, 1, 2], ints(4), OddSum("node", ints(0, 1, 2), 4, 1)),
    ],
)
def test_an_odd_sum_of_what_is_counted_twice_is_refuted(
    ends: list[tuple[int, int]], demands: list[int], premises: Ints, flaw: OddSum | None
) -> None:
    problem = sums(max(map(max, ends)) + 1, ends, [("eq", demand) for demand in demands])
    found = refute_batches(problem, len(ends), premises)
    if flaw is None:
        assert not isinstance(found, Refuted) or not isinstance(found.flaw, OddSum)
    else:
        assert isinstance(found, Refuted)
        assert found.flaw == flaw


def test_what_is_not_exact_or_counted_once_has_any_parity() -> None:
    triangle = TRIANGLES[:3]
    demands: list[tuple[Op, int]] = [("eq", 1), ("eq", 1), ("ge", 1)]
    assert isinstance(refute_batches(sums(3, triangle, demands), 3), Fixed)
    everything = Argument((np.ones(3, dtype=np.int32),), NONE)
    assert not replay(everything, sums(3, triangle, demands), 3).is_contradiction
    assert not replay(everything, sums(3, triangle, [("eq", 2)] * 3), 3).is_contradiction
    assert replay(everything, sums(3, triangle, [("eq", 1)] * 3), 3).is_contradiction
    assert not replay(Argument((ints(1, 1, 0),), NONE), sums(3, triangle, [("eq", 1)] * 3), 3).is_contradiction


def test_counting_fixes_what_no_constraint_sees() -> None:
    """Nodes 0 and 1 need one edge each to 2 and 3, which then have none left for the square of 4 to 7."""
    ends = [(0, 2), (0, 3), (1, 2), (1, 3), (3, 4), (2, 6), (4, 5), (5, 6), (6, 7), (7, 4)]
    found = refute_batches(sums(8, ends, [("eq", 1)] * 8), len(ends))
    assert isinstance(found, Fixed)
    assert found.literals.tolist() == [-5, -6]


def test_premises_are_part_of_the_argument() -> None:
    ends = [(0, 1), (1, 2), (2, 3), (3, 0)]
    batches = sums(4, ends, [("eq", 1)] * 4)
    assert isinstance(refute_batches(batches, 4), Fixed)
    found = refute_batches(batches, 4, ints(1, 2))
    assert isinstance(found, Refuted)
    assert found.argument.premises.tolist() == [1, 2]


def test_variables_that_are_counted_three_times_are_no_matching() -> None:
    batches: list[Batch] = [count([1, 2], "eq", 1, 0), count([1, 3], "eq", 1, 1), count([1, 4], "eq", 1, 2)]
    assert Matching.of(batches, 4) is None
    assert Matching.of([count([-1, 2], "eq", 1, 0)], 2) is None
    assert isinstance(refute_batches(batches, 4), Fixed)


def test_redundant_sums_are_left_out() -> None:
    batch = count([1, 2], "eq", 1, 0)
    again = Cardinality(batch.lits, "eq", 1, COUNT, batch.source, redundant=True)
    matching = Matching.of([batch, again, again], 2)
    assert matching is not None
    assert matching.least.tolist() == [1]
