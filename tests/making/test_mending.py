"""Puzzles that are mended until exactly one solution is left."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

import hashicnf
from hashicnf.answers.clues import with_numbers
from hashicnf.making.mending import diagnose_unique
from tests.oracles import hashi
from tests.oracles.puzzles import puzzle_of


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


def by_numbers(grid: hashi.Grid) -> Counter[tuple[int, ...]]:
    """Return how many solutions have which numbers of bridges at the islands, whatever the clues."""
    bare = [[-1 if clue else 0 for clue in row] for row in grid]
    edges, found = hashi.pairs(grid), Counter[tuple[int, ...]]()
    for counts in hashi.every_choice(bare):
        degrees = [0] * len(hashi.islands(grid))
        for count, ends in zip(counts, edges, strict=True):
            for island in ends:
                degrees[island] += count
        found[tuple(degrees)] += 1
    return found


def fewest(grid: hashi.Grid) -> int:
    """Return how many clues must be changed or shown so that one solution is left."""
    clues, every = [grid[r][c] for r, c in hashi.islands(grid)], by_numbers(grid)
    for size in range(len(clues) + 1):
        for some in combinations(range(len(clues)), size):
            left = Counter[tuple[int, ...]]()
            for numbers, solutions in every.items():
                if all(i in some or clue in (-1, numbers[i]) for i, clue in enumerate(clues)):
                    left[tuple(numbers[i] for i in some)] += solutions
            if 1 in left.values():
                return size
    raise AssertionError("no changes leave one solution")


@pytest.mark.parametrize(
    ("grid", "changes", "others", "claims"),
    [
        ([[3, 1, 1], [3, 5, 4], [0, 0, 1]], 1, True, (False, True, True)),
        ([[0, 1, 3], [0, 0, -1], [2, -1, 0]], 1, True, (False, True, True)),
        ([[2, 0, 2], [2, 2, 0]], 2, True, (False, True, True)),
        ([[4, -1, 0, -1]], 2, False, (False, False, False)),
        ([[0, 0, 0, -1, 1], [0, 0, 0, 0, -1], [1, 0, 1, -1, 0]], 3, False, (False, False, False)),
        ([[-1, -1, -1]], 1, True, (True, True, True)),
        ([[2, 5, 1], [0, 0, 0], [-1, -1, 0]], 1, True, (True, True, False)),
        ([[-1, 0, 2, 2], [-1, 0, -1, -1]], 2, False, (True, True, False)),
        ([[-1, 0, 0, 0], [-1, 0, -1, -1], [-1, 3, 3, 0]], 3, False, (True, False, False)),
    ],
)
def test_mended_boards_have_one_solution_and_fewest_changes_are_the_fewest(
    grid: hashi.Grid, changes: int, others: bool, claims: tuple[bool, bool, bool]
) -> None:
    found = diagnose_unique(puzzle_of(grid))
    assert found is not None
    assert found.mended is not None
    assert (len(found.changes), bool(found.alternatives)) == (changes, others)
    assert (found.is_solvable, found.is_fewest, found.is_complete) == claims
    for mended in (found.mended, *(repair.mended for repair in found.alternatives if repair.is_unique)):
        assert sum(1 for _ in hashi.solutions(mended.document.cells.tolist())) == 1
    assert not found.is_fewest or fewest(grid) == changes


@pytest.mark.parametrize("grid", [[[2, -1]], [[2, 0, 2]], [[0, 3, 0, 1], [1, 0, 0, 3], [0, 3, 0, 0]]])
def test_a_board_with_one_solution_needs_no_change_and_one_that_no_clues_can_solve_has_none(grid: hashi.Grid) -> None:
    found, every = diagnose_unique(puzzle_of(grid)), by_numbers(grid)
    assert (found is None) == bool(every)
    assert found is None or (found.mended, found.changes, found.is_fewest, found.is_complete) == (None, (), True, True)
