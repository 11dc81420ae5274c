"""Paths as answers: the path of a search is in the answer, and is called optimal only if that is certain."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from hashicnf.api import solve
from hashicnf.cli.objects import answer_fields
from hashicnf.cli.report import Drawings, Given, report_answers
from hashicnf.core.statespace import ZERO, Heuristic, Plan, Searchable
from hashicnf.errors import PluginError, UsageError
from hashicnf.families import Family, Puzzle, SearchMethod, Violation
from hashicnf.logic import Solved, Stopped, Unknown, Unsat
from hashicnf.solving.methods import method_named, methods


@dataclass(frozen=True)
class Corridor:
    """A space from 0 to ``length`` by steps of 1, 2 or 3, each with a cost; states beyond have no successors."""

    length: int
    prices: tuple[int, int, int]
    first_price: int = 0

    def initial(self) -> tuple[int, ...]:
        return (0,)

    def successors(self, state: int) -> Iterator[tuple[str, int, float]]:
        for step, price in enumerate(self.prices, 1):
            if state + step <= self.length:
                yield f"go {step}", state + step, price

    def is_goal(self, state: int) -> bool:
        return state == self.length

    def key(self, state: int) -> Hashable:
        return state


PRICES = {"fare": (1, 4, 9), "moves": (1, 1, 1)}


def searchable(board: Corridor, metric: str, *, wrong: bool = False) -> Searchable[int]:
    cheapest = min(price / step for step, price in enumerate(PRICES[metric], 1))
    guides: dict[str, Heuristic[int]] = {
        "ratio": Heuristic("ratio", lambda s: max(0, board.length - s) * cheapest, admissible=True, consistent=True),
        "zero": ZERO,
        "guess": Heuristic("guess", lambda s: 100 - s, admissible=False, consistent=False),
    }
    return Searchable(
        replace(board, prices=PRICES[metric]),
        guides,
        lambda _, path: path[1:] if wrong else path,
        offset=board.first_price,
        metric=metric,
        unit_costs=metric == "moves",
    )


def check(board: Corridor, plan: tuple[str, ...]) -> list[Violation]:
    length = sum(int(action.removeprefix("go ")) for action in plan)
    return [] if length == board.length else [Violation("end", f"the plan ends at {length}")]


def unused(*_: Any) -> Any:
    raise AssertionError("nobody needs this")


CORRIDORS: Family[Corridor, tuple[str, ...]] = Family(
    title="Corridors, for tests",
    example="",
    build=unused,
    document=unused,
    check=check,
    styles={"text": lambda _, plan: ", ".join(plan or ()) + "\n"},
    read=unused,
    size=lambda board: {"steps": board.length},
    unit="step",
    spaces={
        "fare": lambda board: searchable(board, "fare"),
        "moves": lambda board: searchable(board, "moves"),
        "wrong": lambda board: searchable(board, "moves", wrong=True),
        "goals": lambda board: replace(searchable(board, "moves"), metric=None),
    },
    methods={"thrifty": SearchMethod("astar", "fare"), "walk": SearchMethod("bruteforce", "moves")},
)


def corridor(length: int, first_price: int = 0) -> Puzzle:
    return Puzzle("corridors", "test", Corridor(length, PRICES["moves"], first_price), CORRIDORS)


def plan_of(length: int, **options: Any) -> Plan:
    answer = solve(corridor(length), **options)
    assert type(answer.verdict) is Solved, "a search has no model"
    assert answer.plan is not None
    assert answer.solution == answer.plan.actions
    return answer.plan


def test_a_family_without_a_formula_is_searched_in_its_first_space() -> None:
    assert plan_of(6) == plan_of(6, method="astar")
    assert plan_of(6, method="astar") == Plan(("go 1",) * 6, 6, "fare", optimal=True)
    assert plan_of(6, method="astar", space="moves") == Plan(("go 3", "go 3"), 2, "moves", optimal=True)


@pytest.mark.parametrize(
    ("method", "space", "heuristic", "optimal"),
    [
        ("astar", "fare", None, True),
        ("idastar", "fare", "zero", True),
        ("astar", "fare", "guess", False),
        ("idastar", "moves", "guess", False),
        ("greedy", "moves", "ratio", False),
        ("breadthfirst", "moves", None, True),
        ("breadthfirst", "fare", None, False),
        ("iddfs", "moves", None, True),
        ("iddfs", "fare", None, False),
        ("iddfs", "moves", "guess", False),
        ("dfs", "moves", None, False),
        ("thrifty", None, None, True),
    ],
)
def test_a_plan_is_called_optimal_where_method_heuristic_and_metric_guarantee_it(
    method: str, space: str | None, heuristic: str | None, optimal: bool
) -> None:
    plan = plan_of(7, method=method, space=space, heuristic=heuristic)
    assert plan.optimal == optimal
    assert corridor(7).check(plan.actions) == []
    if optimal:
        assert plan.cost == {"fare": 7, "moves": 3}[plan.metric]


@pytest.mark.parametrize(
    ("length", "method", "heuristic"), [(0, "dfs", None), (0, "greedy", "guess"), (1, "greedy", "ratio")]
)
def test_a_plan_that_costs_no_more_than_is_certain_is_optimal(length: int, method: str, heuristic: str | None) -> None:
    plan = plan_of(length, method=method, space="fare", heuristic=heuristic)
    assert (plan.cost, plan.optimal, plan.doubt) == (length, True, "")


def test_what_was_settled_before_the_first_step_counts() -> None:
    answer = solve(corridor(4, first_price=10), method="astar")
    assert answer.plan is not None
    assert (answer.plan.cost, answer.plan.length, answer.stats.figures["best_f"]) == (14, 4, 14)


def test_where_only_the_goal_matters_there_is_no_plan() -> None:
    answer = solve(corridor(4), method="astar", space="goals")
    assert (type(answer.verdict), answer.plan) == (Solved, None)


def test_a_plan_is_checked_and_a_space_of_another_package_named() -> None:
    with pytest.raises(
        PluginError,
        match="package tests, please report it there: astar found what breaks a rule of the puzzle: the plan ends at 3",
    ):
        solve(corridor(6), method="astar", space="wrong")


def test_limits_and_hopeless_puzzles() -> None:
    assert solve(corridor(-1), method="astar").verdict == Unsat()
    answer = solve(corridor(9), method="dfs", max_nodes=2)
    assert answer.verdict == Unknown(Stopped("nodes", "limit of 2 nodes reached"))
    assert (answer.plan, answer.solution) == (None, None)


def test_a_plan_is_printed_with_its_cost_and_optimal_only_if_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = corridor(2)
    given = Given(puzzle, puzzle.name)
    answers = [(given, solve(puzzle, method=method, space="moves")) for method in ("astar", "dfs")]
    assert report_answers(answers, Drawings(), json=False, stats=False) == 0
    printed = capsys.readouterr()
    assert printed.out == "go 2\n\ngo 1, go 1\n"
    assert printed.err.splitlines() == [
        "test: a plan of 1 step, moves: 1, optimal",
        "test: a plan of 2 steps, moves: 2, perhaps not optimal: the method does not minimise",
    ]


def test_json_holds_the_plan() -> None:
    puzzle = corridor(3)
    answer = solve(puzzle, method="astar", space="moves")
    data = json.loads(json.dumps(answer_fields(puzzle, answer)))
    assert data["status"] == "solved"
    wanted = {"plan": ["go 3"], "length": 1, "cost": 1, "metric": "moves", "optimal": True}
    assert {name: data[name] for name in wanted} == wanted
    answer = solve(puzzle, method="astar", timeout=0)
    late = answer_fields(puzzle, answer)
    assert (late["status"], late["stopped"], late["reason"]) == ("unknown", "time", "time limit of 0 s reached")
    assert "plan" not in late


def test_a_family_names_methods_of_its_own() -> None:
    assert "thrifty" in methods(CORRIDORS)
    assert "backtracking" not in methods(CORRIDORS)
    assert method_named("thrifty", CORRIDORS).space == "fare"
    with pytest.raises(
        UsageError, match=r"no method of corridors is named 'backtracking'; there are: astar, thrifty, "
    ):
        solve(corridor(3), method="backtracking")


@pytest.mark.parametrize("method", ["bruteforce", "walk"])
def test_brute_force_refuses_a_space_of_moves(method: str) -> None:
    with pytest.raises(UsageError, match="one of moves, while this search tries every way to build a solution up"):
        solve(corridor(3), method=method)


@pytest.mark.parametrize("method", ["cdcl", "dpll"])
def test_sat_solvers_say_that_there_is_no_formula(method: str) -> None:
    with pytest.raises(UsageError, match="corridors puzzles have no formula: solve them by a search"):
        solve(corridor(3), method=method)
