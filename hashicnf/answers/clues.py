"""The clues of a puzzle: which are given and which hidden, other numbers for them, and sets of clues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace

import numpy as np

from hashicnf.core.document import EMPTY, UNKNOWN
from hashicnf.errors import InputError
from hashicnf.families import Puzzle
from hashicnf.logic import Ints
from hashicnf.pipeline.family_parts import clues_of
from hashicnf.pipeline.puzzles import build
from hashicnf.records import record
from hashicnf.registry import breach


@record
class ClueSet:
    """Clues with some property, int32[k], ascending; ``is_minimal`` if it is proved that none can be left out."""

    clues: Ints
    is_minimal: bool = True


@record
class Change:
    """A clue to change: row and column from 0, and the number before and after; with ``letters`` the code point of a letter."""

    row: int
    column: int
    before: int
    after: int
    letters: bool = field(default=False, repr=False)

    @property
    def text(self) -> str:
        """Return the change in words, with row and column from 1."""
        before, after = (clue_text(clue, letters=self.letters) for clue in (self.before, self.after))
        return f"row {self.row + 1}, column {self.column + 1}: {before} to {after}"


def clue_text(clue: int, *, letters: bool) -> str:
    """Return the name of a clue in a sentence."""
    return {EMPTY: "empty", UNKNOWN: "?"}.get(clue) or (chr(clue) if letters else str(clue))


def given_clues(puzzle: Puzzle) -> Ints:
    """Return the indices of the clues that the puzzle gives, int32[k]."""
    return np.array([clue for clue, number in enumerate(_numbers(puzzle)) if number > EMPTY], dtype=np.int32)


def hidden_clues(puzzle: Puzzle) -> Iterator[int]:
    """Yield the indices of the clues that the puzzle hides."""
    return (clue for clue, number in enumerate(_numbers(puzzle)) if number <= EMPTY)


def shown_cells(puzzle: Puzzle, solution: object) -> Ints:
    """Return the cells of a puzzle with the numbers of a solution at all clues, also hidden ones, int32[rows, columns]."""
    return replace(puzzle, board=clues_of(puzzle).shown(puzzle.board, solution)).document.cells


def with_numbers(puzzle: Puzzle, numbers: Mapping[tuple[int, int], int]) -> Puzzle:
    """Return a puzzle with other numbers at some cells (row, column).

    Raises PluginError if the family refuses them, which lists them itself.
    """
    cells = puzzle.document.cells.copy()
    for place, number in numbers.items():
        cells[place] = number
    try:
        return replace(puzzle, board=build(replace(puzzle.document, cells=cells)).board, solution=None)
    except InputError as problem:
        raise breach(f"numbers of clues make no board: {problem.message}", [clues_of(puzzle).numbers]) from problem


def changes_between(puzzle: Puzzle, mended: Puzzle) -> tuple[Change, ...]:
    """Return the cells that differ between two puzzles of the same size."""
    document = puzzle.document
    before, after = document.cells, mended.document.cells
    return tuple(
        Change(row, column, int(before[row, column]), int(after[row, column]), document.letters)
        for row, column in np.argwhere(before != after).tolist()
    )


def _numbers(puzzle: Puzzle) -> Iterator[int]:
    """Yield the number of each clue in the document."""
    cells = puzzle.document.cells
    return (int(cells[place]) for place in clues_of(puzzle).cells(puzzle.board))
