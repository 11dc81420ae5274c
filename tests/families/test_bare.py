"""A family with only a board, a checker and drawings: commands name the parts that it lacks, and offer nothing that needs them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

import hashicnf
from hashicnf.families import FAMILIES
from hashicnf.families.hashi import FAMILY as HASHI


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> hashicnf.Puzzle:
    family = replace(HASHI, static=None, spaces={}, methods={}, techniques=None, repair=None, clues=None, narrator=None)
    monkeypatch.setitem(FAMILIES.added, "bare", family)
    return hashicnf.parse("family: bare\n2.2\n")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (hashicnf.solve, "bare puzzles have neither a formula nor a space to be searched: nothing solves them"),
        (hashicnf.encode, "bare puzzles have no formula$"),
        (hashicnf.unique, "bare puzzles have no formula; families that can be used here: hashi, sudoku"),
        (hashicnf.count, "bare puzzles have no formula; families that can be used here: hashi, sudoku"),
        (hashicnf.backbone, "bare puzzles have no formula; families that can be used here: hashi, sudoku"),
    ],
)
def test_what_cannot_be_done_is_said(bare: hashicnf.Puzzle, call: Callable[..., object], message: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=f"^{message}"):
        call(bare)


def test_it_is_checked_and_drawn(bare: hashicnf.Puzzle) -> None:
    solution = hashicnf.Solution.of([(0, 0, 0, 2, 2)])
    assert hashicnf.check(bare, solution) == []
    assert hashicnf.draw(bare, solution).strip() == "2═══════2"
