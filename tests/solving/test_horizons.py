"""Plans by formulas: a growing one and one per horizon agree, puzzles without a plan are refuted, doubts are reported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.core.options import Choices
from hashicnf.errors import Exit, UsageError
from hashicnf.families import Family, Planning, Puzzle
from hashicnf.logic import INTERRUPTED, Solved, Stopped, Unknown, Unsat
from hashicnf.pipeline.answer import Answer
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.planning import horizons
from hashicnf.planning.task import Action, Task
from hashicnf.solving.all_states import ALL_STATES, Refuter
from hashicnf.solving.methods import solve_with
from hashicnf.solving.request import Request
from hashicnf.trace.steps import End
from outside_puzzles import sliding
from tests.planning.puzzles import tiles
from tests.plugins.registered import added

LONG = "family: sliding\n3 2 1\n. 5 4\n"
EIGHT = "family: sliding\n4 2 3\n5 1 .\n"  # steps, in three rounds
UNSOLVABLE = "family: sliding\n2 1 3\n4 5 .\n"


@pytest.fixture(autouse=True)
def families() -> Iterator[None]:
    with added():
        yield


def counting(goal: int, costs: tuple[float, float] = (1, 1), **known: int) -> Puzzle:
    """Return a task that counts from 0 to 5 by steps of one or two, each with a cost; a goal of 6 is unreachable."""
    actions = [
        Action(f"+{step}", (here,), (here + step,), (here,), cost=cost)
        for step, cost in zip((1, 2), costs, strict=True)
        for here in range(6 - step)
    ]
    task = Task(tuple(map(str, range(7))), (0,), ((goal,),), tuple(actions), (tuple(range(7)),), **known)  # type: ignore[arg-type]
    planning: Planning[None, tuple[str, ...]] = Planning(lambda *_: task, lambda _, plan: plan)
    whatever: Family[Any, Any] = sliding.FAMILY
    family = replace(whatever, planning=planning, check=lambda *_: [], size=lambda _: {"cells": 0})
    return Puzzle("counting", "test", None, family)


@pytest.mark.parametrize(
    ("solver", "redundant"),
    [
        *((solver, True) for solver in (None, "minisat22", "glucose4", "cadical195", "dpll", "kissat404")),
        *((solver, False) for solver in (None, "dpll")),
    ],
)
def test_every_solver_finds_a_shortest_plan(solver: str | None, redundant: bool) -> None:
    puzzle = hashicnf.parse("family: sliding\n. 1 2\n4 5 3\n")
    answer = hashicnf.solve(puzzle, solver=solver, redundant=redundant, timeout=60)
    assert answer.plan is not None
    assert (answer.plan.length, answer.plan.optimal, answer.stats.figures["horizon"]) == (3, True, 3)
    assert answer.stats.variables > 0
    assert ("needless" in answer.stats.clauses) == redundant


@pytest.mark.parametrize("positions", ["one-hot", "binary"])
def test_a_formula_that_grows_needs_one_solver(positions: str) -> None:
    puzzle = hashicnf.parse(LONG)
    answer = hashicnf.solve(puzzle, options={"positions": positions})
    assert answer.plan is not None
    assert answer.plan.length == sliding.shortest(puzzle.board)  # type: ignore[arg-type]
    assert answer.stats.rounds > 2
    assert answer.stats.at_most_one == "pairwise"


def test_facts_too_far_from_the_goal_are_left_out_of_a_formula_that_grows() -> None:
    answer = hashicnf.solve(hashicnf.parse("family: tiles\n1 2 3 4\n5 6 7 8\n9 . 10 12\n13 14 11 15"), method="cdcl")
    assert answer.plan is not None
    assert (answer.plan.cost, answer.stats.rounds) == (3, 1)
    assert sum(answer.stats.clauses.values()) < 3_000


@pytest.mark.parametrize("solver", [None, "kissat404"])
def test_each_horizon_is_reported(solver: str | None) -> None:
    phases: list[str] = []
    request = Request(solver=solver, observe=lambda phase, *_: phases.append(phase))
    answer = solve_with(hashicnf.parse(EIGHT), request)
    assert answer.plan is not None
    reported = [phase for phase in phases if phase.startswith("look for a plan of ")]
    assert len(reported) == answer.stats.rounds > 2
    assert reported[-1] == f"look for a plan of {answer.plan.length} steps"


def test_a_horizon_that_is_requested_is_one_formula() -> None:
    answer = hashicnf.solve(hashicnf.parse("family: sliding\n. 1 2\n4 5 3\n"), horizon=9)
    assert answer.plan is not None
    assert (answer.plan.optimal, answer.plan.doubt) == (False, "any plan within the horizon is a model")


@pytest.mark.parametrize("method", ["cdcl", "dpll", "astar"])
def test_a_puzzle_without_a_plan_is_refuted(method: str) -> None:
    answer = hashicnf.solve(counting(6), method=method, timeout=60)
    assert isinstance(answer.verdict, Unsat)


@pytest.mark.parametrize("solver", ["cadical153", "dpll"])
def test_a_goal_with_nothing_before_it_is_refuted_by_the_formula(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Refuter, "refutes", lambda _: False)
    answer = hashicnf.solve(counting(6), solver=solver)
    assert (answer.verdict, answer.stats.figures["horizon"]) == (Unsat(), 1)


@pytest.mark.parametrize("solver", ["cadical153", "kissat404"])
def test_all_states_are_searched_where_formulas_cannot_refute(solver: str) -> None:
    puzzle = hashicnf.parse(UNSOLVABLE)
    endless = replace(puzzle.rules.planning, task=without_bound)  # type: ignore[type-var]
    endless_puzzle = replace(puzzle, rules=replace(puzzle.rules, planning=endless))
    answer = hashicnf.solve(endless_puzzle, solver=solver, timeout=60)
    assert isinstance(answer.verdict, Unsat)
    assert (answer.stats.solver, answer.stats.figures["states"]) == (ALL_STATES, 360)


def without_bound(board: sliding.Board, metric: str, options: Choices) -> Task:
    return replace(sliding.describe(board, metric, options), most=None)


def test_a_known_bound_of_the_lengths_refutes() -> None:
    puzzle = counting(6, most=3)
    assert isinstance(hashicnf.solve(puzzle).verdict, Unsat)


def test_what_is_plainly_impossible_is_refuted_without_a_search() -> None:
    puzzle = hashicnf.parse(UNSOLVABLE)
    plain = replace(puzzle, rules=replace(puzzle.rules, impossible=lambda _: "the parity is wrong"))
    for method in ("cdcl", "astar"):
        answer: Answer = hashicnf.solve(plain, method=method)
        assert isinstance(answer.verdict, Unsat)
        assert (answer.stats.method, answer.stats.total) == (method, 0)
    with pytest.raises(hashicnf.UsageError, match=r"^branching: the method astar has no use for it"):
        hashicnf.solve(plain, method="astar", branching="first")


def test_fewest_steps_are_not_called_cheapest_where_costs_differ() -> None:
    answer = hashicnf.solve(counting(4, costs=(1, 5)), method="cdcl")
    assert isinstance(answer.verdict, Solved)
    assert answer.plan is not None
    assert (answer.plan.length, answer.plan.cost, answer.plan.optimal) == (2, 10, False)
    assert answer.plan.doubt == "the horizon bounds steps, and their costs differ"
    best = hashicnf.solve(counting(4, costs=(1, 5)), method="astar").plan
    assert best is not None
    assert (best.cost, best.optimal, best.doubt) == (4, True, "")


def test_figures_and_limits_are_of_all_horizons_together() -> None:
    puzzle = hashicnf.parse("family: tiles\n.24\n153\n")
    whole = hashicnf.solve(puzzle, method="dpll")
    assert (whole.plan is not None, whole.stats.rounds, whole.stats.figures["iterations"]) == (True, 3, 3)
    alone = [hashicnf.solve(puzzle, method="dpll", horizon=h).stats.figures["nodes"] for h in range(5, 10, 2)]
    nodes = [number for number in alone if isinstance(number, int)]
    total = sum(nodes)
    assert whole.stats.figures["nodes"] == total > max(nodes)
    stopped = hashicnf.solve(puzzle, method="dpll", max_nodes=total - 1)
    assert stopped.verdict == Unknown(Stopped("nodes", f"limit of {total - 1} nodes reached"))
    assert hashicnf.solve(puzzle, method="dpll", max_nodes=total).plan is not None


def test_an_interrupt_at_a_later_horizon_leaves_the_figures_of_those_before(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, formulas = hashicnf.parse("family: tiles\n253\n4.1\n"), count(1)

    def compiled(*given: Any, **named: Any) -> Any:
        if next(formulas) == 4:
            raise KeyboardInterrupt
        return compile_puzzle(*given, **named)

    monkeypatch.setattr("hashicnf.solving.trace_start.compile_puzzle", compiled)
    answer = solve_with(puzzle, Request(method="dpll"))
    before = [hashicnf.solve(puzzle, method="dpll", horizon=h).stats.figures["nodes"] for h in (5, 7, 9)]
    assert answer.verdict == Unknown(INTERRUPTED)
    assert answer.stats.figures["nodes"] == sum(number for number in before if isinstance(number, int)) > 0


def test_time_runs_out_at_a_horizon() -> None:
    puzzle = hashicnf.parse(LONG)
    late = hashicnf.solve(puzzle, timeout=0)
    assert late.verdict == Unknown(Stopped("time", "time limit of 0 s reached at horizon 6"))
    assert late.plan is None


def test_ctrl_c_leaves_the_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(Refuter, "refutes", interrupt)
    answer = solve_with(hashicnf.parse(LONG), Request())
    assert answer.verdict == Unknown(Stopped("interrupted", "interrupted from the keyboard"))
    assert (answer.stats.rounds, answer.stats.figures["metric"]) == (1, "slides")


def test_a_refuter_stops_at_a_goal_and_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    solvable = Refuter(tiles(2, 3, (1, 2, 3, 4, 0, 5)))
    assert not any(solvable.refutes() for _ in range(50))
    monkeypatch.setattr("hashicnf.solving.all_states.MOST_STATES", 100)
    hopeless = Refuter(tiles(2, 3, (2, 1, 3, 4, 5, 0)))
    assert not any(hopeless.refutes() for _ in range(50))
    assert hopeless.states < 300


def test_a_refuter_out_of_time_refutes_nothing_until_it_is_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    refuter = Refuter(tiles(2, 3, (2, 1, 3, 4, 5, 0)))
    monkeypatch.setattr("hashicnf.solving.all_states.SHARE", 0)
    monkeypatch.setattr("hashicnf.solving.all_states.LEAST_SECONDS", 0)
    assert (refuter.refutes(), refuter.states) == (False, 1)
    monkeypatch.setattr("hashicnf.solving.all_states.LEAST_SECONDS", 60)
    assert (refuter.refutes(), refuter.states) == (True, 360)


def test_formulas_that_would_fill_the_memory_are_refused_and_the_plan_stands(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    near = str(Path(__file__).parent.parent.parent / "examples" / "klotski" / "near.puz")
    monkeypatch.setattr(horizons, "MOST_CLAUSES", 1000)
    with pytest.raises(UsageError, match="a formula of 4 steps needs more than 1,000 clauses"):
        hashicnf.encode(hashicnf.read(near), horizon=4)
    files = ["--cnf", str(tmp_path / "a.cnf"), "--proof", str(tmp_path / "a.drup")]
    assert run(["solve", near, "--metric", "move", *files]) == Exit.GAVE_UP
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 5
    assert "no proof: a formula of 4 steps needs more than 1,000 clauses" in printed.err
    assert list(tmp_path.iterdir()) == []


def test_a_trace_is_of_one_horizon(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    near = str(Path(__file__).parent.parent.parent / "examples" / "klotski" / "tiny.puz")
    words = ["solve", near, "--method", "dpll", "--trace", str(tmp_path / "a.jsonl")]
    assert run(words) == Exit.USAGE
    assert "give --horizon" in capsys.readouterr().err
    assert run([*words, "--horizon", "1"]) == Exit.DONE
    assert run(["explain-trace", str(tmp_path / "a.jsonl")]) == Exit.DONE


@pytest.mark.parametrize(
    ("text", "options", "reason"),
    [
        ("family: tiles\n31\n.2\n", {"method": "dpll", "horizon": 2}, "no plan has at most 2 steps"),
        ("family: tiles\n31\n.2\n", {"method": "dfs", "max_depth": 2}, "cutoff: no solution within the limit of 2"),
        ("family: sudoku\n132.\n24.3\n.242\n413.\n", {"method": "swap"}, "no grid that the swaps lead to is a sol"),
    ],
)
def test_a_trace_ends_with_the_verdict_on_the_puzzle(text: str, options: dict[str, Any], reason: str) -> None:
    """No solution within bounds is no proof that there is none."""
    tracer = hashicnf.Collector()
    verdict = hashicnf.solve(hashicnf.parse(text), tracer=tracer, **options).verdict
    end = tracer.records[-1].step
    assert isinstance(verdict, Unknown)
    assert isinstance(end, End)
    assert (end.outcome, end.reason) == ("stopped", verdict.stopped.reason)
    assert end.reason.startswith(reason)


@pytest.mark.parametrize("method", ["dpll", "cdcl"])
def test_an_interrupt_between_two_horizons_leaves_the_figures_so_far(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: Refuter) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(Refuter, "refutes", interrupted)
    answer = solve_with(hashicnf.parse(EIGHT), Request(method=method))
    assert answer.verdict == Unknown(INTERRUPTED)
    assert answer.stats.rounds == 1
    assert answer.stats.figures["horizon"]
