"""5b, turbot fish: a number has two places in each of two units, and a place in one unit excludes a place in the other.

Then at least one of the remaining two places holds the number, so no cell that shares a unit with each of them does. Skyscrapers
and two-string kites are the usual cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.explain.words import Vocabulary
from hashicnf.families.sudoku.search.grid import each
from hashicnf.families.sudoku.techniques.rung import Rung, place, without
from hashicnf.families.sudoku.techniques.state import Finding, State, dropped

NUMBER: Final = "5b"


def findings(state: State) -> Iterator[Finding]:
    """Find two units with two places each for a number, such that a place in one excludes a place in the other."""
    peers = state.rules.peers
    for k in range(state.rules.side):
        links = [*_links(state, k)]
        for n, (unit, pair) in enumerate(links):
            for other, others in links[n + 1 :]:
                for end, near in (pair, pair[::-1]):
                    for far, beyond in (others, others[::-1]):
                        if not peers[near] >> far & 1 or end in others or beyond in pair:
                            continue
                        drop = dropped(state, each(peers[end] & peers[beyond]), 1 << k)
                        if drop:
                            cells = (end, near, far, beyond)
                            reads = (*state.rules.units[unit], *state.rules.units[other])
                            yield Finding(NUMBER, "", cells, (k + 1,), (unit, other), drop=drop, reads=reads)


def _links(state: State, k: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the units in which the number k + 1 has exactly two places, with these places."""
    for unit, cells in enumerate(state.rules.units):
        at = [p for p in cells if state.open[p] >> k & 1]
        if len(at) == 2:
            yield unit, (at[0], at[1])


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    end, near, far, beyond = (place(words, cell) for cell in found.cells)
    one, other = (words.unit_name(unit) for unit in found.units)
    return (
        f"{found.numbers[0]} is at {end} or {near} in {one}, and at {far} or {beyond} in {other}; not both {near} and {far} "
        f"hold it, so at least one of {end} and {beyond} does, and {without(words, found)}"
    )


RUNG: Final = Rung(
    Technique(
        NUMBER, "turbot fish", "a number has two places in each of two units, and two of these exclude each other", 7
    ),
    findings,
    describe,
)
