"""1, naked single: a cell in which only one number is left."""

from __future__ import annotations

from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.techniques.rung import Rung
from hashicnf.families.sudoku.techniques.state import Finding, State

NUMBER: Final = "1"


def find(state: State) -> Finding | None:
    """Find a cell with one candidate, or with none."""
    found = None
    for cell, candidates in enumerate(state.open):
        if not candidates & (candidates - 1):
            if not candidates:
                return Finding(NUMBER, "clash" if state.number[cell] else "none", (cell,), reads=(cell,), dead=True)
            if found is None and not state.number[cell]:
                found = Finding(NUMBER, "", (cell,), place=(cell, candidates.bit_length()), reads=(cell,))
    return found


def tell(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    place = words.place(found.cells[0])
    if found.kind == "clash":
        return f"the number of {place} would stand twice where it may stand once"
    if found.place is None:
        return f"no number would be left for {place}"
    return f"only {found.place[1]} is left for {place}"


RUNG: Final = Rung(Technique(NUMBER, "naked single", "only one number is left for a cell", 1), find, tell)
