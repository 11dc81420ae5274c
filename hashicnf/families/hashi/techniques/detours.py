"""Whether an edge is needed to connect the islands, asked only where edges were lost since none was.

An unused edge that alone joins two parts of the board, where none did before, parts the ends of an edge that was lost. So none does
if two ways that share no unused edge lead from one end of each lost edge to the other: a flow of two, found near it. Groups of
connected islands are single nodes, since no cut goes through them.
Reference: Ford and Fulkerson 1956, "Maximal flow through a network".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.families.hashi.techniques.state import State

NEAR: Final = 200  # islands that a way is looked for among


def lost_since(state: State, mark: int, usable: Sequence[bool]) -> list[int]:
    """List the edges of those ``usable`` at a mark that can have no bridge any more."""
    ground = state.ground
    islands = dict.fromkeys(island for edge in state.changed_since(mark) for island in ground.ends[edge])
    near = dict.fromkeys(edge for island in islands for edge in ground.around[island])
    return [edge for edge in near if usable[edge] and state.most(edge) <= 0]


def has_detours(state: State, edge: int) -> bool:
    """Return whether two ways are found from one end of an edge to the other that share no unused edge."""
    start, goal = (state.label[end] for end in state.ground.ends[edge])
    if start == goal:
        return True
    if len(state.members[start]) > len(state.members[goal]):
        start, goal = goal, start
    taken: dict[int, int] = {}  # edges of the first way, and the groups from which it takes them
    return all(_is_extended(state, start, goal, taken) for _ in range(2))


def _is_extended(state: State, start: int, goal: int, taken: dict[int, int]) -> bool:
    """Add a way to those taken, whose edges it may only go back on; return whether there is one."""
    came: dict[int, tuple[int, int]] = {start: (start, -1)}
    left = NEAR
    waiting = [start]
    for group in waiting:
        left -= len(state.members[group])
        if left < 0:
            return False
        for after, edge in _unused(state, group):
            if after in came or taken.get(edge) == group:
                continue
            came[after] = group, edge
            waiting.append(after)
            if after == goal:
                _take(came, start, goal, taken)
                return True
    return False


def _unused(state: State, group: int) -> list[tuple[int, int]]:
    """List the groups to which unused edges lead from one, with those edges."""
    label, low = state.label, state.low
    return [
        (label[other], edge)
        for island in state.members[group]
        if state.room(island) > 0
        for other, edge in state.ground.near[island]
        if not low[edge] and state.high[edge] > 0 and state.room(other) > 0
    ]


def _take(came: dict[int, tuple[int, int]], start: int, goal: int, taken: dict[int, int]) -> None:
    """Take the edges of a way; those that it goes back on are free again."""
    while goal != start:
        goal, edge = came[goal]
        if taken.pop(edge, None) is None:
            taken[edge] = goal
