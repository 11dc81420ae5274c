"""1e, no loops: on boards without loops no bridge connects islands that are connected already.

Bridges that are certain for different reasons may still form a loop: a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from hashicnf.arrays.cycles import cycles, ring
from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary
from hashicnf.families.hashi.techniques.rung import Rung, by_group
from hashicnf.families.hashi.techniques.state import Change, Finding, State, connection, low_of

NUMBER: Final = "1e"


def look(state: State, island: int) -> Iterator[Finding]:
    """Find a loop of used edges, or the unused edges between islands of one group, on boards without loops."""
    if state.ground.loops:
        return
    members = state.members[state.label[island]]
    used = {edge for inside in members for edge in state.ground.around[inside] if state.low[edge] > 0}
    if len(used) >= len(members):
        yield _loop(state, sorted(used))
        return
    for inside in members:
        for edge in state.ground.around[inside]:
            if state.low[edge] == 0 < state.high[edge]:
                u, v = state.ground.ends[edge]
                if state.label[u] == state.label[v]:
                    reads = tuple(map(low_of, connection(state, u, v)))
                    yield Finding(NUMBER, "", (u, v), (Change(edge, 0, 0),), reads=reads)


def _loop(state: State, used: list[int]) -> Finding:
    """Find the shortest loop of used edges."""
    ends = np.array([state.ground.ends[edge] for edge in used], dtype=np.int32)
    loop = min(cycles(len(state.label), ends), key=len)
    reads = tuple(low_of(used[at]) for at in loop)
    return Finding(NUMBER, "loop", tuple(ring(ends[loop])), reads=reads, dead=True)


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    if found.dead:
        return f"bridges would form the loop {words.ring(found.islands)}"
    return f"{words.pair(found.changes[0].edge)} are connected already, and a bridge between them would close a loop"


RUNG: Final = Rung(
    Technique(NUMBER, "no loops", "a bridge would close a loop, on boards that forbid loops", 3),
    by_group(NUMBER, look),
    describe,
)
