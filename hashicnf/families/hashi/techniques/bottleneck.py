"""3b, bottleneck: an edge without which the islands could no longer all be connected must be used."""

from __future__ import annotations

from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, bridges, count
from hashicnf.families.hashi.techniques.cuts import boundary, branches
from hashicnf.families.hashi.techniques.rung import Rung, by_board
from hashicnf.families.hashi.techniques.state import Change, Finding, State

NUMBER: Final = "3b"


def look(state: State) -> Finding | None:
    """Find a cut edge that is not used yet."""
    if not state.label:
        return None
    if (parts := branches(state)) is None:
        return Finding(NUMBER, "apart", (), reads=tuple(range(len(state.low))), dead=True)
    for branch in sorted(parts, key=lambda branch: (len(branch.part), branch.part)):
        edge = branch.edges[0]
        if len(branch.edges) == 1 and state.low[edge] == 0:
            reads = boundary(state, branch.part)
            return Finding(NUMBER, "", branch.part, (Change(edge, 1, state.high[edge]),), reads=reads)
    return None


def tell(words: Vocabulary, found: Finding) -> str:
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
    tell,
)
