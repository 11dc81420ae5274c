"""Refute a planning puzzle beside a method that can only find plans: look at every state that can be reached.

A formula with a horizon says nothing of longer plans, so raising the horizon of a puzzle without a plan would never end. This
search gets a share of the time, and ends it where the states are few.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Hashable
from dataclasses import replace
from typing import Final

from hashicnf.core.planning import State, Task
from hashicnf.core.taskspace import TaskSpace

SHARE: Final = 0.1  # of the time spent otherwise
LEAST_SECONDS: Final = 0.02
MOST_STATES: Final = 200_000
MOST_BITS: Final = 1 << 29  # of the masks of a task: 64 MB
AT_ONCE: Final = 64  # states between two looks at the clock
ALL_STATES: Final = "a search of all states"  # printed instead of a solver


class Refuter:
    """A breadth-first search of the states of a task, a piece at a time."""

    def __init__(self, task: Task) -> None:
        """Begin at the start, unless the masks of the actions would be too large."""
        self._began, self._spent = time.perf_counter(), 0.0
        self._is_over = len(task.facts) * sum(3 + 3 * len(one.effects) for one in task.actions) > MOST_BITS
        self._space = TaskSpace(replace(task, actions=()) if self._is_over else task)
        self._waiting: deque[State] = deque(self._space.initial())
        self._seen: set[Hashable] = {*map(self._space.key, self._waiting)}

    @property
    def states(self) -> int:
        """Count the states seen so far."""
        return len(self._seen)

    def refutes(self) -> bool:
        """Search on for a share of the time since the beginning; return whether all states were seen, and none is a goal."""
        start = time.perf_counter()
        share = max(LEAST_SECONDS, SHARE * (start - self._began)) - self._spent
        while self._waiting and not self._is_over and time.perf_counter() - start < share:
            for _ in range(min(AT_ONCE, len(self._waiting))):
                self._expand(self._waiting.popleft())
            self._is_over = self._is_over or len(self._seen) > MOST_STATES
        self._spent += time.perf_counter() - start
        return not self._waiting and not self._is_over

    def _expand(self, state: State) -> None:
        if self._space.is_goal(state):
            self._is_over = True
            return
        for _, child, _ in self._space.successors(state):
            if (key := self._space.key(child)) not in self._seen:
                self._seen.add(key)
                self._waiting.append(child)
