"""The benchmark of kinds draws fairly, and knows a wrong answer from none."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tests.kinds.boards import PLANS, kind, lattices, sampled
from tests.kinds.running import run

SIZES = (30, 60)


def test_every_value_comes_equally_often() -> None:
    drawn = list(sampled(60, SIZES, seed=3))
    assert drawn == list(sampled(60, SIZES, seed=3))
    assert Counter(one.islands for one in drawn) == {30: 30, 60: 30}
    assert Counter(one.options["max_bridges"] for one in drawn) == {2: 20, 3: 20, 4: 20}
    assert sum(one.solvable for one in drawn) == 60 * (len(PLANS) - 1) // len(PLANS)
    assert len({one.name for one in drawn}) > 40


def test_lattices_of_odd_sides_have_no_solution() -> None:
    assert {one.islands % 2 == 0 for one in lattices() if one.solvable} == {True}
    assert {one.islands % 2 for one in lattices() if not one.solvable} == {1}


def test_a_run_names_the_answer_and_the_roads() -> None:
    easy = kind(30, "scattered", "tree", 4, 0.5, 2, seed=1)
    found = run(easy, 60, [])
    assert (found.result, found.roads, found.is_wrong) == ("solved", "lazy", False)
    assert found.seconds > 0
    assert run(replace(easy, solvable=False), 60, []).is_wrong
    late = run(easy, 60, ["--timeout", "0"])
    assert (late.result, late.is_unanswered, late.is_wrong) == ("gave up", True, False)
