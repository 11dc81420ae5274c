"""3b, bottleneck: an edge without which the islands could no longer all be connected must be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, bridges, count
from hashicnf.families.hashi.techniques.cuts import Branch, boundary, branches_of, usable_edges
from hashicnf.families.hashi.techniques.detours import has_detours, lost_since
from hashicnf.families.hashi.techniques.losses import FEW, labels_of
from hashicnf.families.hashi.techniques.rung import Rung, by_board
from hashicnf.families.hashi.techniques.state import Change, Finding, State, Whole

NUMBER: Final = "3b"


def look(state: State) -> Iterator[Finding]:
    """Find the unused cut edges of the graph of possible bridges, smallest parts first; or that the graph is not connected."""
    if not state.label:
        return
    if (parts := _parts(state)) is None:
        yield Finding(NUMBER, "apart", (), reads=tuple(range(len(state.low))), dead=True)
        return
    done = set[int]()  # the larger side of an edge says nothing new
    for size in sorted({branch.size for branch in parts}):
        fresh = [one for one in parts if one.size == size and one.edges[0] not in done]
        for branch in sorted(fresh, key=lambda one: one.part):
            (edge,) = branch.edges
            if edge not in done:
                done.add(edge)
                change = Change(edge, 1, state.high[edge])
                yield Finding(NUMBER, "", branch.part, (change,), reads=boundary(state, branch.part))


def _parts(state: State) -> list[Branch] | None:
    """Return the sides of the unused cut edges; None if the graph is not connected. Keep what is known of the graph."""
    whole = state.whole
    if whole is not None:
        lost = lost_since(state, whole.mark, whole.usable)
        if whole.labels is None and all(has_detours(state, edge) for edge in lost):
            if len(lost) > FEW:
                state.whole = Whole(state.mark(), usable_edges(state))
            return []
        if len(lost) <= FEW:
            return _unused(state, labels_of(state.ground, whole).cut_by(lost))
    usable = usable_edges(state)
    parts = _unused(state, branches_of(state.ground, usable))
    if parts == []:
        state.whole = Whole(state.mark(), usable)
    return parts


def _unused(state: State, branches: Sequence[Branch] | None) -> list[Branch] | None:
    """Return the branches behind unused cut edges; None for None."""
    if branches is None:
        return None
    return [branch for branch in branches if len(branch.edges) == 1 and state.low[branch.edges[0]] == 0]


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
