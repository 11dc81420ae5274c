"""3b, bottleneck: an edge without which the islands could no longer all be connected must be used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, bridges, count
from hashicnf.families.hashi.techniques.cuts import boundary, branches_of, usable_edges
from hashicnf.families.hashi.techniques.detours import has_detours, lost_since
from hashicnf.families.hashi.techniques.rung import Rung, by_board
from hashicnf.families.hashi.techniques.state import Change, Finding, State

NUMBER: Final = "3b"


def look(state: State) -> Iterator[Finding]:
    """Find the unused cut edges of the graph of possible bridges, smallest parts first; or that the graph is not connected."""
    if _is_whole_still(state):
        return
    usable = usable_edges(state)
    if (parts := branches_of(state.ground, usable)) is None:
        yield Finding(NUMBER, "apart", (), reads=tuple(range(len(state.low))), dead=True)
        return
    unused = [branch for branch in parts if len(branch.edges) == 1 and state.low[branch.edges[0]] == 0]
    if not unused:
        state.whole = state.mark(), usable
    for size in sorted({branch.size for branch in unused}):
        for branch in sorted((one for one in unused if one.size == size), key=lambda one: one.part):
            change = Change(branch.edges[0], 1, state.high[branch.edges[0]])
            yield Finding(NUMBER, "", branch.part, (change,), reads=boundary(state, branch.part))


def _is_whole_still(state: State) -> bool:
    """Return whether no unused edge was a cut edge at a mark, and the edges lost since then have made none."""
    if state.whole is None:
        return False
    mark, usable = state.whole
    lost = lost_since(state, mark, usable)
    if not all(has_detours(state, edge) for edge in lost):
        return False
    if lost:
        usable = list(usable)
        for edge in lost:
            usable[edge] = False
    state.whole = state.mark(), usable
    return True


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    if found.dead:
        return "the islands can no longer all be connected"
    edge = found.changes[0].edge
    rest = len(words.clue) - len(found.islands)
    sides = f"a part of {count(len(found.islands))} and one of {count(rest)}"
    return f"without {bridges(1)} between {words.pair(edge)} the islands would fall into {sides}, so at least one goes there"


RUNG: Final = Rung(
    Technique(NUMBER, "bottleneck", "without a bridge here the islands would fall into two parts", 6),
    by_board(NUMBER, look),
    describe,
)
