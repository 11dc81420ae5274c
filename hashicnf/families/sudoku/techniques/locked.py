"""3, locked candidates: all places of a number in one unit lie in a second one, so the number has no other place there.

These are pointing (from a box to a line) and claiming (from a line to a box), and the same with diagonals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import and_
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.search.grid import each
from hashicnf.families.sudoku.techniques.rung import Rung, without
from hashicnf.families.sudoku.techniques.state import Finding, State, dropped

NUMBER: Final = "3"


def findings(state: State) -> Iterator[Finding]:
    """Find a number whose places in a unit all lie in another unit."""
    rules = state.rules
    for unit in state.units_for(NUMBER):
        cells = rules.units[unit]
        for k, holding in enumerate(_places(state, cells)):
            for other in each(_others(state, unit, holding)):
                drop = dropped(state, each(rules.sets[other] & ~rules.sets[unit]), 1 << k)
                if drop:
                    yield Finding(NUMBER, "", tuple(holding), (k + 1,), (unit, other), drop=drop, reads=tuple(cells))


def _places(state: State, cells: Sequence[int]) -> list[list[int]]:
    """Return, by number minus 1, the unfilled cells of a unit that may hold the number."""
    places: list[list[int]] = [[] for _ in range(state.rules.side)]
    for cell in cells:
        if not state.number[cell]:
            for k in each(state.open[cell]):
                places[k].append(cell)
    return places


def _others(state: State, unit: int, holding: Sequence[int]) -> int:
    """Return the other units, as a set, that contain all of several cells of a unit; none for fewer than two cells."""
    if len(holding) < 2:
        return 0
    return reduce(and_, (state.rules.within[cell] for cell in holding)) & ~(1 << unit)


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    one, other = (words.unit_name(unit) for unit in found.units)
    return f"the {found.numbers[0]} of {one} must lie in {other}, so {without(words, found)}"


RUNG: Final = Rung(
    Technique(NUMBER, "locked candidates", "all places of a number in one unit lie in another", 4), findings, describe
)
