"""1d, room left: like 1a and 1c, but with the room that neighbours have left beside the bridges that they already have."""

from __future__ import annotations

from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, bridges
from hashicnf.families.hashi.techniques.at_least_one import forced
from hashicnf.families.hashi.techniques.rung import Rung, by_island
from hashicnf.families.hashi.techniques.state import Change, Finding, State, highs_around, lows_around

NUMBER: Final = "1d"


def look(state: State, island: int) -> Finding | None:
    """Find lower bounds of an island's edges, given the room that its neighbours have left; their values if nothing is to spare."""
    around, need = state.ground.around[island], state.ground.need[island]
    if state.low_sum[island] >= need:
        return None
    most = [state.most(e) for e in around]
    spare = sum(most) - need
    if spare < 0:
        reads = _read(state, island)
        return Finding(NUMBER, "under", (island,), facts=(max(0, sum(most)),), reads=reads, dead=True)
    found = tuple(
        Change(e, k - spare, state.high[e] if spare else k)
        for e, k in zip(around, most, strict=True)
        if k - spare > state.low[e]
    )
    if not found:
        return None
    return Finding(NUMBER, "", (island,), found, facts=(need, spare), reads=_read(state, island))


def _read(state: State, island: int) -> tuple[int, ...]:
    """List upper bounds of the island's own edges, and lower bounds of these and of the other edges of its neighbours."""
    near = [state.ground.other(e, island) for e in state.ground.around[island]]
    return (*highs_around(state, island), *lows_around(state, [island, *near]))


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    if found.dead:
        room = f"only {bridges(found.facts[0])}" if found.facts[0] else "no bridge at all"
        return f"the neighbours of {words.island(found.islands[0])} would have room for {room}"
    return forced(words, found, "given what its neighbours can still take, ")


RUNG: Final = Rung(
    Technique(NUMBER, "room left", "the neighbours of an island cannot take more beside their other bridges", 3),
    by_island(NUMBER, look),
    describe,
    wide=True,
)
