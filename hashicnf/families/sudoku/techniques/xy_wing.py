"""5c, XY-wing: a cell has candidates X and Y, and shares units with a cell that has X and Z and with a cell that has Y and Z.

Whichever number the first cell holds, one of the two others holds Z, so no cell that shares a unit with each of them does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.search.grid import each
from hashicnf.families.sudoku.techniques.rung import Rung, place, without
from hashicnf.families.sudoku.techniques.state import Finding, State, dropped, numbers_of

NUMBER: Final = "5c"


def findings(state: State) -> Iterator[Finding]:
    """Find a cell with two candidates, and two cells that form an XY-wing with it."""
    peers, candidates = state.rules.peers, state.open
    pairs = sum(1 << p for p, found in enumerate(candidates) if found.bit_count() == 2)
    for pivot in each(pairs):
        near = [p for p in each(pairs & peers[pivot]) if (candidates[p] & candidates[pivot]).bit_count() == 1]
        for n, one in enumerate(near):
            third = candidates[one] & ~candidates[pivot]
            for other in near[n + 1 :]:
                if candidates[other] != candidates[pivot] ^ candidates[one]:
                    continue
                drop = dropped(state, each(peers[one] & peers[other]), third)
                if drop:
                    cells = (pivot, one, other)
                    named = (
                        *numbers_of(candidates[one] & ~third),
                        *numbers_of(candidates[other] & ~third),
                        *numbers_of(third),
                    )
                    yield Finding(NUMBER, "", cells, named, drop=drop, reads=cells)


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    pivot, one, other = (place(words, cell) for cell in found.cells)
    this, that, third = found.numbers
    either = f"if {this}, {one} holds {third}, and if {that}, {other} does"
    return f"{pivot} holds {this} or {that}: {either}; so {without(words, found)}"


RUNG: Final = Rung(
    Technique(NUMBER, "XY-wing", "a cell with two candidates leaves the same number to one of two others", 7),
    findings,
    describe,
)
