"""4b, parity at an island: where parts of the board meet at one island, each takes at least one of its bridges, odd or even.

Together with the island's number that bounds the bridges into each part, and so those on each edge.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, bridges, count
from hashicnf.families.hashi.techniques.cuts import Branch, boundary, branches, rest
from hashicnf.families.hashi.techniques.rung import Rung, by_board, ways
from hashicnf.families.hashi.techniques.state import Change, Finding, State

NUMBER: Final = "4b"


def look(state: State) -> Finding | None:
    """Bound the bridges into each part behind an island with a clue."""
    by_island: dict[int, list[Branch]] = {}
    for branch in branches(state) or () if state.label else ():
        by_island.setdefault(branch.island, []).append(branch)
    for island, parts in by_island.items():
        if state.ground.need[island] == state.ground.limit[island] and (found := _bounded(state, island, parts)):
            return found
    return None


def _bounded(state: State, island: int, parts: list[Branch]) -> Finding | None:
    others = rest(state, island, parts)
    every = [*parts, others] if others else parts
    if len(every) == 1:
        return None
    bounds = [_range(state, branch) for branch in every]
    for place, branch in enumerate(every):
        low, high = bounds[place]
        elsewhere = [b for i, b in enumerate(bounds) if i != place]
        room = state.ground.need[island]
        low = max(low, room - sum(b[1] for b in elsewhere))
        high = min(high, room - sum(b[0] for b in elsewhere))
        low, high = _rounded(branch, low, high)
        if low > high:
            return Finding(NUMBER, "none", (island, *branch.part), reads=_read(state, every), dead=True)
        changes = _changes(state, branch, low, high)
        if changes:
            return Finding(NUMBER, "", (island, *branch.part), changes, (low, high), _read(state, every))
    return None


def _read(state: State, every: Iterable[Branch]) -> tuple[int, ...]:
    """List the edges on which it depends that the parts are apart."""
    return tuple(dict.fromkeys(e for branch in every for e in boundary(state, branch.part)))


def _range(state: State, branch: Branch) -> tuple[int, int]:
    low = max(1, sum(state.low[e] for e in branch.edges))
    return _rounded(branch, low, sum(state.most(e) for e in branch.edges))


def _rounded(branch: Branch, low: int, high: int) -> tuple[int, int]:
    if (total := branch.clues) is None:
        return low, high
    return low + (low - total) % 2, high - (high - total) % 2


def _changes(state: State, branch: Branch, low: int, high: int) -> tuple[Change, ...]:
    """Bound each edge into a part by what the others can carry."""
    least, most = sum(state.low[e] for e in branch.edges), sum(state.most(e) for e in branch.edges)
    found = []
    for edge in branch.edges:
        one = max(state.low[edge], low - (most - state.most(edge)))
        other = min(state.most(edge), high - (least - state.low[edge]))
        if one > state.low[edge] or other < state.most(edge):
            found.append(Change(edge, one, other))
    return tuple(found)


def tell(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    island, *part = found.islands
    name = words.island(island)
    behind = f"the part of {count(len(part))} islands" if len(part) > 1 else words.island(part[0])
    if found.dead:
        return f"the bridges of {name} cannot be shared among the parts of the board that meet there"
    low, high = found.facts
    number = bridges(low) if low == high else f"{count(low)} to {bridges(high)}"
    why = "its other parts take at least one each, odd or even as their numbers add up"
    lead = "leads" if high == 1 else "lead"
    return f"of the bridges of {name}, {number} {lead} to {behind}, for {why}: {ways(words, island, found.changes)}"


RUNG: Final = Rung(
    Technique(NUMBER, "parity at an island", "the bridges of an island are shared among the parts that meet there", 7),
    by_board(NUMBER, look),
    tell,
)
