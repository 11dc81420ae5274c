"""Roads: their choice, correct answers by each, and literals and cuts passed to the next."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from io import StringIO
from itertools import cycle
from typing import Any, NoReturn

import numpy as np
import pytest

import hashicnf
from hashicnf.backends.supervisor import PastDeadlineError
from hashicnf.core.deadline import Deadline
from hashicnf.core.stats import Stats
from hashicnf.errors import SolverFailed, UsageError
from hashicnf.logic import Sat, Unknown, Unsat, Verdict
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.puzzles import detect
from hashicnf.solving import by_cdcl, lazy, model_search
from hashicnf.solving.methods import solve_with
from hashicnf.solving.request import Request
from hashicnf.solving.roads import choice, worker
from hashicnf.solving.roads.choice import Stage, stages_for
from hashicnf.solving.roads.features import Features, features_of
from hashicnf.solving.roads.portfolio import shares
from hashicnf.solving.roads.runner import ROADS, StageRunner
from hashicnf.solving.run import Run
from hashicnf.windows import schedule
from hashicnf.windows.schedule import fixed_by_probing
from tests.oracles.hashi import drawn, solutions
from tests.oracles.puzzles import puzzle_of

USUAL = Features(nodes=2000, is_drawn=True, undecided=1.0, slack=0.6, acyclic=False, cycles=False)


def compiled(**options: object) -> Compiled:
    return by_cdcl.compiled_for(hashicnf.generate("hashi", **options).puzzle, Request())


def first(features: Features) -> list[str]:
    return [stage.road for stage in stages_for(features)]


def test_rounds_use_up_the_budget_of_the_lazy_road(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of rounds may add a cut each and take hardly any conflict, which no budget of conflicts ends."""
    monkeypatch.setattr(lazy, "LEAST_ROUNDS", 5)
    run = Run(compiled(size="16x16", islands=100, doubles=0.1, seed=2))
    with StageRunner(run) as runner:
        assert isinstance(runner.lazily(5 * lazy.ROUND), Unknown)
        assert 5 <= run.stats.rounds <= 6  # the last one calls no solver
        assert isinstance(runner.lazily(100 * lazy.ROUND), Sat)
    assert run.stats.rounds > 6


def test_features_are_shares_of_the_nodes() -> None:
    easy = features_of(compiled(size="30x30", islands=200, doubles=0.8, seed=1))
    hard = features_of(compiled(size="30x30", islands=200, doubles=0.0, seed=1))
    assert (easy.nodes, hard.nodes) == (200, 200)
    assert easy.undecided < hard.undecided
    assert hard.slack == pytest.approx(0.1)
    assert not easy.is_tight
    assert not easy.cycles
    tree = features_of(compiled(size="30x30", islands=200, doubles=0.0, loops=0.0, seed=1))
    assert tree.slack == 0
    assert tree.is_tight
    assert features_of(compiled(size="30x30", islands=200, no_loops=True, doubles=0.1, seed=1)).is_tight
    assert not replace(tree, undecided=1.0).is_tight
    assert not replace(tree, slack=0.5).is_tight
    cycle = features_of(compiled(lattice=8))
    assert cycle.cycles
    assert cycle.undecided > 1.5


def test_slack_is_infinite_where_clues_are_unknown() -> None:
    features = features_of(by_cdcl.compiled_for(hashicnf.parse("2 . ? . 2\n. . . . .\n2 . 3 . 2\n"), Request()))
    assert features.slack == np.inf


@pytest.mark.parametrize(
    ("features", "roads"),
    [
        (USUAL, ["lazy", "counting", "windows", "lazy", "windows", "planar"]),
        (replace(USUAL, undecided=2.6, slack=0.2), ["lazy", "counting", "windows", "lazy", "planar"]),
        (replace(USUAL, undecided=1.5, slack=0.0), ["lazy", "counting", "windows", "lazy", "planar"]),
        (replace(USUAL, undecided=2.6, slack=0.2, nodes=500), ["lazy", "counting", "windows", "planar"]),
        (replace(USUAL, cycles=True), ["lazy", "counting", "windows", "lazy", "dual-elimination"]),
        (replace(USUAL, cycles=True, nodes=500), ["lazy", "counting", "windows", "dual-elimination"]),
        (replace(USUAL, cycles=True, is_drawn=False), ["lazy", "counting", "windows", "lazy", "link-elimination"]),
        (replace(USUAL, nodes=15_000), ["counting", "windows", "lazy", "planar"]),
        (replace(USUAL, nodes=100_000), ["windows", "counting", "lazy"]),
        (replace(USUAL, nodes=100_000, undecided=2.6, slack=0.2), ["counting", "windows", "lazy"]),
    ],
)
def test_features_choose_the_roads(features: Features, roads: list[str]) -> None:
    assert first(features) == roads
    assert stages_for(features)[-1].conflicts is None, "the last road has no end"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"nodes": 2_500, "cycles": True}, [750_000]),
        ({"nodes": 2_501}, [400_000, 300_120, 2_250_900]),
        ({"nodes": 6_000, "acyclic": True, "slack": 0}, [480_000, 720_000, 5_400_000]),
        ({"nodes": 10_000, "undecided": 2.6, "slack": 0.2}, [1_200_000, 250_000, 9_000_000]),
        ({"nodes": 6_000, "acyclic": True}, [5_400_000]),
        ({"nodes": 6_001}, [720_120, 150_025, 5_400_900]),
        ({"nodes": 10_001}, [9_000_900]),
        ({"nodes": 2_500, "is_drawn": False}, [2_250_000]),
    ],
    ids=str,
)
def test_windows_pause_where_the_whole_is_solved_soon(changes: dict[str, Any], expected: list[int]) -> None:
    stages = stages_for(replace(USUAL, **changes))
    start = 1 + [stage.road for stage in stages].index("counting")
    turns = [(stage.road, stage.conflicts) for stage in stages[start : start + len(expected)]]
    assert turns == [*zip(cycle(("windows", "planar")), expected)]


def test_windows_pause_for_the_lazy_loop_on_small_boards_that_may_suit_it() -> None:
    stages = stages_for(replace(USUAL, nodes=2_500))
    expected = [("windows", 250_000), ("lazy", 1_125_000), ("windows", 500_000), ("planar", None)]
    assert [(stage.road, stage.conflicts) for stage in stages[2:]] == expected


def test_cycles_through_many_nodes_are_found_window_by_window() -> None:
    puzzle = hashicnf.generate("hashi", lattice=30).puzzle
    answer = hashicnf.solve(puzzle)
    assert hashicnf.check(puzzle, answer.solution) == []
    assert answer.stats.roads == ["lazy", "counting", "windows"]


def test_where_all_follows_from_the_first_decisions_a_glance_is_enough() -> None:
    """The board is a comb on a full lattice: its back is the first row, and every column is a tooth."""
    side = 30
    rows = [[2, *[3] * (side - 2), 2], *[[2] * side] * (side - 2), [1] * side]
    blank = " ".join("." * (2 * side - 1))
    puzzle = hashicnf.parse(f"\n{blank}\n".join(" . ".join(map(str, row)) for row in rows) + "\n")
    answer = hashicnf.solve(puzzle)
    assert hashicnf.check(puzzle, answer.solution) == []
    assert answer.stats.roads == ["lazy"]


def test_what_has_begun_lazily_goes_on_elsewhere() -> None:
    roads = [stage.road for stage in stages_for(USUAL, has_begun=True)]
    assert roads == ["counting", "windows", "lazy", "windows", "planar"]


# Propagation decides none of them; 7 solutions, 5 of them without loops, 6 that all have loops, and none.
BOARDS = ["231\n233\n123\n", "344\n333\n132\n", "332\n233\n223\n"]


@pytest.mark.parametrize("road", [road for road in ROADS if road != "counting"])
@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("loops", [True, False])
def test_every_road_leads_to_right_answers(road: str, text: str, loops: bool) -> None:
    grid = drawn(text)
    puzzle = puzzle_of(grid, loops=loops)
    formula = by_cdcl.compiled_for(puzzle, Request())
    with StageRunner(Run(formula)) as runner:
        verdict = runner.run([Stage(road), Stage("lazy")])  # type: ignore[arg-type]
    assert isinstance(verdict, Sat) == any(True for _ in solutions(grid, loops=loops))
    if isinstance(verdict, Sat):
        assert not puzzle.check(formula.decode(verdict.model))


@pytest.mark.parametrize("road", [road for road in ROADS if road != "counting"])
@pytest.mark.parametrize("options", [{}, {"no_loops": True}, {"unsolvable": True}, {"doubles": 0.0}])
def test_every_road_solves_generated_boards(road: str, options: dict[str, object]) -> None:
    made = hashicnf.generate("hashi", size="12x12", islands=45, seed=3, **options)
    formula, stats = by_cdcl.compiled_for(made.puzzle, Request()), Stats()
    with StageRunner(Run(formula, stats=stats)) as runner:
        verdict = runner.run([Stage(road)])  # type: ignore[arg-type]
    assert isinstance(verdict, Unsat if "unsolvable" in options else Sat)
    assert stats.roads == [road]


def test_counting_refutes_and_proves_nothing_else() -> None:
    for side, kind in ((9, Unsat), (8, Unknown)):
        with StageRunner(Run(compiled(lattice=side))) as runner:
            assert isinstance(runner.run([Stage("counting")]), kind)
    answer = hashicnf.solve(hashicnf.parse("1.1\n"), road="counting")
    assert isinstance(answer.verdict, Unknown)
    assert answer.verdict.reason == "counting does not refute the puzzle, and finds no solutions"


@pytest.mark.parametrize("road", [road for road in ROADS if road != "counting"])
def test_a_road_may_be_asked_for(road: str) -> None:
    puzzle = hashicnf.generate("hashi", size="12x12", islands=40, seed=2, doubles=0.1).puzzle
    answer = hashicnf.solve(puzzle, road=road)
    assert answer.stats.roads == [road]
    assert hashicnf.check(puzzle, answer.solution) == []


@pytest.mark.parametrize("road", [road for road in ROADS if road != "counting"])
@pytest.mark.parametrize(
    "grid", [[[3, 4, 3], [4, 4, 4], [3, 4, 3]], [[2, 1, 2, 2], [0, 2, 3, 3], [2, 2, 0, 0], [2, 3, 1, 1]]]
)
def test_every_road_says_whether_there_are_other_solutions(road: str, grid: list[list[int]]) -> None:
    puzzle = puzzle_of(grid)
    asked = Request(road=road, all_answers=True)
    assert solve_with(puzzle, asked).stats.several is (len(list(solutions(grid))) > 1)
    assert solve_with(puzzle, replace(asked, all_answers=False)).stats.several is None


@pytest.mark.parametrize(
    "options",
    [
        {"road": "none"},
        {"road": "lazy", "jobs": 2},
        {"road": "lazy", "solver": "minisat22"},
        {"road": "lazy", "connectivity": "planar"},
        {"road": "lazy", "method": "dpll"},
    ],
)
def test_a_road_that_there_is_not_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="road"):
        hashicnf.solve(hashicnf.parse("1.1\n"), **options)


def test_the_next_road_knows_cuts_and_fixed_variables() -> None:
    formula = compiled(size="30x30", islands=250, doubles=0.0, seed=2)
    with StageRunner(Run(formula)) as runner:
        assert isinstance(runner.run([Stage("lazy", 1), Stage("windows", 1)]), Unknown)
        learnt = runner.formula()
    assert learnt.clause_count > formula.formula.clause_count
    fixed = [np.count_nonzero(known.known()) for known in (formula.formula, learnt)]
    assert fixed[0] < fixed[1]
    with StageRunner(Run(formula)) as runner:
        verdict = runner.run([Stage("lazy")])
    assert isinstance(verdict, Sat)
    assert not learnt.violated(verdict.model) or fixed[0] < fixed[1]


def test_windows_continue_where_they_have_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    probed, tried, follow = list[object](), list[object](), schedule._Course._followed

    def probe(*args: Any) -> Any:
        probed.append(args)
        return fixed_by_probing(*args)

    def followed(course: Any, attempts: Any) -> Verdict:
        tried.append(attempts)
        return follow(course, attempts)

    monkeypatch.setattr(schedule, "fixed_by_probing", probe)
    monkeypatch.setattr(schedule._Course, "_followed", followed)
    with StageRunner(Run(compiled(size="30x30", islands=250, doubles=0.0, seed=2))) as runner:
        verdict = runner.run([Stage("windows", 1), Stage("lazy", 1), Stage("windows")])
    assert isinstance(verdict, Sat)
    assert len(probed) == 1
    assert tried == [*dict.fromkeys(tried)], "no attempt is made twice"


def test_a_journey_is_the_same_every_time() -> None:
    runs = []
    for _ in range(2):
        stats = Stats()
        formula = compiled(size="30x30", islands=250, doubles=0.0, seed=2)
        with StageRunner(Run(formula, stats=stats)) as runner:
            verdict = runner.run([Stage("lazy", 100), Stage("windows", 3000), Stage("planar")])
        assert isinstance(verdict, Sat)
        assert len(stats.roads) > 1
        runs.append((stats.roads, stats.rounds, stats.windows, stats.cuts, verdict.model.tolist()))
    assert runs[0] == runs[1]


def test_small_boards_go_on_with_what_the_loop_has_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_search, "PATIENCE", 1)
    answer = hashicnf.solve(hashicnf.generate("hashi", size="30x30", islands=250, doubles=0.0, seed=2).puzzle)
    assert answer.stats.roads[:3] == ["native", "lazy", "counting"]
    assert isinstance(answer.verdict, Sat)


def test_shares_begin_with_what_one_process_would_do_and_differ_in_the_rest() -> None:
    stages = stages_for(replace(USUAL, undecided=2.6, slack=0.2))
    alone, *others = shares(stages, 4)
    assert alone == stages
    assert [lane[0].road for lane in others] == ["lazy", "planar", "link-elimination"]
    assert all(stage.conflicts is None for lane in others for stage in lane)
    assert shares(stages, 1) == [stages]
    undrawn = stages_for(replace(USUAL, is_drawn=False))
    assert "planar" not in [stage.road for share in shares(undrawn, 9) for stage in share]


@pytest.mark.parametrize("options", [{"doubles": 0.0}, {"unsolvable": True}])
def test_processes_side_by_side_find_the_answer(options: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_search, "FEW_NODES", 0)
    puzzle = hashicnf.generate("hashi", size="20x20", islands=120, seed=3, **options).puzzle
    answer = hashicnf.solve(puzzle, jobs=2, all_answers=True)
    assert isinstance(answer.verdict, Unsat if "unsolvable" in options else Sat)
    assert not answer.broken
    assert (answer.stats.several is None) == ("unsolvable" in options)
    assert answer.stats.roads


def test_a_process_reads_a_board_that_looks_like_a_sudoku(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f"{row:.<81}\n" for row in ("3.9.3", "", "..3"))
    text = hashicnf.parse(f"max-bridges: 3\n{rows}", "native").text
    assert detect(text) == "sdm"
    order = {"puzzle": text, "encodings": Request().named() | {"options": None}, "stages": [["lazy", None]]}
    monkeypatch.setattr(sys, "stdin", StringIO(json.dumps(order)))
    worker.main()
    assert json.loads(capsys.readouterr().out)["verdict"] == "sat"


def test_work_before_the_processes_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_search, "PATIENCE", 1)
    puzzle = hashicnf.generate("hashi", size="20x20", islands=120, seed=4, doubles=0.0).puzzle
    stats = hashicnf.solve(puzzle, jobs=1).stats
    assert hashicnf.solve(puzzle, jobs=2).stats.roads[0] == stats.roads[0] == "lazy"


def test_a_limit_that_is_reached_while_processes_are_told_what_to_do_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_search, "FEW_NODES", 0)
    monkeypatch.setattr("hashicnf.backends.supervisor.Process.send", late)
    puzzle = hashicnf.generate("hashi", size="20x20", islands=120, seed=4).puzzle
    verdict = hashicnf.solve(puzzle, jobs=2, timeout=60).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.stopped.kind == "time"


def late(*_: object) -> NoReturn:
    raise PastDeadlineError


def run_instead(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Let the processes of the roads run another program."""
    command = [sys.executable, "-c", program]
    monkeypatch.setattr("hashicnf.solving.roads.portfolio.python_command", lambda _: command)


@pytest.mark.parametrize("is_unique", [False, True])
def test_after_other_roads_it_is_asked_near_the_solution_whether_there_are_others(is_unique: bool) -> None:
    made = hashicnf.generate("hashi", size="60x60", islands=900, seed=3, unique=is_unique)
    assert hashicnf.solve(made.puzzle, all_answers=True).stats.several is (not is_unique)
    assert hashicnf.solve(made.puzzle).stats.several is None
    assert bool(hashicnf.unique(made.puzzle)) is is_unique


def test_processes_end_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_search, "FEW_NODES", 0)
    run_instead(monkeypatch, "import time; time.sleep(60)")
    puzzle = hashicnf.generate("hashi", size="20x20", islands=120, seed=4).puzzle
    answer = hashicnf.solve(puzzle, jobs=3, timeout=0.5)
    assert isinstance(answer.verdict, Unknown)
    assert answer.verdict.stopped.kind == "time"


@pytest.mark.parametrize(
    ("program", "how"),
    [
        ("raise ValueError('no such road')", r"ended with exit code 1; it wrote:(?s:.*)no such road"),
        ("import os; os.kill(os.getpid(), 9)", "was killed by signal 9$"),
    ],
)
def test_processes_that_all_fail_are_an_error(program: str, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_search, "FEW_NODES", 0)
    run_instead(monkeypatch, program)
    puzzle = hashicnf.generate("hashi", size="20x20", islands=120, seed=4).puzzle
    with pytest.raises(SolverFailed, match=f"^the road [a-z-]+ {how}"):
        hashicnf.solve(puzzle, jobs=2)


def test_jobs_are_refused_with_a_solver() -> None:
    puzzle = hashicnf.parse(BOARDS[0])
    with pytest.raises(UsageError, match=r"^jobs: processes share the work only without solver"):
        hashicnf.solve(puzzle, jobs=2, solver="glucose4")


def test_a_deadline_ends_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "LEAST", 1)
    with StageRunner(
        Run(compiled(size="30x30", islands=250, doubles=0.0, seed=2), deadline=Deadline.after(0))
    ) as runner:
        verdict = runner.run([Stage("lazy", 1), Stage("windows")])
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "time limit of 0 s reached"


@pytest.mark.parametrize("road", ROADS)
def test_a_board_without_islands_is_solved_on_every_road_that_finds_solutions(road: str) -> None:
    status = hashicnf.solve(hashicnf.parse("..\n"), road=road).status
    assert status == ("unknown" if road == "counting" else "solved")
