"""Test incrementally whether an unused cut edge exists, given that there was none before some edges were lost.

If an unused edge has become a cut edge, it separates the two ends of a lost edge. So there is none if, for each lost edge, two
paths that share no unused edge connect its ends: a flow of two, searched for near the edge. Groups of connected islands are
contracted to single nodes, since no cut goes through them.
Reference: Ford and Fulkerson 1956, "Maximal flow through a network".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.families.hashi.techniques.state import State

NEAR: Final = 200  # the most islands among which a path is searched for


def lost_since(state: State, mark: int, usable: Sequence[bool]) -> list[int]:
    """List the edges that were ``usable`` at a mark and can carry no bridge any more."""
    ground = state.ground
    islands = dict.fromkeys(state.islands_changed_since(mark))
    near = dict.fromkeys(edge for island in islands for edge in ground.around[island])
    return [edge for edge in near if usable[edge] and state.most(edge) <= 0]


def has_detours(state: State, edge: int) -> bool:
    """Return whether two paths that share no unused edge are found between the ends of an edge."""
    start, goal = (state.label[end] for end in state.ground.ends[edge])
    if start == goal:
        return True
    if len(state.members[start]) > len(state.members[goal]):
        start, goal = goal, start
    taken: dict[int, int] = {}  # edges of the first path, and the groups from which it leaves by them
    return all(_is_extended(state, start, goal, taken) for _ in range(2))


def _is_extended(state: State, start: int, goal: int, taken: dict[int, int]) -> bool:
    """Augment the flow by a path, which may use taken edges only backwards; return whether there is one."""
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
    """List (group, edge) for each unused edge that leads from a group to another."""
    label, low = state.label, state.low
    return [
        (label[other], edge)
        for island in state.members[group]
        if state.room(island) > 0
        for other, edge in state.ground.near[island]
        if not low[edge] and state.high[edge] > 0 and state.room(other) > 0
    ]


def _take(came: dict[int, tuple[int, int]], start: int, goal: int, taken: dict[int, int]) -> None:
    """Add the edges of a path to those taken, or remove them if the path uses them backwards."""
    while goal != start:
        goal, edge = came[goal]
        if taken.pop(edge, None) is None:
            taken[edge] = goal
