"""The examples: they are solved, and their plans are correct and shortest."""

from __future__ import annotations

from pathlib import Path

import pytest

import hashicnf
from hashicnf.pipeline.solutions import read_solution

FOLDER = Path(__file__).parent.parent.parent.parent / "examples" / "klotski"
SHORTEST = {
    "heng-dao-li-ma": ("step", 116),
    "feng-hui-lu-zhuan": ("step", 179),
    "dads-puzzler": ("step", 83),
    "near": ("move", 5),
    "open": ("slide", 19),
    "tiny": ("step", 1),
}


def test_every_example_has_its_plan() -> None:
    assert {path.stem for path in FOLDER.glob("*.puz")} == {path.stem for path in FOLDER.glob("*.sol")} == set(SHORTEST)


@pytest.mark.parametrize("name", SHORTEST)
def test_the_plan_is_a_shortest_one(name: str) -> None:
    puzzle = hashicnf.read(str(FOLDER / f"{name}.puz"))
    plan = read_solution(puzzle, str(FOLDER / f"{name}.sol"))
    metric, length = SHORTEST[name]
    assert isinstance(plan, tuple)
    assert len(plan) == length
    assert puzzle.check(plan) == []
    answer = hashicnf.solve(puzzle, metric=metric)
    assert answer.plan is not None
    assert (answer.plan.length, answer.plan.optimal) == (length, True)


def test_other_notations_hold_the_same_board() -> None:
    boards = {hashicnf.read(str(path)) for path in FOLDER.glob("classic.*")}
    assert len(list(FOLDER.glob("classic.*"))) == 2
    assert boards == {hashicnf.read(str(FOLDER / "heng-dao-li-ma.puz"))}
