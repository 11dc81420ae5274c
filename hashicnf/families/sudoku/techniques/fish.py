"""5a and 5d, X-wing and swordfish: all places of a number in two (three) rows lie in as many columns, so other rows lack it there.

The same holds with rows and columns exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.search.grid import each
from hashicnf.families.sudoku.techniques.rung import Rung, places, without
from hashicnf.families.sudoku.techniques.state import Finding, State, dropped
from hashicnf.trace.narration import listed


def findings(rung: str, size: int, state: State) -> Iterator[Finding]:
    """Find a number whose places in ``size`` lines lie in as many crossing lines."""
    n, units = state.rules.side, state.rules.units
    rows, columns = range(n), range(n, 2 * n)  # the order of units
    for k in range(n):
        for lines, crossing in ((rows, columns), (columns, rows)):
            few: dict[int, int] = {}  # by line: the number's places in it, as a set of indices
            for unit in lines:
                at = sum(1 << i for i, p in enumerate(units[unit]) if state.open[p] >> k & 1)
                if 2 <= at.bit_count() <= size:
                    few[unit] = at
            for chosen in combinations(few, size):
                over = 0
                for unit in chosen:
                    over |= few[unit]
                if over.bit_count() != size:
                    continue
                crossed = [crossing[i] for i in each(over)]
                corners = tuple(units[unit][i] for unit in chosen for i in each(few[unit]))
                inside = {p for unit in chosen for p in units[unit]}
                drop = dropped(state, [p for unit in crossed for p in units[unit] if p not in inside], 1 << k)
                if drop:
                    yield Finding(rung, "", corners, (k + 1,), (*chosen, *crossed), drop=drop, reads=tuple(inside))


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    names = [words.unit_name(unit) for unit in found.units]
    size = len(names) // 2
    lines, crossed = listed(names[:size], size), listed(names[size:], size)
    number, corners = found.numbers[0], places(words, found.cells)
    return f"{number} has only the places {corners} in {lines}, so in {crossed}, {without(words, found)}"


X_WING: Final = Rung(
    Technique("5a", "X-wing", "a number has the same two places in two rows or columns", 7),
    partial(findings, "5a", 2),
    describe,
)
SWORDFISH: Final = Rung(
    Technique("5d", "swordfish", "a number has three places at most in three rows or columns, the same in all", 7),
    partial(findings, "5d", 3),
    describe,
)
