"""Models near a known one: many on loosely constrained boards, few windows if there are none, and every one a solution."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import pytest

import hashicnf
from hashicnf.asking import nearby
from hashicnf.logic import Ints, Sat, literals_of
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.solving.lazy import LazyLoop
from hashicnf.windows import changes
from hashicnf.windows.changes import Changes

Seen: TypeAlias = list[tuple[Changes, bool]]


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """Record for each window whether some literal fails in it."""
    seen, search = Seen(), Changes.unchanged

    def recording(change: Changes, window: Ints, literals: Ints) -> Ints:
        left = search(change, window, literals)
        seen.append((change, len(left) < len(literals)))
        return left

    monkeypatch.setattr(Changes, "unchanged", recording)
    return seen


def looked_near(puzzle: hashicnf.Puzzle, kept: int = 0) -> tuple[Compiled, Ints, Ints]:
    """Return the formula, a model's literals that may change, all but the first ``kept``, and those that hold in all found."""
    compiled = compile_puzzle(puzzle, Encodings(connectivity="lazy", simplify=True))
    with LazyLoop(compiled, "minisat22") as loop:
        first = loop.ask()
        assert isinstance(first, Sat)
        literals = literals_of(first.model, loop.open)[kept:]
        return compiled, literals, nearby.unchanged(loop, literals, literals)


def test_a_lattice_changes_nearly_everywhere(windows: Seen) -> None:
    puzzle = hashicnf.generate("hashi", lattice=12).puzzle
    _, literals, left = looked_near(puzzle)
    backbone = hashicnf.backbone(puzzle)
    assert backbone is not None
    assert {*backbone.literals.tolist()} & {*literals.tolist()} <= {*left.tolist()} <= {*literals.tolist()}
    assert len(left) < len(literals) / 10
    assert len(windows) < len(literals)


def test_where_hardly_anything_changes_few_windows_are_searched(windows: Seen) -> None:
    crowded = hashicnf.generate("hashi", islands=160, size=(16, 16), doubles=0, loops=0, seed=2).puzzle
    _, literals, left = looked_near(crowded)
    in_vain = sum(not is_changed for _, is_changed in windows)
    assert {*left.tolist()} <= {*literals.tolist()}
    assert in_vain - (len(windows) - in_vain) <= changes.CREDIT * len(changes.SEARCHES)


@pytest.mark.parametrize(
    "options", [{"loops": 0.4}, {"no_loops": True}, {"max_bridges": 3, "loops": 0.4}, {"doubles": 0}], ids=str
)
@pytest.mark.parametrize("kept", [0, 12])
def test_what_changes_fails_in_some_solution(
    options: dict[str, object], kept: int, windows: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last model of each size of windows is a solution, and no literal of the backbone fails."""
    monkeypatch.setattr(changes, "SEARCHES", ((1, 600), (4, 600)))
    changed = 0
    for seed in range(6):
        puzzle = hashicnf.generate("hashi", islands=30, size=(8, 8), seed=seed, **options).puzzle
        windows.clear()
        compiled, literals, left = looked_near(puzzle, kept)
        for change, _ in windows:
            model = change.state.model()
            assert not compiled.formula.violated(model)
            assert not compiled.refine(model)
        changed += sum(is_changed for _, is_changed in windows)
        shared = hashicnf.backbone(puzzle)
        assert shared is not None
        assert not {*shared.literals.tolist()} & {*np.setdiff1d(literals, left).tolist()}
    assert changed
