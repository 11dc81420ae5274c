"""What holds in all models: few questions where few answers are wanted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.logic import Sat, literals_of
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.whole import compile_whole
from hashicnf.solving import backbones
from hashicnf.solving.backbones import PORTION, lasting
from hashicnf.solving.lazy import LazyLoop


def test_nothing_more_is_asked_when_enough_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backbones, "compile_whole", lambda *_: pytest.fail("the formula with all rules is made"))
    chain = ".".join(["1", *"2" * PORTION, "1"])
    puzzle = hashicnf.parse(f"{chain}\n")
    compiled = compile_puzzle(puzzle, Encodings(connectivity="lazy", simplify=False))
    variables = np.arange(1, compiled.problem + 1, dtype=np.int32)

    with LazyLoop(compiled, "minisat22") as loop:
        first = loop.ask()
        assert isinstance(first, Sat)
        found = lasting(loop, literals_of(first.model, variables), puzzle, enough=4)
    assert len(found) == PORTION < len(variables)


def test_where_a_few_are_enough_a_part_of_connectivity_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does not decide is asked of the whole; the answer is the same."""
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
            return {*lasting(loop, literals_of(first.model, variables), puzzle, enough=enough).tolist()}

    monkeypatch.setattr(backbones, "compile_whole", noting)
    monkeypatch.setattr(backbones, "FAR", 1)
    monkeypatch.setattr(backbones, "MANY", 1)
    every = found(None)
    assert asked == ["auto"]
    assert found(len(variables)) <= every
    assert "dual-partial" in asked
