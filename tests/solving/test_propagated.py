"""Puzzles that propagation decides are answered without a solver, as a solver answers them."""

from __future__ import annotations

import shlex
from pathlib import Path

import numpy as np
import pytest

import hashicnf
from hashicnf.core.constraints import Clauses, Formula, Origin
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Sat, Unsat
from hashicnf.solving.by_cdcl import PROPAGATION

PLAIN = Origin("plain", "test")


def formula(variables: int, *blocks: list[list[int]]) -> Formula:
    """Return a formula of blocks of clauses of one width each."""
    pool = VariablePool()
    pool.declare("x", variables, meaning="as numbered")
    return Formula(pool.freeze(), tuple(Clauses.of(np.array(rows, dtype=np.int32), PLAIN) for rows in blocks))


def test_a_formula_is_decided_by_clauses_of_one_literal_for_each_variable() -> None:
    verdict = formula(2, [[1], [-2]], [[1, 2], [-1, -2]]).decided()
    assert isinstance(verdict, Sat)
    assert verdict.model.tolist() == [False, True, False]
    assert formula(3, [[1], [-2]], [[1, 3]]).decided() is None


@pytest.mark.parametrize("blocks", [[[[1], [-1], [2]]], [[[1], [2]], [[-1, -2]]], [[[1, 2]], [[]]]])
def test_a_formula_that_contradicts_itself_is_decided_too(blocks: list[list[list[int]]]) -> None:
    assert isinstance(formula(2, *blocks).decided(), Unsat)


def test_answers_are_those_of_a_solver() -> None:
    seen: set[tuple[str, bool]] = set()
    for seed in range(36):
        options = {"size": "7x7", "islands": 12 + seed % 6, "seed": seed, "unsolvable": seed % 3 == 0}
        puzzle = hashicnf.generate("hashi", **options).puzzle
        answer = hashicnf.solve(puzzle, all_answers=True)
        asked = hashicnf.solve(puzzle, all_answers=True, solver="minisat22")
        assert answer.status == asked.status
        assert answer.stats.several == asked.stats.several
        is_alone = answer.stats.solver == PROPAGATION
        assert not (is_alone and answer.stats.rounds)
        seen.add((answer.status, is_alone))
    assert {("solved", True), ("solved", False), ("unsolvable", True)} <= seen


def test_a_solver_or_road_that_is_asked_for_is_taken() -> None:
    puzzle = hashicnf.parse("1.1\n")
    assert hashicnf.solve(puzzle).stats.solver == PROPAGATION
    assert hashicnf.solve(puzzle, solver="glucose4").stats.solver == "glucose4"
    assert hashicnf.solve(puzzle, road="planar").stats.roads == ["planar"]


def test_a_solver_that_refutes_what_is_decided_is_not_believed(tmp_path: Path) -> None:
    liar = tmp_path / "liar"
    liar.write_text("#!/bin/sh\necho s UNSATISFIABLE\nexit 20\n")
    liar.chmod(0o755)
    solver = f"{shlex.quote(str(liar))} {{cnf}}"
    puzzle = hashicnf.parse("2.2\n...\n2.2\n")
    assert hashicnf.solve(puzzle).stats.solver == PROPAGATION
    with pytest.raises(hashicnf.SolverFailed, match="unit propagation finds one"):
        hashicnf.solve(puzzle, solver=solver)
    unsolvable = hashicnf.parse("1.1\n...\n1.1\n")
    assert isinstance(hashicnf.solve(unsolvable, solver=solver).verdict, Unsat)
