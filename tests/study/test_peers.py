"""Models for solvers of others: they see the board that hashicnf sees, and their answers are checked like all others."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from unittest.mock import MagicMock

import pytest

import hashicnf
from hashicnf.measure.comparison.measure import compare
from hashicnf.measure.comparison.runs import RunSettings
from study.peers.board import FAILED, MISSING, UNSOLVABLE, bridge, read
from study.peers.installed import PROGRAMS, commands, versions

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("seed", range(8))
def test_pairs_and_crossings_are_those_of_hashicnf(seed: int) -> None:
    puzzle = hashicnf.generate("hashi", size="12x12", islands=40, seed=seed).puzzle
    board = read("\n".join(puzzle.lines))
    sizes = puzzle.size
    assert (len(board.cells), len(board.pairs), len(board.crossings)) == (
        sizes["islands"],
        sizes["edges"],
        sizes["crossings"],
    )


def test_cuts_are_needed_until_all_is_connected_and_the_answer_can_be_read() -> None:
    puzzle = hashicnf.parse("title: a board\n# of five islands\n2.2..1\n......\n2.2.1.\n")
    board = read("\n".join(puzzle.lines))
    assert board.clues == (2, 2, 1, 2, 2, 1)
    solution = hashicnf.solve(hashicnf.parse("1.2.1\n")).solution
    assert solution is not None
    row = read("1.2.1\n")
    assert row.leaving([1, 0]) == [[1], [1]]
    assert row.leaving([1, 1]) == []
    data = {"bridges": [bridge(row, pair, 1) for pair in (0, 1)]}
    same = hashicnf.parse("1.2.1\n")
    assert same.check(same.from_data(data, "data")) == []


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_solver_answers_or_says_that_it_is_missing(name: str) -> None:
    command = commands(sys.executable, [name])[name]
    puzzles = {"a": hashicnf.parse("1.2.1\n"), "b": hashicnf.parse("1.1\n...\n1.1\n")}
    report = compare(puzzles, [f"{name}={command}"], RunSettings(timeout=60))
    package, module = PROGRAMS[name]
    if find_spec(package) is not None:
        assert [run.status for run in report.runs] == ["solved", "unsolvable"]
        return
    assert [run.message for run in report.runs] == [
        f"ended with exit code {MISSING}: {package} is not installed for {sys.executable}"
    ] * 2
    assert name not in versions(sys.executable)
    assert module in command


def ended(solver: MagicMock, *, is_refuted: bool) -> None:
    """Let a solver, of which all parts are mocks, end without a solution."""
    solver.Control().solve().__enter__().get().unsatisfiable = is_refuted
    solver.CpSolver().solve.return_value = solver.INFEASIBLE if is_refuted else solver.UNKNOWN
    solver.Model().Status = solver.GRB.INFEASIBLE if is_refuted else solver.GRB.TIME_LIMIT


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("is_refuted", [True, False])
def test_only_a_refutation_means_that_there_is_no_solution(
    name: str, is_refuted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, module = PROGRAMS[name]
    solver = MagicMock()
    ended(solver, is_refuted=is_refuted)
    for part in (package, "ortools.sat", "ortools.sat.python"):
        monkeypatch.setitem(sys.modules, part, solver)
    solver.cp_model = solver
    monkeypatch.setattr(sys, "stdin", StringIO("...\n"))
    with pytest.raises(SystemExit) as caught:
        runpy.run_module(f"study.peers.{module}")
    assert caught.value.code == (UNSOLVABLE if is_refuted else FAILED)


def test_a_model_prints_what_solve_prints() -> None:
    code = "from study.peers.board import run; run(lambda board: [1] * len(board.pairs))"
    done = subprocess.run(
        [sys.executable, "-c", code], input="1.2.1\n", capture_output=True, text=True, cwd=ROOT, check=True
    )
    printed = json.loads(done.stdout)
    assert printed["status"] == "solved"
    assert printed["solution"]["bridges"][0] == {"from": [1, 1], "to": [1, 3], "count": 1}
