"""Refute a planning puzzle by a search of all reachable states, beside a method that can only find plans.

Unsatisfiability of a formula with a horizon does not exclude longer plans, so raising the horizon of a puzzle without a plan would
never end. This search gets a share of the time, and refutes such a puzzle if it has few states.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Hashable
from dataclasses import replace
from typing import Final

from hashicnf.planning.space import TaskSpace
from hashicnf.planning.task import State, Task

SHARE: Final = 0.1  # share of the time of the other method
LEAST_SECONDS: Final = 0.02
MOST_STATES: Final = 200_000
MOST_BITS: Final = 1 << 29  # bits of the masks of a task: 64 MB
AT_ONCE: Final = 64  # states between two checks of the time
ALL_STATES: Final = "a search of all states"  # printed instead of the name of a solver


class Refuter:
    """A breadth-first search of the states of a task, a piece at a time."""

    def __init__(self, task: Task) -> None:
        """Start with the initial states; without states to search if the masks of the actions would be too large."""
        self._began, self._spent = time.perf_counter(), 0.0
        self._is_over = len(task.facts) * sum(3 + 3 * len(one.effects) for one in task.actions) > MOST_BITS
        self._space = TaskSpace(replace(task, actions=()) if self._is_over else task)
        self._waiting: deque[State] = deque(self._space.initial())
        self._seen: set[Hashable] = {*map(self._space.key, self._waiting)}

    @property
    def states(self) -> int:
        """Return the number of states reached so far."""
        return len(self._seen)

    def refutes(self) -> bool:
        """Continue for a share of the time since the beginning; return whether all states have been reached and none is a goal."""
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
