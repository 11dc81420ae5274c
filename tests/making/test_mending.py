"""Puzzles that are mended until exactly one solution is left."""

from __future__ import annotations

from itertools import combinations

import hashicnf
from hashicnf.answers.clues import with_numbers
from hashicnf.making.mending import diagnose_unique


def test_changes_that_are_taken_back_are_counted() -> None:
    phases: list[tuple[str, float | None]] = []
    puzzle = hashicnf.parse("family: sudoku\n....\n....\n....\n....\n")
    found = diagnose_unique(puzzle, observe=lambda phase, share=None, _=None: phases.append((phase, share)))
    assert found is not None
    assert found.is_unique
    assert not found.is_fewest
    shares = [share for phase, share in phases if phase == "take changes back"]
    assert shares[0] == 0
    assert len({*shares}) >= len(found.changes) > 1


def test_changes_that_are_needless_together_are_taken_back() -> None:
    puzzle = hashicnf.parse("......\n223.33\n..1...\n56...3\n2.....\n.4.2..\n")
    found = diagnose_unique(puzzle)
    assert found is not None
    assert found.mended is not None
    assert found.is_unique
    before = puzzle.document.cells
    for one, other in combinations(found.changes, 2):
        places = {(change.row, change.column): int(before[change.row, change.column]) for change in (one, other)}
        assert not hashicnf.unique(with_numbers(found.mended, places))


def test_a_single_change_is_the_fewest() -> None:
    found = diagnose_unique(hashicnf.parse("family: sudoku\n12..\n..12\n..4.\n....\n"))
    assert found is not None
    assert (found.is_fewest, len(found.changes)) == (True, 1)
