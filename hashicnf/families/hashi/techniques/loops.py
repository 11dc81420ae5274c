"""1e, no loops: on boards without loops no bridge connects islands that are connected already."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary
from hashicnf.families.hashi.techniques.rung import Rung, by_group
from hashicnf.families.hashi.techniques.state import Change, Finding, State, around_all

NUMBER: Final = "1e"


def look(state: State, island: int) -> Iterator[Finding]:
    """Find the unused edges between islands of one group, on boards without loops."""
    if state.ground.loops:
        return
    members = state.members[state.label[island]]
    for inside in members:
        for edge in state.ground.around[inside]:
            if state.low[edge] == 0 < state.high[edge]:
                u, v = state.ground.ends[edge]
                if state.label[u] == state.label[v]:
                    reads = around_all(state, members)
                    yield Finding(NUMBER, "", (u, v), (Change(edge, 0, 0),), reads=reads)


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    return f"{words.pair(found.changes[0].edge)} are connected already, and a bridge between them would close a loop"


RUNG: Final = Rung(
    Technique(NUMBER, "no loops", "a bridge would close a loop, on boards that forbid loops", 3),
    by_group(NUMBER, look),
    describe,
)
