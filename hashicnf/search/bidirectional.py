"""Bidirectional breadth-first search: level by level from the start and backwards from the goals, until the two meet.

Whichever side has the smaller frontier takes its next level. Before that no state is known to both sides, so the first one that
is lies on a path of fewest steps. Where there are many goals the backward side begins at all of them at once, those included that
no path leads to; it pays where goals are few and the space is much larger than both halves.
Reference: Pohl 1971, "Bi-directional search".
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final, Generic, TypeVar

from hashicnf.core.statespace import Reversible
from hashicnf.errors import InternalError, UsageError
from hashicnf.logic import Stopped
from hashicnf.search import Exhausted, Found, Outcome, Search, Task

S = TypeVar("S")
A = TypeVar("A")
LOOK_EVERY: Final = 1024  # goals listed between two looks at the clock


class _Side(Generic[S, A]):
    """One direction: how each state was reached (from which key, by which action, at what cost), and the last level."""

    def __init__(self, children: Callable[[S], Iterable[tuple[A, S, float]]]) -> None:
        self.children = children
        self.known: dict[Hashable, tuple[Hashable, Any, float]] = {}
        self.frontier: list[S] = []
        self.roots: dict[Hashable, S] = {}
        self.levels = 0

    def plant(self, state: S, key: Hashable) -> None:
        """Add a state to begin with."""
        if key not in self.known:
            self.known[key] = None, None, 0
            self.roots[key] = state
            self.frontier.append(state)

    def path(self, key: Hashable) -> tuple[list[A], float, S]:
        """Return the actions from a state back to the root of its tree, their cost, and the root."""
        actions, total = [], 0.0
        while key not in self.roots:
            key, action, cost = self.known[key]
            actions.append(action)
            total += cost
        return actions, total, self.roots[key]


def explore(task: Task[S, A]) -> Outcome[S, A]:
    """Take levels from both sides until they meet. Raises UsageError for a space that cannot be walked backwards."""
    space = task.space
    if not isinstance(space, Reversible):
        raise UsageError("this search needs a space that lists its goals and can be walked backwards")
    forward, backward = _Side[S, A](space.successors), _Side[S, A](space.predecessors)
    for state in space.initial():
        forward.plant(state, space.key(state))
    meeting = None
    for number, state in enumerate(space.goal_states()):
        backward.plant(state, key := space.key(state))
        meeting = key if meeting is None and key in forward.known else meeting
        if number % LOOK_EVERY == 0 and (stop := task.meter.overdue()) is not None:
            return stop
    while meeting is None and forward.frontier and backward.frontier:
        is_forward = len(forward.frontier) <= len(backward.frontier)
        mine, other = (forward, backward) if is_forward else (backward, forward)
        meeting = _take_level(task, mine, other)
        if isinstance(meeting, Stopped):
            return meeting
    return Exhausted() if meeting is None else _joined(task, forward, backward, meeting)


def _take_level(task: Task[S, A], mine: _Side[S, A], other: _Side[S, A]) -> Hashable | Stopped | None:
    """Expand the last level of a side; return the key of the first state that the other side knows."""
    meter, statistics, name = task.meter, task.meter.statistics, task.space.key
    level, mine.frontier = mine.frontier, []
    mine.levels += 1
    statistics.depth = mine.levels + other.levels
    for done, state in enumerate(level):
        waiting = len(level) - done + len(mine.frontier) + len(other.frontier)
        if (stop := meter.step(waiting, len(mine.known) + len(other.known))) is not None:
            return stop
        key = name(state)
        if meter.wants_weight():
            meter.weigh((state,), (key, (key, None, 0.0)))
        for action, child, cost in mine.children(state):
            statistics.generated += 1
            if (reached := name(child)) not in mine.known:
                mine.known[reached] = key, action, cost
                if reached in other.known:
                    return reached
                mine.frontier.append(child)
    return None


def _joined(task: Task[S, A], forward: _Side[S, A], backward: _Side[S, A], meeting: Hashable) -> Found[S, A]:
    """Join the two halves of the path. Raises InternalError if it ends at no goal."""
    before, spent, _ = forward.path(meeting)
    after, rest, goal = backward.path(meeting)
    if not task.space.is_goal(goal):
        raise InternalError("a goal that the space lists is none")
    return Found(goal, (*reversed(before), *after), spent + rest)


SEARCH: Final[Search] = Search(
    "breadth first from both ends: fewest steps first",
    explore,
    informed=False,
    minimises="steps",
    depth_first=False,
    both_ways=True,
)
