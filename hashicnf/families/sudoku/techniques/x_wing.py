"""5, X-wing: in two rows a number has the same two columns as places, so it is nowhere else in these columns; or the other way."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.techniques.rung import Rung, places, without
from hashicnf.families.sudoku.techniques.state import Finding, State, dropped

NUMBER: Final = "5"


def find(state: State) -> Finding | None:
    """Find a number with the same two crossing lines in two lines."""
    n, units = state.rules.side, state.rules.units
    rows, columns = range(n), range(n, 2 * n)  # the order of units
    for k in range(n):
        for lines, crossing in ((rows, columns), (columns, rows)):
            two = {}
            for unit in lines:
                at = tuple(i for i, p in enumerate(units[unit]) if state.open[p] >> k & 1)
                if len(at) == 2:
                    two[unit] = at
            for one, other in combinations(two, 2):
                if two[one] != two[other]:
                    continue
                over = [crossing[i] for i in two[one]]
                corners = tuple(units[line][i] for line in (one, other) for i in two[one])
                drop = dropped(state, [p for unit in over for p in units[unit] if p not in corners], 1 << k)
                if drop:
                    reads = (*units[one], *units[other])
                    return Finding(NUMBER, "", corners, (k + 1,), (one, other, *over), drop=drop, reads=reads)
    return None


def tell(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    one, other, this, that = (words.unit_name(unit) for unit in found.units)
    number, corners = found.numbers[0], places(words, found.cells)
    return (
        f"{number} has only the places {corners} in {one} and {other}, so in {this} and {that} {without(words, found)}"
    )


RUNG: Final = Rung(
    Technique(NUMBER, "X-wing", "a number has the same two places in two rows or columns", 7), find, tell
)
