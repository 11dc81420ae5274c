"""Backbones: few calls if few literals are wanted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.answers.backbone import backbone
from hashicnf.asking import backbones, turns
from hashicnf.asking.backbones import PORTION, lasting, one_by_one
from hashicnf.asking.turns import Turns
from hashicnf.errors import InternalError
from hashicnf.logic import Sat, Unsat, literals_of
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.whole_formula import compile_whole
from hashicnf.solving.lazy import LazyLoop


def test_nothing_more_is_asked_when_enough_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "compile_whole", lambda *_: pytest.fail("the formula with all rules is made"))
    chain = ".".join(["1", *"2" * PORTION, "1"])
    puzzle = hashicnf.parse(f"{chain}\n")
    compiled = compile_puzzle(puzzle, Encodings(connectivity="lazy", simplify=False))
    variables = np.arange(1, compiled.problem + 1, dtype=np.int32)

    with LazyLoop(compiled, "minisat22") as loop:
        first = loop.ask()
        assert isinstance(first, Sat)
        with Turns(compiled, "minisat22", briefly=True) as formulas:
            found = lasting(loop, literals_of(first.model, variables), formulas, enough=4)
    assert len(found) == 4 < len(variables)


def test_formulas_with_connectivity_are_asked_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a few literals suffice, the formula with a part of it comes first; the answer is the same."""
    puzzle = hashicnf.generate("hashi", islands=60, size=(10, 10), doubles=0.1, seed=3).puzzle
    compiled = compile_puzzle(puzzle, Encodings(connectivity="lazy", simplify=True))
    variables = np.arange(1, compiled.problem + 1, dtype=np.int32)
    asked = list[str]()

    def noting(*given: Any) -> Compiled:
        asked.append(given[-1].name)
        return compile_whole(*given)

    def found(enough: int | None) -> set[int]:
        with LazyLoop(compiled, "minisat22") as loop:
            first = loop.ask()
            assert isinstance(first, Sat)
            with Turns(compiled, "minisat22", briefly=enough is not None) as formulas:
                return {*lasting(loop, literals_of(first.model, variables), formulas, enough).tolist()}

    usual = found(None)
    monkeypatch.setattr(turns, "compile_whole", noting)
    monkeypatch.setattr(backbones, "HOPE", 0)
    for name in ("FEW", "MANY"):
        monkeypatch.setattr(turns, name, 1)
    assert found(None) == usual
    assert asked == ["auto", "dual-partial"]
    asked.clear()
    assert found(len(variables)) <= usual
    assert asked[0] == "dual-partial"


@pytest.mark.parametrize("conflicts", [1, 4, 1000])
def test_literals_that_are_to_fail_at_once_are_all_accounted_for(conflicts: int) -> None:
    """A literal that holds in all models is found or left undecided for any limit of calls; literals found do hold."""
    puzzle = hashicnf.generate("hashi", islands=60, size=(10, 10), doubles=0.0, loops=0.0, seed=3).puzzle
    compiled = compile_puzzle(puzzle, Encodings(connectivity="lazy", simplify=False))
    shared = backbone(puzzle)
    assert shared is not None
    variables = np.arange(1, compiled.problem + 1, dtype=np.int32)
    with LazyLoop(compiled, "minisat22") as loop:
        first = loop.ask()
        assert isinstance(first, Sat)
        found, left = one_by_one(literals_of(first.model, variables), loop, conflicts)
    assert {*found.tolist()} <= {*shared.literals.tolist()} <= {*found.tolist(), *left.tolist()}
    assert len({*left.tolist()}) == len(left)


@pytest.mark.parametrize("core", [None, []])
def test_a_solver_that_names_no_assumption_is_an_error(core: list[int] | None, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = compile_puzzle(hashicnf.parse("1.1\n"), Encodings(connectivity="lazy", simplify=False))
    refuted = Unsat(core=None if core is None else np.array(core, dtype=np.int32))
    monkeypatch.setattr(LazyLoop, "ask", lambda *_: refuted)
    with LazyLoop(compiled, "minisat22") as loop, pytest.raises(InternalError, match="named none of them"):
        one_by_one(np.array([1], dtype=np.int32), loop, 10)


@pytest.mark.parametrize("solver", ["lgl", "lingeling"])
def test_a_solver_without_limits_of_conflicts_may_have_any_of_its_names(solver: str) -> None:
    puzzle = hashicnf.generate("hashi", lattice=4).puzzle
    answer = hashicnf.solve(puzzle, solver=solver, all_answers=True)
    assert (answer.status, answer.stats.solver, answer.stats.several) == ("solved", "lingeling", None)
    found = backbone(puzzle, solver=solver)
    assert found is not None
    assert len(found.literals) == 32  # eight bridges at the corners, and no second one anywhere
