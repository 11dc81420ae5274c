"""2, hidden single: a number that has only one place left in a unit."""

from __future__ import annotations

from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.techniques.rung import Rung
from hashicnf.families.sudoku.techniques.state import Finding, State, numbers_of

NUMBER: Final = "2"


def find(state: State) -> Finding | None:
    """Find a number with one place in a unit, or with none."""
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
            return Finding(NUMBER, "none", tuple(cells), (number,), (unit,), reads=tuple(cells), dead=True)
        if single := once & ~twice & ~placed:
            number = numbers_of(single)[0]
            cell = next(cell for cell in cells if state.open[cell] >> (number - 1) & 1)
            return Finding(NUMBER, "", (cell,), (number,), (unit,), (cell, number), reads=tuple(cells))
    return None


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    unit, number = words.unit_name(found.units[0]), found.numbers[0]
    if found.dead:
        return f"{number} would have no place in {unit}"
    return f"{number} has only one place left in {unit}: {words.at(found.cells[0], found.units[0])}"


RUNG: Final = Rung(Technique(NUMBER, "hidden single", "a number has only one place left in a unit", 2), find, describe)
