"""Consequences of an assignment: the same as propagating clauses one by one until nothing changes."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from hashicnf.arrays.blocking import counting, deferred
from hashicnf.assignments.clauses import DECIDED, Closure, Consequences
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.core.deadline import Deadline
from hashicnf.errors import GaveUp
from hashicnf.logic import Ints
from hashicnf.propagation.codes import code, literal
from hashicnf.propagation.connected import ConnectivityTheory
from hashicnf.propagation.theory import Explained
from tests.assignments.boards import boards
from tests.clauses import blocks_by_width
from tests.portions import each

VARIABLES = 7
Clause = tuple[int, ...]


def naive(clauses: list[Clause], true: set[int]) -> set[int] | None:
    """Return all consequences by unit propagation, None for a contradiction."""
    true = set(true)
    while True:
        before = len(true)
        for clause in clauses:
            if not true.intersection(clause):
                free = {lit for lit in clause if -lit not in true}
                if not free:
                    return None
                if len(free) == 1:
                    true |= free
        if len(true) == before:
            return true


def test_noting_clauses_ends_with_the_time() -> None:
    with pytest.raises(GaveUp, match="time limit of 0 s reached"):
        Consequences(VARIABLES, blocks_by_width([(1, 2)]), deadline=Deadline.after(0))
    assert Consequences(VARIABLES, blocks_by_width([(1, 2)]), deadline=Deadline.after(60)).mentioned() == {1, 2}


def test_deferred_clauses_are_made_as_long_as_there_is_time() -> None:
    made: list[slice] = []

    def make(some: slice) -> Ints:
        made.append(some)
        return np.ones((some.stop - some.start, 3), dtype=np.int32)

    block = Clauses(deferred(make, 10**8, 3), Origin("test", "clause"), counting(10**8))
    with pytest.raises(GaveUp):
        Consequences(VARIABLES, [block], deadline=Deadline.after(0))
    assert len(made) == 1


def random_clauses(rng: random.Random) -> list[Clause]:
    literals = [lit for v in range(1, VARIABLES + 1) for lit in (v, -v)]
    widths = [0] * (rng.random() < 0.03) + [rng.choice((1, 2, 2, 3, 3, 4, 5)) for _ in range(rng.randint(0, 14))]
    return [tuple(rng.choice(literals) for _ in range(width)) for width in widths]


def true_in(closure: Closure) -> set[int]:
    return {literal(c) for c, value in enumerate(closure.truth) if value}


@each("seed", range(300))
def test_consequences_are_those_of_unit_propagation(seed: int) -> None:
    rng = random.Random(seed)
    clauses = random_clauses(rng)
    consequences = Consequences(VARIABLES, blocks_by_width(clauses))
    closure = consequences.root()
    expected = naive(clauses, set())
    while True:
        assert (closure.conflict is None) == (expected is not None)
        if expected is None:
            return
        assert true_in(closure) == expected
        free = [lit for v in range(1, VARIABLES + 1) for lit in (v, -v) if not {lit, -lit} & expected]
        if not free:
            return
        decision = rng.choice(free)
        expected = naive(clauses, {*expected, decision})
        closure = consequences.decide(closure.truth[:], code(decision))


@each("seed", range(100))
def test_reasons_were_unit_when_they_forced_and_a_conflict_is_false(seed: int) -> None:
    rng = random.Random(1000 + seed)
    clauses = random_clauses(rng)
    consequences = Consequences(VARIABLES, blocks_by_width(clauses))
    closure = consequences.root()
    known: set[int] = set()
    while True:
        for c, reason in zip(closure.trail, closure.reasons, strict=True):
            if reason != DECIDED:
                assert isinstance(reason, int)
                block, row = consequences.origin(reason)
                clause = set(block.lits[row].tolist())
                assert literal(c) in clause
                assert all(-lit in known for lit in clause - {literal(c)})
            known.add(literal(c))
        if closure.conflict is not None:
            assert isinstance(closure.conflict, int)
            block, row = consequences.origin(closure.conflict)
            assert all(-lit in known for lit in block.lits[row].tolist())
            return
        free = [v for v in range(1, VARIABLES + 1) if not {v, -v} & known]
        if not free:
            return
        closure = consequences.decide(closure.truth[:], code(rng.choice(free)))


class Repeating:
    """A theory that returns the same clauses repeatedly: 1 implies 2, which implies 3."""

    origin = Origin("repeating", "node")
    concerns = frozenset({code(1)})

    def examine(self, truth: Sequence[int]) -> list[Explained]:
        """Return the clauses whose premises hold."""
        return [Explained((-1, 2), (0,)), Explained((-1, 2), (0,)), Explained((-2, 3), (1,))] if truth[code(1)] else []


def test_a_literal_that_several_clauses_of_a_theory_force_is_assigned_once() -> None:
    consequences = Consequences(3, blocks_by_width([(1, 2, 3)]), [Repeating()])
    closure = consequences.decide(consequences.root().truth, code(1))
    assert closure.conflict is None
    assert closure.trail == [code(1), code(2), code(3)]


def test_variables_that_matter_are_those_of_clauses_and_theories() -> None:
    assert Consequences(9, blocks_by_width([(3,), (-4, 5), (6, 7, -8)])).mentioned() == {3, 4, 5, 6, 7, 8}
    board = next(b for b in boards(5, 50) if b.compiled().connected[0].nodes > 4)
    compiled = board.compiled()
    edges = set(compiled.connected[0].lits.tolist())
    theory = ConnectivityTheory(compiled.connected[0])
    assert Consequences(compiled.formula.variables.count, [], [theory]).mentioned() == edges
