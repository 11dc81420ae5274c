"""1c, at least one: the bridges of an island for which its other neighbours have no room must go to this one.

The room of a neighbour is determined as for 1a.
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, bridges, count
from hashicnf.families.hashi.techniques.rung import Rung, by_island, ways
from hashicnf.families.hashi.techniques.state import Change, Finding, State, highs_around

NUMBER: Final = "1c"


def look(state: State, island: int) -> Finding | None:
    """Find lower bounds of an island's edges: the bridges for which its other edges have no room; None if none is new."""
    spare = state.high_sum[island] - state.ground.need[island]
    low, high, around = state.low, state.high, state.ground.around[island]
    forced = tuple(Change(e, high[e] - spare, high[e]) for e in around if high[e] - spare > low[e])
    if not forced:
        return None
    reads = highs_around(state, island)
    return Finding(NUMBER, "", (island,), forced, facts=(state.ground.need[island], spare), reads=reads)


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    return forced(words, found, "")


def forced(words: Vocabulary, found: Finding, when: str) -> str:
    """Return the sentence about an island whose other sides cannot carry all of its bridges, after the words ``when``.

    The facts of the finding are the number of bridges that the island needs, and how many more its edges can carry.
    """
    island, (need, spare) = found.islands[0], found.facts
    name, go = words.island(island), ways(words, island, found.changes)
    fewest = {change.least for change in found.changes}
    if len(found.changes) > 1 and not spare:
        return f"{when}{name} needs every bridge that there is room for: {go}"
    if len(fewest) > 1:
        return f"{when}{name} has room for {bridges(need + spare)}, {count(spare)} more than it needs, so {go}"
    sides = "on its other sides" if len(found.changes) == 1 else "without any one of these ways"
    room = need - min(fewest)
    return f"{when}{name} {f'can place at most {bridges(room)}' if room else 'has no room'} {sides}, so {go}"


RUNG: Final = Rung(
    Technique(NUMBER, "at least one", "the other sides of an island cannot carry all of its bridges", 2),
    by_island(NUMBER, look),
    describe,
)
