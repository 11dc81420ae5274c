"""The type of the constants that end each technique's module: rungs of the ladder, which find deductions and word them."""

from __future__ import annotations

from typing import TypeAlias

from hashicnf.core import ladder
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.techniques.state import Finding, State, numbers_of
from hashicnf.trace.narration import listed

Rung: TypeAlias = ladder.Rung[State, Finding, Vocabulary]


def numbers(found: tuple[int, ...]) -> str:
    """Return the words for some numbers."""
    return listed([str(number) for number in found], len(found))


def place(words: Vocabulary, cell: int) -> str:
    """Return a cell as (row, column), from 1."""
    return f"({cell // words.side + 1}, {cell % words.side + 1})"


def places(words: Vocabulary, cells: tuple[int, ...], most: int = 12) -> str:
    """Return the words for some cells, for at most ``most`` of them."""
    return listed([place(words, cell) for cell in cells], most)


def without(words: Vocabulary, found: Finding) -> str:
    """Return the clause about candidates that cells lose: "(1, 2) and (1, 3) do not hold 4"."""
    lost = 0
    for _, candidates in found.drop:
        lost |= candidates
    cells = tuple(cell for cell, _ in found.drop)
    holds = "does not hold" if len(cells) == 1 else "do not hold"
    return f"{places(words, cells)} {holds} {listed([str(k) for k in numbers_of(lost)], words.side, 'or')}"
