"""3, locked candidates: all places of a number in one unit lie in another, so the number is nowhere else in that.

Pointing (from a box into a line) and claiming (from a line into a box), and the same with diagonals.
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.techniques.rung import Rung, without
from hashicnf.families.sudoku.techniques.state import Finding, State, dropped, each

NUMBER: Final = "3"


def find(state: State) -> Finding | None:
    """Find a number whose places in a unit all lie in another unit."""
    rules = state.rules
    for unit, cells in enumerate(rules.units):
        for k in range(rules.side):
            holding = [p for p in cells if state.open[p] >> k & 1]
            if not len(holding) > 1 or state.number[holding[0]]:
                continue
            common = set(rules.around[holding[0]]).intersection(*(rules.around[p] for p in holding[1:])) - {unit}
            for other in sorted(common):
                drop = dropped(state, each(rules.sets[other] & ~rules.sets[unit]), 1 << k)
                if drop:
                    return Finding(NUMBER, "", tuple(holding), (k + 1,), (unit, other), drop=drop, reads=tuple(cells))
    return None


def tell(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    one, other = (words.unit_name(unit) for unit in found.units)
    return f"the {found.numbers[0]} of {one} must lie in {other}, so {without(words, found)}"


RUNG: Final = Rung(
    Technique(NUMBER, "locked candidates", "all places of a number in one unit lie in another", 4), find, tell
)
