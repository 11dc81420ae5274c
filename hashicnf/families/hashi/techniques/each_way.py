"""1b, one bridge each way: an island uses every edge if its clue exceeds the bridges that all edges but one can carry.

With two bridges per pair, examples are a 3 in a corner, a 5 at the side, and a 7 in the middle.
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, bridges, count
from hashicnf.families.hashi.techniques.rung import Rung, by_island, ways
from hashicnf.families.hashi.techniques.state import Change, Finding, State, highs_around

NUMBER: Final = "1b"


def look(state: State, island: int) -> Finding | None:
    """Find lower bounds of 1 for all edges of an island, by comparing its clue with the capacity of all edges but one."""
    ground = state.ground
    used = [e for e in ground.around[island] if state.high[e] > 0]
    most = ground.board.max_bridges
    if ground.need[island] <= (len(used) - 1) * most:
        return None
    new = tuple(Change(e, 1, state.high[e]) for e in used if state.low[e] == 0)
    if not new:
        return None
    return Finding(NUMBER, "", (island,), new, (len(used), most), highs_around(state, island))


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    island, (number, most) = found.islands[0], found.facts
    name, way = words.island(island), ways(words, island, found.changes)
    if number == 1:
        return f"{name} has only one way: {way}"
    rest = "one alone carries" if number == 2 else f"{count(number - 1)} of them carry"
    return f"{name} has {count(number)} ways, and {rest} at most {bridges((number - 1) * most)}: {way}"


RUNG: Final = Rung(
    Technique(NUMBER, "one bridge each way", "the number of an island is more than all ways but one can carry", 1),
    by_island(NUMBER, look),
    describe,
)
