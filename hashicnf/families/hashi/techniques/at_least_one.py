"""1c, at least one: what an island's other neighbours cannot take must go this way.

What a neighbour can take is known as for 1a.
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, bridges
from hashicnf.families.hashi.techniques.rung import Rung, by_island, ways
from hashicnf.families.hashi.techniques.state import Change, Finding, State

NUMBER: Final = "1c"


def look(state: State, island: int) -> Finding | None:
    """Find the bridges that must go some way because the others cannot carry all."""
    spare = state.high_sum[island] - state.ground.need[island]
    low, high, around = state.low, state.high, state.ground.around[island]
    forced = tuple(Change(e, high[e] - spare, high[e]) for e in around if high[e] - spare > low[e])
    if not forced:
        return None
    room = max(state.high_sum[island] - high[change.edge] for change in forced)
    return Finding(NUMBER, "", (island,), forced, facts=(room,), reads=tuple(around))


def tell(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    return forced(words, found, "")


def forced(words: Vocabulary, found: Finding, when: str) -> str:
    """Return the sentence of an island whose other sides cannot carry all of its bridges."""
    island, room = found.islands[0], found.facts[0]
    sides = "on its other sides" if len(found.changes) == 1 else "without any one of these ways"
    place = f"can place at most {bridges(room)} {sides}" if room else f"has no room {sides}"
    return f"{when}{words.island(island)} {place}, so {ways(words, island, found.changes)}"


RUNG: Final = Rung(
    Technique(NUMBER, "at least one", "the other sides of an island cannot carry all of its bridges", 2),
    by_island(NUMBER, look),
    tell,
)
