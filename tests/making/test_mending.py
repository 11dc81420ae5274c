"""Puzzles that are mended until exactly one solution is left."""

from __future__ import annotations

import hashicnf
from hashicnf.making.mending import diagnose_unique


def test_changes_that_are_taken_back_are_counted() -> None:
    phases: list[tuple[str, float | None]] = []
    puzzle = hashicnf.parse("family: sudoku\n....\n....\n....\n....\n")
    found = diagnose_unique(puzzle, observe=lambda phase, share=None, _=None: phases.append((phase, share)))
    assert found is not None
    assert found.is_unique
    shares = [share for phase, share in phases if phase == "take changes back"]
    assert shares[0] == 0
    assert len({*shares}) >= len(found.changes) > 1
