"""What a module of this folder ends with: a rung of the ladder, or a few, with what finds and what tells its deductions."""

from __future__ import annotations

from collections.abc import Callable

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.techniques.state import Finding, State, numbers_of
from hashicnf.records import record
from hashicnf.trace.narration import listed


@record
class Rung:
    """A technique, how it finds something in a state (None: nothing), and its sentence without capital letter and full stop."""

    technique: Technique
    find: Callable[[State], Finding | None]
    tell: Callable[[Vocabulary, Finding], str]


def numbers(found: tuple[int, ...]) -> str:
    """List some numbers."""
    return listed([str(number) for number in found], len(found))


def place(words: Vocabulary, cell: int) -> str:
    """Name a cell by row and column."""
    return f"({cell // words.side + 1}, {cell % words.side + 1})"


def places(words: Vocabulary, cells: tuple[int, ...]) -> str:
    """List some cells."""
    return listed([place(words, cell) for cell in cells], 12)


def without(words: Vocabulary, found: Finding) -> str:
    """Return what the cells lose, as a clause: "so (1, 2) and (1, 3) do not hold 4"."""
    lost = 0
    for _, candidates in found.drop:
        lost |= candidates
    cells = tuple(cell for cell, _ in found.drop)
    holds = "does not hold" if len(cells) == 1 else "do not hold"
    return f"{places(words, cells)} {holds} {listed([str(k) for k in numbers_of(lost)], words.side, 'or')}"
