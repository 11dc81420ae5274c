"""Clauses that a proof may need: the proofs of other solvers are valid for them as for all clauses."""

from __future__ import annotations

import random

import pytest

from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.errors import GaveUp
from hashicnf.proofs.relevant import relevant
from hashicnf.proofs.trim import Trimmed, Trimming
from tests.clauses import ORIGIN, blocks_by_width
from tests.proofs.test_rup import proof_of, random_clauses


def blocks_of(clauses: list[list[int]]) -> list[Clauses]:
    return [*blocks_by_width(clauses), Clauses.units([], ORIGIN)]


def chosen(clauses: list[list[int]]) -> list[list[int]]:
    return relevant(blocks_of(clauses), max(abs(literal) for clause in clauses for literal in clause), NEVER).clauses()


def test_proofs_hold_for_what_is_left() -> None:
    rng = random.Random("relevant")
    fewer = refuted = 0
    while refuted < 60:
        clauses = random_clauses(rng, rng.randint(5, 40), 4, (1, 2, 3, 3, 3, 3))
        steps = proof_of(clauses, "cadical153")
        left = chosen(clauses)
        trimming = Trimming(left)
        if steps is None:
            assert trimming.done is None
            continue
        assert isinstance(trimming.done or trimming.replay(steps, NEVER), Trimmed)
        fewer += len(left) < len(clauses)
        refuted += 1
    assert fewer > 30


@pytest.mark.parametrize(
    ("clauses", "left"),
    [
        ([[1], [-1, 2], [2, 3], [1, -3], [3, 4]], [[1], [-1, 2], [3, 4]]),
        ([[1], [-1, 2], [-1, -2], [3, 4]], [[1], [-1, 2], [-1, -2]]),
        ([[1], [-1], [3, 4]], [[1], [-1]]),
        ([[1, 2], [3, 4]], [[1, 2], [3, 4]]),
    ],
)
def test_satisfied_clauses_are_left_out(clauses: list[list[int]], left: list[list[int]]) -> None:
    assert chosen(clauses) == left


def test_numbers_go_through_all_blocks() -> None:
    assert relevant(blocks_of([[5], [1, 2], [5, 1]]), 5, NEVER).numbers.tolist() == [0, 1]


def test_the_deadline_ends_it() -> None:
    with pytest.raises(GaveUp, match="time limit of 0 s"):
        relevant(blocks_of([[1], [-1, 2]]), 2, Deadline.after(0))
