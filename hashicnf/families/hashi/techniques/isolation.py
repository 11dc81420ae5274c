"""2, isolation: with its largest number of bridges an edge would close off a group of islands, so it carries fewer.

For example, two 1s are not connected to each other, and two 2s not by two bridges, unless there are no other islands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, bridges
from hashicnf.families.hashi.techniques.closing import Closing, at_risk, closed_off, ways_out
from hashicnf.families.hashi.techniques.rung import Rung, amount, by_group, goes
from hashicnf.families.hashi.techniques.state import Change, Finding, State

NUMBER: Final = "2"


def look(state: State, island: int) -> Iterator[Finding]:
    """Find that a group is closed off already, or the edges whose largest number of bridges would close it off."""
    members = state.members[state.label[island]]
    if len(members) == len(state.label):
        return
    if (way := next(ways_out(state, state.label[island]), None)) is None:
        group = tuple(sorted(members))
        yield Finding(NUMBER, "closed", group, reads=Closing(state, group), dead=True)
        return
    for edge in at_risk(state, way):
        most = state.most(edge)
        if most > state.low[edge] and (closed := closed_off(state, {edge: most}, island)) is not None:
            change = Change(edge, state.low[edge], most - 1)
            yield Finding(NUMBER, "", closed, (change,), facts=(most,), reads=Closing(state, closed, {edge: most}))


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
