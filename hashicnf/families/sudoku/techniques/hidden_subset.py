"""4b and 4d, hidden pair and triple: two (three) numbers have only two (three) places in a unit, so these cells hold no others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.search.grid import each
from hashicnf.families.sudoku.techniques.rung import Rung, numbers, places, without
from hashicnf.families.sudoku.techniques.state import Finding, State, dropped


def findings(rung: str, size: int, state: State) -> Iterator[Finding]:
    """Find ``size`` numbers that share ``size`` places in a unit, at which there are other candidates, too."""
    for unit in state.units_for(rung):
        cells = state.rules.units[unit]
        where = [sum(1 << p for p in cells if state.open[p] >> k & 1) for k in range(state.rules.side)]
        few = [k for k, held in enumerate(where) if 1 < held.bit_count() <= size]
        for chosen in combinations(few, size):
            together, wanted = 0, sum(1 << k for k in chosen)
            for k in chosen:
                together |= where[k]
            if together.bit_count() == size and (drop := dropped(state, each(together), ~wanted)):
                found = tuple(k + 1 for k in chosen)
                yield Finding(rung, "", tuple(each(together)), found, (unit,), drop=drop, reads=tuple(cells))


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    cells, unit = places(words, found.cells), words.unit_name(found.units[0])
    return f"{numbers(found.numbers)} have no places in {unit} but {cells}, so {without(words, found)}"


PAIR: Final = Rung(
    Technique("4b", "hidden pair", "two numbers have two places in a unit", 5), partial(findings, "4b", 2), describe
)
TRIPLE: Final = Rung(
    Technique("4d", "hidden triple", "three numbers have three places in a unit", 6),
    partial(findings, "4d", 3),
    describe,
)
