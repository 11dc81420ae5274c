"""1, naked single: a cell in which only one number is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.search.grid import each
from hashicnf.families.sudoku.techniques.rung import Rung, places
from hashicnf.families.sudoku.techniques.state import Finding, State

NUMBER: Final = "1"


def findings(state: State) -> Iterator[Finding]:
    """Find the cells with one candidate, or a cell with none."""
    waiting: list[int] = []
    for cell in each(state.cells):
        candidates = state.open[cell]
        if not candidates:
            yield _dead(state, cell)
            return
        if not candidates & (candidates - 1) and not state.number[cell]:
            waiting.append(cell)
    state.cells = sum(1 << cell for cell in waiting)
    for cell in waiting:
        yield single(cell, state.open[cell].bit_length())


def single(cell: int, number: int) -> Finding:
    """Return the finding that only a number is left for a cell."""
    return Finding(NUMBER, "", (cell,), place=(cell, number), reads=(cell,))


def _dead(state: State, cell: int) -> Finding:
    """Return the contradiction of a cell without candidates: a unit holds its number elsewhere, too, or no number is left."""
    number, rules = state.number[cell], state.rules
    for unit in rules.around[cell] if number else ():
        for other in rules.units[unit]:
            if other != cell and state.number[other] == number:
                both = tuple(sorted((cell, other)))
                return Finding(NUMBER, "clash", both, (number,), (unit,), reads=both, dead=True)
    return Finding(NUMBER, "none", (cell,), reads=(cell,), dead=True)


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    place = words.place(found.cells[0])
    if found.kind == "clash":
        return f"{words.unit_name(found.units[0])} would have {found.numbers[0]} twice, at {places(words, found.cells)}"
    if found.place is None:
        return f"no number would be left for {place}"
    return f"only {found.place[1]} is left for {place}"


RUNG: Final = Rung(Technique(NUMBER, "naked single", "only one number is left for a cell", 1), findings, describe)
