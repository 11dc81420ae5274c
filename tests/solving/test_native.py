"""Small boards as they are stated, in a solver that counts: answers are those of other roads, and no model is believed."""

from __future__ import annotations

from typing import Any

import pytest

import hashicnf
from hashicnf.backends.pysat import PysatSession
from hashicnf.errors import SolverFailed, UsageError
from hashicnf.logic import Ints, Sat, Verdict
from hashicnf.pipeline.compile import state_for
from hashicnf.solving import native
from hashicnf.solving.by_cdcl import SMALL
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.native import as_stated
from hashicnf.solving.request import Request

KINDS: tuple[dict[str, object], ...] = (
    {},
    {"doubles": 0.0},
    {"no_loops": True},
    {"max_bridges": 3},
    {"unsolvable": True},
    {"clustered": True},
)


def made(islands: int = 60, size: str = "16x16", **options: object) -> hashicnf.Puzzle:
    """Return a board that is solved as it is stated."""
    return hashicnf.generate("hashi", size=size, islands=islands, **options).puzzle


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_answers_are_those_of_clauses(options: dict[str, Any]) -> None:
    for seed in range(4):
        puzzle = made(seed=seed, **options)
        answer = hashicnf.solve(puzzle, all_answers=True)
        assert answer.stats.roads[0] == "native"
        assert answer.stats.variables in SMALL
        asked = hashicnf.solve(puzzle, all_answers=True, solver="minisat22")
        assert answer.status == asked.status
        assert None in (found := (answer.stats.several, asked.stats.several)) or found[0] == found[1]


def test_a_board_that_takes_long_is_simplified_after_all(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = made(doubles=0.0, seed=2)
    assert hashicnf.solve(puzzle).stats.roads == ["native"]
    monkeypatch.setattr(native, "CONFLICTS", 1)
    answer = hashicnf.solve(puzzle)
    assert answer.status == "solved"
    assert answer.stats.roads == ["native", "lazy"]
    assert (answer.stats.solver, answer.stats.cardinality, answer.stats.simplify) == ("minisat22", "direct", True)


@pytest.mark.parametrize(
    "options",
    [{"solver": "minicard"}, {"road": "lazy"}, {"simplify": False}, {"cardinality": "totalizer"}, {"cuts": 2}],
    ids=str,
)
def test_options_of_clauses_make_clauses(options: dict[str, Any]) -> None:
    answer = hashicnf.solve(made(seed=1), **options)
    assert answer.status == "solved"
    assert "native" not in (*answer.stats.roads, answer.stats.cardinality)


def test_the_road_can_be_requested() -> None:
    """On boards of all sizes, without a limit, but not with options of clauses."""
    puzzle = made(10, "6x6", seed=1)
    assert hashicnf.solve(puzzle, road="native").stats.roads == ["native"]
    with pytest.raises(
        UsageError, match="road native encodes and simplifies nothing: leave out cardinality and simplify"
    ):
        hashicnf.solve(puzzle, road="native", cardinality="totalizer", simplify=True)
    with pytest.raises(UsageError, match="road needs a puzzle with one graph"):
        hashicnf.solve(hashicnf.parse("family: sudoku\n1...\n....\n....\n...2\n"), road="native")


def test_the_road_has_no_limit_of_rounds_if_it_is_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "rounds_for", lambda _: 1)
    answer = hashicnf.solve(made(doubles=0.0, seed=2), road="native")
    assert (answer.status, answer.stats.roads) == ("solved", ["native"])
    assert answer.stats.rounds > 1


def test_large_and_tiny_boards_are_simplified() -> None:
    for islands, size in ((10, "6x6"), (400, "60x60")):
        answer = hashicnf.solve(made(islands, size, seed=1))
        assert answer.stats.variables not in SMALL
        assert answer.stats.cardinality == "direct"


@pytest.mark.parametrize("wrong", [slice(1, None), slice(1, 40)])
def test_a_model_that_breaks_counts_is_not_believed(wrong: slice, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = PysatSession.assume

    def lie(self: PysatSession, literals: Ints, conflicts: int | None = None) -> Verdict:
        verdict = ask(self, literals, conflicts)
        if isinstance(verdict, Sat):
            model = verdict.model.copy()
            model[wrong] = True
            return Sat(model)
        return verdict

    monkeypatch.setattr(PysatSession, "assume", lie)
    with pytest.raises(SolverFailed, match="minicard returned a model that breaks"):
        hashicnf.solve(made(seed=3))


def test_a_count_without_literals_is_a_contradiction() -> None:
    """An island that sees no other one, on a board with others."""
    puzzle = made(seed=5)
    rows = [f"{line}.." for line in puzzle.lines]
    last = "." * (len(rows[0]) - 1) + "1"
    answer = hashicnf.solve(hashicnf.parse("\n".join([*rows, last]) + "\n"))
    assert (answer.status, answer.stats.roads) == ("unsolvable", ["native"])


@pytest.mark.parametrize("solver", ["dpll", "minisat22"])
def test_counts_are_not_lost_in_solvers_of_clauses(solver: str) -> None:
    compiled = as_stated(state_for(made(seed=1), Request()))
    with pytest.raises(UsageError, match=f"{solver}.* takes only clauses"), LazyLoop(compiled, solver):
        pass
