"""3b, bottleneck: an edge without which the islands could no longer all be connected must be used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, bridges, count
from hashicnf.families.hashi.techniques.cuts import boundary, branches_of, usable_edges
from hashicnf.families.hashi.techniques.new_cuts import Effort, OutOfEffort, lost_since, new_cuts
from hashicnf.families.hashi.techniques.rung import Rung, by_board
from hashicnf.families.hashi.techniques.state import Change, Finding, State

NUMBER: Final = "3b"


def look(state: State) -> Iterator[Finding]:
    """Find the unused cut edges of the graph of possible bridges, smallest parts first; or that the graph is not connected."""
    if (cuts := _unused_cuts(state)) is None:
        yield Finding(NUMBER, "apart", (), reads=range(len(state.low)), dead=True)
        return
    if not cuts:
        state.whole = state.mark()
    for edge, part in sorted(cuts.items(), key=lambda cut: (len(cut[1]), cut[1])):
        yield Finding(NUMBER, "", part, (Change(edge, 1, state.high[edge]),), reads=boundary(state, part))


def _unused_cuts(state: State) -> dict[int, tuple[int, ...]] | None:
    """Return the unused cut edges, each with the smaller side (of equal ones that of island 0); None without connection.

    They are searched for near the edges lost since there was none, unless that would take longer than a search of the whole board.
    """
    islands = len(state.label)
    if state.whole is not None:
        try:
            found = new_cuts(state, lost_since(state, state.whole), Effort(len(state.low)))
        except OutOfEffort:
            pass
        else:
            return None if found is None else {edge: _smaller(side, islands) for edge, side in found.items()}
    if (parts := branches_of(state.ground, usable_edges(state))) is None:
        return None
    small = (part for part in parts if 2 * part.size <= islands and len(part.edges) == 1)
    return {part.edges[0]: _smaller(part.part, islands) for part in small if state.low[part.edges[0]] == 0}


def _smaller(side: tuple[int, ...], islands: int) -> tuple[int, ...]:
    """Return a side of a cut or the other one: the smaller, or of equal ones that of island 0."""
    if (2 * len(side), side[0]) < (islands, 1):
        return side
    return tuple(sorted({*range(islands)}.difference(side)))


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
