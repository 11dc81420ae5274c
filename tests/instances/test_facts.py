"""Known facts about a puzzle, and those that hold for its formulas."""

from __future__ import annotations

import pytest

import hashicnf
from hashicnf.core.constraints import Claim, Relaxed, Restricted
from hashicnf.instances import facts
from hashicnf.instances.facts import NOTHING, Expected, Facts, find, planted

RELAXED, RESTRICTED = Relaxed("no connectivity"), Restricted("a horizon of 3")


@pytest.mark.parametrize(
    ("expected", "claim", "status"),
    [
        ("solvable", Claim(), "SAT"),
        ("solvable", Claim.of(RELAXED), "SAT"),
        ("solvable", Claim.of(RESTRICTED), None),
        ("unsolvable", Claim(), "UNSAT"),
        ("unsolvable", Claim.of(RELAXED), None),
        ("unsolvable", Claim.of(RESTRICTED), "UNSAT"),
        (None, Claim(), None),
    ],
)
def test_a_formula_is_what_its_claim_lets_follow(expected: Expected | None, claim: Claim, status: str | None) -> None:
    assert Facts(expected).of_formula(claim) == status


def test_generators_know_what_they_planted() -> None:
    assert planted(solvable=False, unique=False, variables=9) == Facts("unsolvable", 0)
    assert planted(solvable=True, unique=True, variables=9) == Facts("solvable", 1, 9)
    assert planted(solvable=True, unique=False, variables=9) == Facts("solvable")
    assert planted(solvable=True, unique=False, variables=9).data() == {"expected": "solvable"}


def test_numbers_that_json_cannot_hold_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.parse("?.?.?.?\n.......\n?.?.?.?\n")
    known = find(puzzle, 60)
    assert known.solutions is not None
    assert known.solutions > 9
    monkeypatch.setattr(facts, "WRITTEN", 1)
    assert find(puzzle, 60) == Facts("solvable", None, known.backbone)


def test_of_puzzles_that_are_solved_by_plans_nothing_is_found() -> None:
    assert find(hashicnf.parse("family: tiles\n1 2\n. 3\n"), 60) == NOTHING
