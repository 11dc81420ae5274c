"""2, isolation: with its largest number of bridges an edge would close off a group of islands, so it carries fewer.

For example, two 1s are not connected to each other, and two 2s not by two bridges, unless there are no other islands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, bridges
from hashicnf.families.hashi.techniques.closing import at_risk, closed_off, ways_out
from hashicnf.families.hashi.techniques.rung import Rung, amount, by_group, goes
from hashicnf.families.hashi.techniques.state import Around, Change, Finding, State, around_all, high_of, low_of

NUMBER: Final = "2"


class Closing:
    """The bounds on which it relies that an edge's largest number of bridges closes off some islands, listed only where read.

    Islands that are complete then cannot be left whatever the upper bounds of their edges are.
    """

    def __init__(self, state: State, islands: Sequence[int], edge: int) -> None:
        """Keep which of the islands have room left then."""
        more = dict.fromkeys(state.ground.ends[edge], state.most(edge) - state.low[edge])
        self._state, self._islands, self._edge = state, islands, edge
        self._roomy = [island for island in islands if state.room(island) > more.get(island, 0)]

    def __iter__(self) -> Iterator[int]:
        """Iterate over lower bounds around all islands, the edges around those with room, and the edge's upper bound."""
        lows = map(low_of, around_all(self._state, self._islands))
        return chain(lows, around_all(self._state, self._roomy), (high_of(self._edge),))


def look(state: State, island: int) -> Iterator[Finding]:
    """Find that a group is closed off already, or the edges whose largest number of bridges would close it off."""
    members = state.members[state.label[island]]
    if len(members) == len(state.label):
        return
    if (way := next(ways_out(state, state.label[island]), None)) is None:
        group = tuple(sorted(members))
        yield Finding(NUMBER, "closed", group, reads=Around(state, group), dead=True)
        return
    for edge in at_risk(state, way):
        most = state.most(edge)
        if most > state.low[edge] and (closed := closed_off(state, {edge: most}, island)) is not None:
            change = Change(edge, state.low[edge], most - 1)
            yield Finding(NUMBER, "", closed, (change,), facts=(most,), reads=Closing(state, closed, edge))


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    if found.dead:
        return f"{words.islands(found.islands)} would be closed off from the others"
    (change,), (most,) = found.changes, found.facts
    between = f"between {words.pair(change.edge)}"
    cut = "them off" if len(found.islands) == 2 else f"off {words.islands(found.islands)}"
    return f"{bridges(most)} {between} would close {cut} from the others, so {amount(change)} {goes(change)} there"


RUNG: Final = Rung(
    Technique(NUMBER, "isolation", "one more bridge would close off a group of islands", 4),
    by_group(NUMBER, look),
    describe,
)
