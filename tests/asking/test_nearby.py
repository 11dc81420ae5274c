"""Models near a known one: many on loosely constrained boards, and few calls if there are none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.asking.nearby import CREDIT, _Neighbours, unchanged
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.logic import Ints, Sat, Verdict, literals_of
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.solving.lazy import LazyLoop


def looked_near(puzzle: hashicnf.Puzzle, monkeypatch: pytest.MonkeyPatch) -> tuple[set[int], set[int], list[Verdict]]:
    """Return a model's literals, those left, and the verdicts of the calls near it."""
    compiled = compile_puzzle(puzzle, Encodings(connectivity="lazy", simplify=True))
    verdicts = list[Verdict]()
    with LazyLoop(compiled, "minisat22") as loop:
        first = loop.ask()
        assert isinstance(first, Sat)
        literals = literals_of(first.model, loop.open)
        ask = loop.ask

        def noting(*given: Any) -> Verdict:
            verdicts.append(ask(*given))
            return verdicts[-1]

        monkeypatch.setattr(loop, "ask", noting)
        left: Ints = unchanged(loop, literals, literals)
    return {*literals.tolist()}, {*left.tolist()}, verdicts


def test_a_lattice_changes_nearly_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.generate("hashi", lattice=12).puzzle
    literals, left, _ = looked_near(puzzle, monkeypatch)
    backbone = hashicnf.backbone(puzzle)
    assert backbone is not None
    shared = {*backbone.literals.tolist()} & literals
    assert shared <= left <= literals
    assert len(left) < len(literals) / 4


def test_where_hardly_anything_changes_few_questions_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    crowded = hashicnf.generate("hashi", islands=120, size=(15, 15), doubles=0.1, seed=2).puzzle
    literals, left, verdicts = looked_near(crowded, monkeypatch)
    lacking = sum(not isinstance(verdict, Sat) for verdict in verdicts)
    assert left <= literals
    assert lacking - (len(verdicts) - lacking) <= CREDIT


def test_every_variable_is_near_itself() -> None:
    """Also one that occurs in unit clauses only, or in none."""
    rows = [np.array([[1, -2], [2, 3]], dtype=np.int32), np.array([[4]], dtype=np.int32)]
    around = _Neighbours([Clauses.of(lits, Origin("test", "clause")) for lits in rows], 5)
    assert [around.near(variable, 3).tolist() for variable in (1, 4, 5)] == [[1, 2, 3], [4], [5]]
    assert around.near(1, 1).tolist() == [1, 2]
