"""Formulas in turns: the next formula gets the undecided literals, and all that was learnt."""

from __future__ import annotations

import numpy as np
import pytest

import hashicnf
from hashicnf.asking.turns import FEW, LONGER, MANY, MODEL, Turns
from hashicnf.backends import out_of_conflicts
from hashicnf.core.constraints import Clauses
from hashicnf.logic import NO_LITERALS, Ints, Sat, Verdict, literals_of
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.solving.flat import ASKED
from hashicnf.solving.lazy import LazyLoop

SOLVER = "minisat22"


@pytest.fixture
def compiled() -> Compiled:
    puzzle = hashicnf.generate("hashi", islands=30, size="9x9", seed=2).puzzle
    return compile_puzzle(puzzle, Encodings(connectivity="lazy"))


def taking(turns: Turns, count: int) -> list[tuple[LazyLoop, int | None]]:
    """Take some turns."""
    taken = []
    for _ in range(count):
        taken.append((turns.loop(), turns.conflicts))
        turns.pass_on()
    return taken


@pytest.mark.parametrize(("briefly", "is_part", "fewest"), [(True, True, FEW), (False, False, MANY)])
def test_each_turn_has_more_conflicts(briefly: bool, is_part: bool, fewest: int, compiled: Compiled) -> None:
    with Turns(compiled, SOLVER, briefly=briefly) as turns:
        taken = taking(turns, 3)
    assert [conflicts for _, conflicts in taken] == [fewest, fewest * LONGER, fewest * LONGER**2]
    assert taken[0][0] is taken[2][0] is not taken[1][0]
    assert [loop.formula.claim.relaxed != () for loop, _ in taken[:2]] == [is_part, not is_part]


def test_what_answered_last_is_asked_first(compiled: Compiled, monkeypatch: pytest.MonkeyPatch) -> None:
    """The part of connectivity finds no model here, so all of it stays the current formula, and gets the proved literals."""
    asked, limits = list[LazyLoop](), list[int | None]()

    def ask(loop: LazyLoop, assumptions: Ints = NO_LITERALS, conflicts: int | None = None) -> Verdict:
        asked.append(loop)
        limits.append(conflicts)
        return in_full(loop, assumptions, conflicts) if len({*map(id, asked)}) > 1 else out_of_conflicts(0)

    in_full = LazyLoop.ask
    monkeypatch.setattr(LazyLoop, "ask", ask)
    with Turns(compiled, SOLVER, briefly=True) as turns:
        verdict = turns.ask()
        assert isinstance(verdict, Sat)
        assert not compiled.puzzle.check(compiled.decode(verdict.model))
        assert turns.loop() is asked[-1] is not asked[0]
        assert (limits, turns.conflicts) == ([MODEL, MODEL], FEW)


def test_what_is_learnt_holds_in_all_formulas(compiled: Compiled) -> None:
    with LazyLoop(compiled, SOLVER) as loop:
        first = loop.ask()
        assert isinstance(first, Sat)
        literals = literals_of(first.model, loop.open[:3])
        cut = Clauses.of(literals_of(first.model, loop.open[3:5])[None], ASKED)
    with Turns(compiled, SOLVER, briefly=True) as turns:
        turns.learn(literals, [cut])
        for more, _ in taking(turns, 4):
            verdict = more.ask(np.concatenate((literals[:1], -cut.lits[0])))
            assert not isinstance(verdict, Sat)
            verdict = more.ask()
            assert isinstance(verdict, Sat)
            assert (literals_of(verdict.model, np.abs(literals)) == literals).all()


def test_a_solver_that_does_not_count_conflicts_has_one_formula(compiled: Compiled) -> None:
    with Turns(compiled, "lingeling", briefly=True) as turns:
        taken = taking(turns, 3)
    assert taken[0] == taken[1] == taken[2]
    assert turns.conflicts is None
