"""What holds in all models: few questions where few answers are wanted."""

from __future__ import annotations

import numpy as np
import pytest

import hashicnf
from hashicnf.logic import Sat, literals_of
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
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
