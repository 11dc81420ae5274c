"""4a and 4c, naked pair and triple: two (three) cells of a unit have only two (three) candidates, which no other cell of it has."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.techniques.rung import Rung, numbers, places, without
from hashicnf.families.sudoku.techniques.state import Finding, State, dropped, numbers_of


def findings(rung: str, size: int, state: State) -> Iterator[Finding]:
    """Find ``size`` cells of a unit that share ``size`` candidates, which other cells of the unit have, too."""
    for unit in state.units_for(rung):
        cells = state.rules.units[unit]
        few = [p for p in cells if not state.number[p] and 1 < state.open[p].bit_count() <= size]
        for chosen in combinations(few, size):
            together = 0
            for p in chosen:
                together |= state.open[p]
            if together.bit_count() == size:
                drop = dropped(state, [p for p in cells if p not in chosen], together)
                if drop:
                    yield Finding(rung, "", chosen, numbers_of(together), (unit,), drop=drop, reads=chosen)


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    cells, unit = places(words, found.cells), words.unit_name(found.units[0])
    return f"{cells} share {numbers(found.numbers)} among themselves, so in {unit}, {without(words, found)}"


PAIR: Final = Rung(
    Technique("4a", "naked pair", "two cells of a unit share two candidates", 5), partial(findings, "4a", 2), describe
)
TRIPLE: Final = Rung(
    Technique("4c", "naked triple", "three cells of a unit share three candidates", 6),
    partial(findings, "4c", 3),
    describe,
)
