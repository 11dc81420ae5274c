"""1a, just enough neighbours: an island that needs all bridges for which it has room gets them; a complete one gets no more.

The room towards a neighbour follows from the neighbour's clue, from bridges that cross the edge, and from whether the neighbour is
complete. An island with one open edge left puts all missing bridges there.
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, bridges
from hashicnf.families.hashi.techniques.rung import Rung, by_island, total, ways
from hashicnf.families.hashi.techniques.state import Change, Finding, State, highs_around, lows_around
from hashicnf.trace.narration import listed

NUMBER: Final = "1a"


def look(state: State, island: int) -> Finding | None:
    """Find the edges of an island that must be full, or that get no further bridge; or that its clue cannot be met."""
    around = state.ground.around[island]
    low, high = state.low, state.high
    need, limit = state.ground.need[island], state.ground.limit[island]
    fewest, lack = state.low_sum[island], limit - state.low_sum[island]
    undecided = [e for e in around if low[e] != high[e]]
    if fewest > limit or state.high_sum[island] < need or any(low[e] > high[e] for e in undecided):
        return _contradiction(state, island)
    if not undecided:
        return None
    if lack == 0:
        closed = tuple(Change(e, low[e], low[e]) for e in undecided)
        return Finding(NUMBER, "closed", (island,), closed, reads=lows_around(state, [island]))
    rooms = [min(high[e] - low[e], lack) for e in undecided]
    if fewest + sum(rooms) > need:
        return None
    full = tuple(Change(e, low[e] + room, low[e] + room) for e, room in zip(undecided, rooms, strict=True))
    kind = "full" if len(full) > 1 else "one way" if len(around) > 1 else "one neighbour"
    reads = highs_around(state, island) if all(change.most == high[change.edge] for change in full) else tuple(around)
    return Finding(NUMBER, kind, (island,), full, reads=reads)


def _contradiction(state: State, island: int) -> Finding:
    """Find that an island has too many bridges, or room for too few, or that bounds of its edges exclude each other."""
    fewest, most = state.low_sum[island], state.high_sum[island]
    if fewest > state.ground.limit[island]:
        return Finding(NUMBER, "over", (island,), facts=(fewest,), reads=lows_around(state, [island]), dead=True)
    if most < state.ground.need[island]:
        return Finding(NUMBER, "under", (island,), facts=(max(0, most),), reads=highs_around(state, island), dead=True)
    return Finding(NUMBER, "crossed", (island,), reads=tuple(state.ground.around[island]), dead=True)


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    island = found.islands[0]
    name = words.island(island)
    match found.kind:
        case "over":
            return f"{name} would have {bridges(found.facts[0])}"
        case "under":
            room = f"only {bridges(found.facts[0])}" if found.facts[0] else "no bridge at all"
            return f"{name} would have room for {room}"
        case "crossed":
            return f"bridges of {name} would cross others"
        case "closed":
            return f"{name} has {total(words, island)}: {_no_more(words, island, found)}"
        case "one way" | "one neighbour":
            only = "one way left" if found.kind == "one way" else "one neighbour"
            return f"{name} has only {only}: {ways(words, island, found.changes)}"
    return f"{name} needs every bridge that its neighbours can take: {ways(words, island, found.changes)}"


def _no_more(words: Vocabulary, island: int, found: Finding) -> str:
    return f"no more go {listed([words.way(change.edge, island) for change in found.changes], link='or')}"


RUNG: Final = Rung(
    Technique(NUMBER, "just enough neighbours", "an island needs all that its neighbours can take, or is complete", 1),
    by_island(NUMBER, look),
    describe,
)
