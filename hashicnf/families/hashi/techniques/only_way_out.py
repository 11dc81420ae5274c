"""3a, the only way out: a group of connected islands that can be left on one edge alone must use it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary
from hashicnf.families.hashi.techniques.closing import Closing, ways_out
from hashicnf.families.hashi.techniques.rung import Rung, by_group
from hashicnf.families.hashi.techniques.state import Change, Finding, State

NUMBER: Final = "3a"


def look(state: State, island: int) -> Iterator[Finding]:
    """Find the only edge by which a bridge can leave a group, or that there is none."""
    label = state.label[island]
    members = state.members[label]
    if len(members) == len(state.label):
        return
    ways = [*islice(ways_out(state, label), 2)]
    if len(ways) > 1:
        return
    group = tuple(sorted(members))
    reads = Closing(state, group)
    if not ways:
        yield Finding(NUMBER, "closed", group, reads=reads, dead=True)
    for _, out in ways:
        yield Finding(NUMBER, "", group, (Change(out, 1, state.high[out]),), reads=reads)


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    group = words.islands(found.islands)
    if found.dead:
        return f"{group} would be closed off from the others"
    edge = found.changes[0].edge
    return f"the only way out for {group} is between {words.pair(edge)}: at least one bridge goes there"


RUNG: Final = Rung(
    Technique(NUMBER, "the only way out", "a group of islands can be left on one edge alone", 6),
    by_group(NUMBER, look),
    describe,
    wide=True,
)
