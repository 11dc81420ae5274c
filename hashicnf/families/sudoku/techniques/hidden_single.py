"""2, hidden single: a number that has only one place left in a unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.techniques.rung import Rung
from hashicnf.families.sudoku.techniques.state import Finding, State, numbers_of

NUMBER: Final = "2"


def findings(state: State) -> Iterator[Finding]:
    """Find the numbers with one place in a unit, or with none."""
    every, candidates, placed_at = (1 << state.rules.side) - 1, state.open, state.number
    for unit in state.units_for(NUMBER):
        cells = state.rules.units[unit]
        once = twice = placed = 0
        for cell in cells:
            some = candidates[cell]
            twice |= once & some
            once |= some
            if placed_at[cell]:
                placed |= some
        if once != every:
            number = numbers_of(every & ~once)[0]
            yield Finding(NUMBER, "none", tuple(cells), (number,), (unit,), reads=tuple(cells), dead=True)
        for number in numbers_of(once & ~twice & ~placed):
            cell = next(cell for cell in cells if state.open[cell] >> (number - 1) & 1)
            yield single(state, unit, cell, number)


def single(state: State, unit: int, cell: int, number: int) -> Finding:
    """Return the finding that a number has only a cell left in a unit."""
    return Finding(NUMBER, "", (cell,), (number,), (unit,), (cell, number), reads=tuple(state.rules.units[unit]))


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    unit, number = words.unit_name(found.units[0]), found.numbers[0]
    if found.dead:
        return f"{number} would have no place in {unit}"
    return f"{number} has only one place left in {unit}: {words.at(found.cells[0], found.units[0])}"


RUNG: Final = Rung(
    Technique(NUMBER, "hidden single", "a number has only one place left in a unit", 2), findings, describe
)
