"""Every method compared with brute force: answers, optimality, limits, errors, statistics and traces."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from hashicnf.api import solve
from hashicnf.core.searchfigures import SearchFigures
from hashicnf.errors import UsageError
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.families.hashi import FAMILY
from hashicnf.families.hashi.generate import generate, unsolvable
from hashicnf.logic import INTERRUPTED, Sat, Solved, Stopped, Unknown, Unsat
from hashicnf.pipeline.answer import Answer
from hashicnf.pipeline.puzzles import parse
from hashicnf.solving.methods import ALIASES, method_named, methods, solve_with
from hashicnf.solving.request import Request
from hashicnf.trace import Collector
from hashicnf.trace.steps import Backtrack, Conflict, Decision, End, Expand, Forced, Prune, Round, Skip, Solution, Start
from tests.assignments.boards import Small, every, small
from tests.oracles import hashi
from tests.oracles.puzzles import board_of, counts_of, hashi_solution, puzzle_of, puzzle_with

METHODS = methods(FAMILIES.get("hashi"))
ENDLESS = float("inf"), float("nan"), -1, 1e300
HEURISTICS = ["residual", "mst", "saturation", "components", "zero"]
CHEAPEST = {"astar", "idastar"}
ADMISSIBLE = ["residual", "mst", "zero"]
USABLE = {name: method for name, method in METHODS.items() if not (method.search and method.search.both_ways)}
SEARCHES = [name for name, method in USABLE.items() if method.search is not None]
TRACED = ["dpll", *SEARCHES]  # with their default heuristic they are tested with and without a trace
DEFAULTS = {
    name: "zero" if name == "iddfs" else "residual"
    for name, method in USABLE.items()
    if method.search is not None and method.search.informed
}
CASES = [
    *((name, None) for name in USABLE if name not in TRACED),
    *((name, h) for name, default in DEFAULTS.items() for h in HEURISTICS if h != default),
]
MOST_FOR_BRUTE_FORCE = 7


def empty_rows(size: int) -> Puzzle:
    """Return a square lattice of twos, on which searches without lookahead take long."""
    return puzzle_of([[2] * size for _ in range(size)])


def agrees_with_brute_force(board: Small, answer: Answer) -> None:
    if not board.solutions:
        assert isinstance(answer.verdict, Unsat)
        assert answer.solution is None
        return
    name = answer.stats.method
    assert isinstance(answer.verdict, Solved)
    assert isinstance(answer.verdict, Sat) == (name in ("cdcl", "dpll")), "a search has no model"
    assert answer.plan is None
    found = counts_of(board.grid, answer.solution)
    assert found in board.solutions
    if name in CHEAPEST and answer.stats.figures["heuristic"] in ADMISSIBLE:
        assert sum(found) == min(map(sum, board.solutions))


@pytest.mark.parametrize(("name", "heuristic"), CASES)
def test_every_method_agrees_with_brute_force(name: str, heuristic: str | None) -> None:
    for board in (*every()[:-2:9], *every()[-2:]):
        if name == "bruteforce" and board_of(board.puzzle).edges > MOST_FOR_BRUTE_FORCE:
            continue
        agrees_with_brute_force(board, solve_with(board.puzzle, Request(method=name, heuristic=heuristic)))


def test_a_search_from_both_ends_refuses_a_space_without_a_list_of_goals() -> None:
    assert set(METHODS) - set(USABLE) == {"bidirectional"}
    for space in ("grid", "formula"):
        with pytest.raises(UsageError, match=f"the space {space} has no list of goals to walk back from"):
            solve_with(empty_rows(2), Request(method="bidirectional", space=space))
    with pytest.raises(UsageError, match="no method of hashi is named 'bidirectional'; there are: cdcl"):
        solve_with(empty_rows(2), Request(method="bidirectional"))


def test_the_optimal_methods_are_those_of_the_search() -> None:
    found = {name for name, method in METHODS.items() if method.search and method.search.minimises == "cost"}
    assert found == CHEAPEST
    assert list(METHODS)[:2] == ["cdcl", "dpll"]
    assert set(ALIASES.values()) <= set(METHODS)
    assert method_named("pysat") is method_named("cdcl")


def test_where_the_cheapest_solution_matters_admissible_heuristics_find_it() -> None:
    """With unknown clues solutions differ in their numbers of bridges, and a depth-first search finds an expensive one."""
    board = small(hashi.drawn("??? ???"))
    sums = sorted(map(sum, board.solutions))
    assert sums[0] < sums[-1]
    for name in ("astar", "idastar"):
        for heuristic in ADMISSIBLE:
            answer = solve_with(board.puzzle, Request(method=name, heuristic=heuristic))
            assert sum(counts_of(board.grid, answer.solution)) == sums[0]
    dived = solve_with(board.puzzle, Request(method="dfs"))
    assert sum(counts_of(board.grid, dived.solution)) > sums[0]


@pytest.mark.parametrize("name", [name for name in USABLE if name != "bruteforce"])
def test_a_planted_board_and_one_with_a_hidden_contradiction(name: str) -> None:
    for seed in range(3):
        planted = puzzle_with(generate(8, 8, 14, seed=seed).board)
        assert isinstance(solve_with(planted, Request(method=name)).verdict, Solved)
        hopeless = puzzle_with(unsolvable(8, 8, 14, seed=seed).board)
        assert isinstance(solve_with(hopeless, Request(method=name)).verdict, Unsat)


def test_brute_force_proves_a_hidden_contradiction() -> None:
    board = next(b for b in every() if not b.solutions and 5 <= board_of(b.puzzle).edges <= MOST_FOR_BRUTE_FORCE)
    answer = solve_with(board.puzzle, Request(method="bruteforce"))
    most, edges = board_of(board.puzzle).load, board_of(board.puzzle).edges
    assert isinstance(answer.verdict, Unsat)
    assert answer.stats.figures["nodes"] == ((most + 1) ** (edges + 1) - 1) // most


@pytest.mark.parametrize("name", [name for name, method in USABLE.items() if "max_nodes" in method.options])
@pytest.mark.parametrize("nodes", [1, 2, 3])
def test_the_limit_on_nodes_is_exact(name: str, nodes: int) -> None:
    board = empty_rows(6)
    whole = solve_with(board, Request(method=name, max_nodes=300))
    assert isinstance(whole.stats.figures["nodes"], int)
    assert whole.stats.figures["nodes"] > nodes
    answer = solve_with(board, Request(method=name, max_nodes=nodes))
    assert answer.verdict == Unknown(Stopped("nodes", f"limit of {nodes} node{'s' * (nodes > 1)} reached"))
    assert answer.stats.figures["nodes"] == nodes
    assert answer.solution is None


@pytest.mark.parametrize("name", ["bruteforce", "backtracking", "astar"])
def test_the_limit_on_time_holds(name: str) -> None:
    request = Request(method=name, timeout=0.2, space=None if name == "bruteforce" else "grid")
    start = time.process_time()
    answer = solve_with(empty_rows(9), request)
    assert answer.verdict == Unknown(Stopped("time", "time limit of 0.2 s reached"))
    assert time.process_time() - start < 2


@pytest.mark.parametrize("name", ["astar", "dpll", "bruteforce", "cdcl"])
def test_no_time_at_all_is_a_limit_like_any_other(name: str) -> None:
    answer = solve_with(empty_rows(3), Request(method=name, timeout=0))
    assert answer.verdict == Unknown(Stopped("time", "time limit of 0 s reached"))


@pytest.mark.parametrize("name", ["astar", "greedy", "breadthfirst"])
def test_the_limit_on_memory_holds(name: str) -> None:
    request = Request(method=name, space="grid", max_memory=100_000)
    answer = solve_with(empty_rows(9), request)
    figures = answer.stats.figures
    assert answer.verdict == Unknown(Stopped("memory", "memory limit of 100,000 bytes reached"))
    assert isinstance(figures["peak_bytes"], int)
    assert 100_000 < figures["peak_bytes"] < 150_000


def test_depth_first_methods_need_memory_by_depth_alone() -> None:
    for name in ("idastar", "backtracking", "dfs"):
        request = Request(method=name, space="grid", max_nodes=20_000)
        figures = solve_with(empty_rows(9), request).stats.figures
        assert figures["nodes"] == 20_000
        assert isinstance(figures["peak_bytes"], int)
        assert figures["peak_bytes"] < 1_000_000


def interrupt(_: SearchFigures) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("name", ["astar", "idastar", "bruteforce", "backtracking", "greedy"])
def test_an_interrupt_leaves_the_figures(name: str) -> None:
    space = "configurations" if name == "bruteforce" else "grid"
    answer = solve_with(empty_rows(9), Request(method=name, space=space, progress=interrupt))
    assert answer.verdict == Unknown(INTERRUPTED)
    assert isinstance(answer.stats.figures["nodes"], int)
    assert answer.stats.figures["nodes"] > 10


@pytest.mark.parametrize("name", ["dpll", "astar"])
def test_an_interrupt_before_the_search_leaves_figures_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def compile_slowly(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hashicnf.solving.trace_start.compile_puzzle", compile_slowly)
    answer = solve_with(empty_rows(9), Request(method=name))
    assert answer.verdict == Unknown(INTERRUPTED)
    assert "encode" in answer.stats.seconds


def test_progress_shows_the_f_that_counts_what_was_settled_at_once() -> None:
    seen: list[SearchFigures] = []
    board = puzzle_with(generate(14, 14, 60, seed=1).board)
    half = sum(map(sum, board_of(board).cells().tolist())) / 2
    solve_with(board, Request(method="astar", heuristic="mst", progress=lambda s: seen.append(s), timeout=1))
    answer = solve_with(board, Request(method="astar"))
    assert answer.stats.figures["best_f"] == half
    assert answer.stats.figures["space"] == "formula"
    assert all(s.best_f is not None and s.best_f <= half for s in seen)


FIGURES = {
    "nodes",
    "generated",
    "open",
    "closed",
    "reopened",
    "depth",
    "best_f",
    "iterations",
    "peak_nodes",
    "peak_bytes",
    "nodes_per_second",
    "bytes_per_node",
}


@pytest.mark.parametrize("name", SEARCHES)
def test_figures(name: str) -> None:
    answer = solve_with(empty_rows(4), Request(method=name, max_nodes=2000))
    figures = answer.stats.figures
    told = {"space"} | method_named(name, FAMILY).options & {"heuristic", "tie_break"}
    told |= {"nodes_by_iteration"} if name in ("idastar", "iddfs") else set()
    assert set(figures) == FIGURES | told
    assert answer.stats.method == name
    assert set(answer.stats.seconds) >= {"encode", "search"}


def test_bytes_per_node_are_those_of_state_and_key() -> None:
    figures = solve_with(empty_rows(9), Request(method="astar", space="grid", max_nodes=3000)).stats.figures
    assert isinstance(figures["bytes_per_node"], float)
    assert 100 < figures["bytes_per_node"] < 3000


REFUSED = [
    ({"method": ""}, "no method is named ''; there are: cdcl, dpll, astar"),
    ({"road": ""}, "no road is named ''; there are: native, lazy"),
    ({"solver": ""}, "no solver is named ''"),
    ({"method": "astar", "heuristic": ""}, "no heuristic of this hashi puzzle is named ''"),
    ({"method": "astar", "space": ""}, "no space of hashi is named ''"),
    ({"method": "astar", "tie_break": ""}, "no tie-break is named ''"),
    ({"method": "dpll", "branching": ""}, "no branching rule is named ''"),
    ({"method": "astra"}, "no method is named 'astra'; did you mean astar? there are: cdcl, dpll, astar"),
    ({"method": "dfs", "heuristic": "zero"}, "--heuristic: the method dfs has no use for it"),
    ({"method": "idastar", "tie_break": "fifo"}, "--tie-break: the method idastar has no use for it"),
    ({"method": "astar", "tie_break": "newest"}, "no tie-break is named 'newest'; there are: deepest, fifo"),
    (
        {"method": "astar", "solver": "x", "branching": "first"},
        "--solver and --branching: the method astar has no use for them",
    ),
    ({"method": "dpll", "space": "grid", "max_memory": 1}, "--space and --max-memory: the method dpll has no"),
    ({"method": "dpll", "branching": "worst"}, "no branching rule is named 'worst'; there are: dlis, first"),
    ({"max_nodes": 1, "tracer": Collector()}, "--trace and --max-nodes: the method cdcl has no use for them"),
    (
        {"method": "astar", "heuristic": "manhattan"},
        "no heuristic of this hashi puzzle is named 'manhattan'; there are: residual, mst, saturation, zero, components",
    ),
    (
        {"method": "astar", "space": "formula", "heuristic": "components"},
        "no heuristic of this hashi puzzle in the space formula is named 'components'; there are: residual, mst, saturation, zero",
    ),
    (
        {"method": "dfs", "space": "cells"},
        "no space of hashi is named 'cells'; there are: formula, grid, configurations",
    ),
    (
        {"method": "backtracking", "connectivity": "planar"},
        "--connectivity: the method backtracking has no use for it in the space grid, which is not that of a formula",
    ),
    (
        {"method": "astar", "space": "grid", "cuts": 3, "redundant": False},
        "--cuts and --no-redundant: the method astar has no use for them in the space grid",
    ),
    (
        {"method": "candidates"},
        "no method of hashi is named 'candidates'; there are: cdcl, dpll, astar",
    ),
    ({"method": "astar", "connectivity": "block"}, "connectivity block takes rounds of a SAT solver"),
]


@pytest.mark.parametrize(("how", "words"), REFUSED, ids=[words[:40] for _, words in REFUSED])
def test_what_cannot_be_used_is_refused(how: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError) as problem:
        solve_with(empty_rows(3), Request(**how))  # type: ignore[arg-type]
    assert str(problem.value).startswith(words)


@pytest.mark.parametrize("tie_break", ["deepest", "fifo", "lifo", "shallowest"])
def test_tie_breaks_change_the_effort_alone(tie_break: str) -> None:
    board = puzzle_with(generate(12, 12, 45, seed=5).board)
    answer = solve_with(board, Request(method="astar", tie_break=tie_break))
    assert isinstance(answer.verdict, Solved)
    assert answer.stats.figures["tie_break"] == tie_break


@pytest.mark.parametrize("connectivity", ["planar", "closure", "vertex-elimination"])
@pytest.mark.parametrize("cardinality", ["direct", "seqcounter"])
def test_searches_take_any_complete_formula(connectivity: str, cardinality: str) -> None:
    for board in every()[:20]:
        request = Request(method="idastar", connectivity=connectivity, cardinality=cardinality)
        answer = solve_with(board.puzzle, request)
        assert isinstance(answer.verdict, Solved) == bool(board.solutions)
        assert answer.stats.connectivity == connectivity


def test_without_connectivity_a_solution_may_be_broken_and_says_so() -> None:
    board = small(hashi.drawn("2.2 ... 2.2"))
    answers = [
        solve_with(b.puzzle, Request(method=m, connectivity="none"))
        for b in (board, *every())
        for m in ("astar", "dpll")
    ]
    assert {v.rule for answer in answers for v in answer.broken} == {"connected", "loops"}


@pytest.mark.parametrize("rule", ["dlis", "first", "jeroslow-wang", "saturation"])
def test_dpll_takes_every_branching_rule(rule: str) -> None:
    for board in every()[:20]:
        answer = solve_with(board.puzzle, Request(method="dpll", branching=rule))
        assert isinstance(answer.verdict, Solved) == bool(board.solutions)
        assert answer.stats.figures["branching"] == rule


def traced(board: Small, name: str, **how: object) -> tuple[Collector, Answer]:
    tracer = Collector()
    return tracer, solve_with(board.puzzle, Request(method=name, tracer=tracer, **how))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", TRACED)
def test_traces_begin_with_the_puzzle_and_end_with_the_outcome(name: str) -> None:
    for board in (*every()[1:-2:6], *every()[-2:]):
        if name == "bruteforce" and board_of(board.puzzle).edges >= MOST_FOR_BRUTE_FORCE:
            continue  # a trace has a record of every configuration
        tracer, answer = traced(board, name)
        first, last = tracer.records[0].step, tracer.records[-1].step
        assert isinstance(first, Start)
        assert (first.method, first.family) == (name, "hashi")
        assert first.lines == tuple(board.puzzle.lines)
        assert isinstance(last, End)
        assert last.outcome == ("solved" if isinstance(answer.verdict, Solved) else "unsolvable")
        untraced = solve_with(board.puzzle, Request(method=name))
        assert untraced.stats.figures.get("heuristic") == DEFAULTS.get(name)
        agrees_with_brute_force(board, untraced)
        assert type(untraced.verdict) is type(answer.verdict)
        assert untraced.stats.figures["nodes"] == answer.stats.figures["nodes"]


def test_traces_of_searches_hold_every_kind_of_record() -> None:
    wanted = {
        "astar": {Start, Decision, Forced, Conflict, Prune, Expand, Solution, End},
        "idastar": {Start, Decision, Forced, Conflict, Prune, Round, Expand, Skip, Solution, End, Backtrack},
        "backtracking": {Start, Decision, Conflict, Prune, Expand, Solution, End, Backtrack},
    }
    for name, kinds in wanted.items():
        records = [record for board in every() for record in traced(board, name)[0].records]
        assert {type(record.step) for record in records} == kinds


def test_settings_of_a_trace_repeat_the_run() -> None:
    board = every()[3]
    tracer, _ = traced(board, "astar", heuristic="mst", tie_break="lifo")
    start = tracer.records[0].step
    assert isinstance(start, Start)
    assert start.settings == {
        "cardinality": "direct",
        "connectivity": "lazy",
        "space": "formula",
        "heuristic": "mst",
        "tie_break": "lifo",
    }


def test_the_library_takes_the_same_options() -> None:
    board = next(b for b in every() if len(b.solutions) == 1 and board_of(b.puzzle).edges > 5)
    tracer = Collector()
    answer = solve(
        board.puzzle, method="astar", heuristic="components", tie_break="fifo", tracer=tracer, max_nodes=10**6
    )
    assert counts_of(board.grid, answer.solution) in board.solutions
    assert answer.stats.figures["space"] == "grid"
    assert tracer.records
    assert isinstance(solve(board.puzzle).verdict, Solved)


def test_with_residual_astar_and_idastar_are_depth_first_search() -> None:
    """f is constant on every path that can succeed, so preferring deep states is depth first, and one bound suffices."""
    for seed in range(5):
        board = puzzle_with(generate(12, 12, 45, seed=seed).board)
        runs = [solve_with(board, Request(method=name)) for name in ("astar", "idastar", "dfs")]
        for a, b in pairwise(runs):
            assert a.stats.figures["nodes"] == b.stats.figures["nodes"]
            assert np.array_equal(hashi_solution(a.solution).bridges, hashi_solution(b.solution).bridges)
        assert runs[1].stats.figures["iterations"] == 1


def test_boards_of_a_few_dozen_islands_take_a_moment() -> None:
    """The boards take far less than the promised limits, so that a slow machine passes too."""
    for name in ("astar", "idastar"):
        start = time.process_time()
        for seed in range(10):
            board = puzzle_with(generate(14, 14, 60, seed=seed).board)
            assert isinstance(solve_with(board, Request(method=name)).verdict, Solved)
        assert time.process_time() - start < 10


@pytest.mark.parametrize("name", USABLE)
def test_a_board_without_islands_is_solved_by_every_method(name: str) -> None:
    assert isinstance(solve_with(puzzle_of([[0, 0], [0, 0]]), Request(method=name)).verdict, Solved)


@pytest.mark.parametrize("branching", ["dlis", "first", "jeroslow-wang", "saturation"])
def test_a_board_without_islands_leaves_every_branching_rule_in_peace(branching: str) -> None:
    request = Request(method="dpll", branching=branching)
    assert isinstance(solve_with(puzzle_of([[0]]), request).verdict, Solved)


@pytest.mark.parametrize(
    ("asked", "used"), [(None, "jeroslow-wang"), ("saturation", "jeroslow-wang"), ("dlis", "dlis")]
)
def test_the_figures_name_the_branching_rule_that_decided(asked: str | None, used: str) -> None:
    tiles = parse("family: tiles\n12.\n453\n")  # a formula without cardinality constraints
    answer = solve_with(tiles, Request(method="dpll", branching=asked))
    assert isinstance(answer.verdict, Solved | Sat)
    assert answer.stats.figures["branching"] == used


@pytest.mark.parametrize("timeout", ENDLESS)
@pytest.mark.parametrize("options", [{}, {"solver": "cadical153"}, {"method": "astar"}, {"method": "dpll"}])
def test_times_that_no_clock_can_keep_are_refused(timeout: float, options: dict[str, str]) -> None:
    with pytest.raises(UsageError, match=r"is no time limit: give 0 to 1,000,000 seconds, or none"):
        solve(empty_rows(2), timeout=timeout, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "method", ["backtracking", "bruteforce", "astar", "breadthfirst", "greedy", "idastar", "iddfs"]
)
def test_where_every_way_was_tried_nothing_is_left_open(method: str) -> None:
    answer = solve(parse("1.1\n...\n1.1\n"), method=method)
    assert answer.verdict == Unsat()
    assert answer.stats.figures["open"] == 0


def test_the_limit_on_time_holds_while_a_formula_is_made() -> None:
    phases: list[str] = []

    def observe(phase: str, share: float | None = None, size: int | None = None) -> None:
        phases.append(phase)
        time.sleep(0.3)

    answer = solve(parse("2.2\n...\n2.2\n"), timeout=0.25, observe=observe)
    assert answer.verdict == Unknown(Stopped("time", "time limit of 0.25 s reached"))
    assert phases == ["constraints"]


@pytest.mark.parametrize("options", [{}, {"method": "dpll"}, {"method": "astar", "space": "formula"}])
@pytest.mark.parametrize("simplify", [False, True])
def test_figures_report_whether_the_formula_was_simplified(options: dict[str, str], simplify: bool) -> None:
    stats = solve(parse("2.2\n...\n2.2\n"), simplify=simplify, **options).stats  # type: ignore[arg-type]
    assert (stats.simplify, stats.data()["simplify"]) == (simplify, simplify)


@pytest.mark.parametrize(
    ("options", "method"), [({}, "idastar"), ({"horizon": 3}, "cdcl"), ({"solver": "minisat22"}, "cdcl")]
)
def test_an_option_of_formulas_chooses_a_method_with_a_formula(options: dict[str, Any], method: str) -> None:
    answer = solve(parse("family: tiles\n1.\n32\n"), **options)
    assert isinstance(answer.verdict, Solved)
    assert answer.stats.method == method
