"""Bidirectional breadth-first search: level by level from the start and backwards from the goals, until the two meet.

The side with the smaller frontier expands its next level. The first state that both sides have reached lies on a path of fewest
steps. If there are several goals, the backward side begins at all of them at once, even at those that no path leads to; the
search pays where goals are few and the space is much larger than both halves.
Reference: Pohl 1971, "Bi-directional search".
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Final, Generic, TypeVar

from hashicnf.core.limits import Meter
from hashicnf.core.statespace import Reversible, StateSpace
from hashicnf.errors import InternalError, UsageError
from hashicnf.logic import Stopped
from hashicnf.search import KNOWN, Exhausted, Found, Outcome, Search, Task

S = TypeVar("S")
A = TypeVar("A")
NO_WAY_ON: Final = "every state that the start leads to was expanded"
NO_WAY_BACK: Final = "every state that leads to a goal was expanded"
LOOK_EVERY: Final = 1024  # goals, or attempts to find one, between two checks of the limits


class _Side(Generic[S, A]):
    """One direction; by key of each state reached: the key of the state before it, the action, its cost, and the state."""

    def __init__(self, children: Callable[[S], Iterable[tuple[A, S, float]]], dry: str) -> None:
        self.children, self.dry = children, dry  # the reason that there is no goal if the frontier is empty
        self.known: dict[Hashable, tuple[Hashable, A | None, float, S]] = {}
        self.frontier: list[S] = []
        self.levels = 0

    def plant(self, state: S, key: Hashable) -> None:
        """Add an initial state of this direction."""
        if key not in self.known:
            self.known[key] = None, None, 0, state
            self.frontier.append(state)

    def keys(self, key: Hashable) -> Iterator[Hashable]:
        """Yield the key of a state and of the states before it, back to an initial one."""
        yield key
        while (before := self.known[key])[1] is not None:
            key = before[0]
            yield key


def explore(task: Task[S, A]) -> Outcome[S, A]:
    """Expand levels of both sides until they meet. Raises UsageError for a space that is not ``Reversible``."""
    space = task.space
    if not isinstance(space, Reversible):
        raise UsageError("this search needs a space that lists its goals and can be walked backwards")
    forward, backward = _Side[S, A](space.successors, NO_WAY_ON), _Side[S, A](space.predecessors, NO_WAY_BACK)
    for state in space.initial():
        forward.plant(state, space.key(state))
    meeting = _plant_goals(task, space.goal_states(), forward, backward)
    if isinstance(meeting, Stopped):
        return meeting
    while meeting is None and forward.frontier and backward.frontier:
        is_forward = len(forward.frontier) <= len(backward.frontier)
        mine, other = (forward, backward) if is_forward else (backward, forward)
        meeting = _take_level(task, mine, other)
        if isinstance(meeting, Stopped):
            return meeting
    if meeting is None:
        task.meter.exhaust(*_lengths(forward, backward))
        return Exhausted(backward.dry if forward.frontier else forward.dry)
    return _joined(task, forward, backward, meeting)


def _lengths(forward: _Side[S, A], backward: _Side[S, A]) -> tuple[int, int]:
    """Count the states in the lists of both sides, and those of them that are open."""
    return len(forward.known) + len(backward.known), len(forward.frontier) + len(backward.frontier)


def _plant_goals(
    task: Task[S, A], goals: Iterable[S | None], forward: _Side[S, A], backward: _Side[S, A]
) -> Hashable | Stopped | None:
    """Add all goals to the backward side; return the key of the first that is an initial state, None if there is none."""
    meeting = None
    for number, goal in enumerate(goals):
        if number % LOOK_EVERY == 0 and (stop := task.meter.look(len(backward.frontier))) is not None:
            return stop
        if goal is not None:
            key = task.space.key(goal)
            if not backward.known:
                _weigh(task.meter, goal, key)
            backward.plant(goal, key)
            meeting = key if meeting is None and key in forward.known else meeting
    return meeting


def _weigh(meter: Meter, state: S, key: Hashable) -> None:
    """Weigh an entry of ``known``, without the key before it, which is that of another entry."""
    entry = key, None, 0.0, state
    meter.weigh((state, entry), entry)  # an open state is in ``known``, too


def _take_level(task: Task[S, A], mine: _Side[S, A], other: _Side[S, A]) -> Hashable | Stopped | None:
    """Expand the frontier of a side; return the key of the first state that the other side has reached, None if there is none."""
    meter, statistics, name = task.meter, task.meter.statistics, task.space.key
    level, mine.frontier = mine.frontier, []
    mine.levels += 1
    for done, state in enumerate(level):
        waiting = len(level) - done + len(mine.frontier) + len(other.frontier)
        if (stop := meter.step(waiting, len(mine.known) + len(other.known) - waiting)) is not None:
            return stop
        key = name(state)
        if meter.wants_weight():
            _weigh(meter, state, key)
        for action, child, cost in mine.children(state):
            statistics.generated += 1
            if (reached := name(child)) not in mine.known:
                mine.known[reached] = key, action, cost, child
                statistics.depth = mine.levels + other.levels
                if reached in other.known:
                    _count_met(meter, mine, other, level[done + 1 :])
                    if task.watcher is not None:
                        task.watcher.meet(child, other.known[reached][3])
                    return reached
                mine.frontier.append(child)
            elif task.watcher is not None:
                task.watcher.skip(child, KNOWN)
    return None


def _count_met(meter: Meter, mine: _Side[S, A], other: _Side[S, A], rest: list[S]) -> None:
    """Record the lists where the sides meet, with the ``rest`` of the level; like a goal, the common state is in neither now."""
    mine.frontier += rest
    known, waiting = _lengths(mine, other)
    meter.statistics.kept = max(meter.statistics.kept, known)
    meter.exhaust(known - 2, waiting - 1)


def _joined(task: Task[S, A], forward: _Side[S, A], backward: _Side[S, A], meeting: Hashable) -> Found[S, A]:
    """Return the whole path; its second half is rebuilt from the successors of its states.

    Raises InternalError where predecessors and successors, or goals and the goal test, contradict each other.
    """
    space = task.space
    follow = partial(_followed, space) if task.watcher is None else task.watcher.follow
    first = [forward.known[key] for key in forward.keys(meeting)]
    actions = [action for _, action, _, _ in reversed(first) if action is not None]
    total, state = sum(cost for _, _, cost, _ in first), first[0][3]
    for key in islice(backward.keys(meeting), 1, None):
        if (step := follow(state, key)) is None:
            raise InternalError("a step that the space takes backwards cannot be taken forwards")
        action, state, cost = step
        actions.append(action)
        total += cost
    if not space.is_goal(state):
        raise InternalError("a goal that the space lists is none")
    return Found(state, tuple(actions), total)


def _followed(space: StateSpace[S, A], state: S, key: Hashable) -> tuple[A, S, float] | None:
    """Return the step from a state to the state with this key: action, state, cost; None if there is none."""
    return next((step for step in space.successors(state) if space.key(step[1]) == key), None)


SEARCH: Final[Search] = Search(
    "breadth first from both ends: fewest steps first",
    explore,
    informed=False,
    minimises="steps",
    depth_first=False,
    both_ways=True,
    usual_name="breadth-first search from both ends",
)
