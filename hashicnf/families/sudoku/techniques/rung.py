"""The type of the constants that end each technique's module: rungs of the ladder, which find deductions and word them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.techniques.state import Finding, State, numbers_of
from hashicnf.records import record
from hashicnf.trace.narration import listed


@record
class Rung:
    """A technique: ``findings`` yields all it finds in a state, ``describe`` returns the sentence, without capital and full stop.

    A caller must use all findings that it takes, since their units are not examined again before they change.
    """

    technique: Technique
    findings: Callable[[State], Iterator[Finding]]
    describe: Callable[[Vocabulary, Finding], str]

    def find(self, state: State) -> Finding | None:
        """Return the first finding in a state, None if there is none."""
        return next(self.findings(state), None)


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
