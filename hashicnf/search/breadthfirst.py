"""Breadth-first search: level by level, with all states in memory; finds a path of fewest steps.

Reference: Moore 1959, "The shortest path through a maze".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import Any, Final, TypeVar

from hashicnf.search import KNOWN, Exhausted, Found, Outcome, Search, Task
from hashicnf.search._openlist import Link, path_of

S = TypeVar("S")
A = TypeVar("A")


def explore(task: Task[S, A]) -> Outcome[S, A]:
    """Expand the states in the order in which they were first reached."""
    space, meter = task.space, task.meter
    statistics = meter.statistics
    seen: set[Hashable] = set()
    queue: deque[tuple[Any, float, int, Link]] = deque()
    for state in space.initial():
        if (key := space.key(state)) not in seen:
            seen.add(key)
            queue.append((state, 0, 0, None))
    while queue:
        if (stop := meter.step(len(queue), len(seen) - len(queue))) is not None:
            return stop
        state, g, depth, link = queue.popleft()
        statistics.depth = depth
        if space.is_goal(state):
            statistics.open -= 1
            return Found(state, path_of(link), g)
        if meter.wants_weight():
            key = space.key(state)
            meter.weigh((state, g, depth, (None, 0), key), key)  # the key of an open state is in ``seen``, too
        for action, child, cost in space.successors(state):
            statistics.generated += 1
            if (key := space.key(child)) not in seen:
                seen.add(key)
                queue.append((child, g + cost, depth + 1, (link, action)))
            elif task.watcher is not None:
                task.watcher.skip(child, KNOWN)
    meter.exhaust(len(seen))
    return Exhausted()


SEARCH: Final[Search] = Search(
    "breadth first: fewest steps first",
    explore,
    informed=False,
    minimises="steps",
    depth_first=False,
    usual_name="breadth-first search",
    is_queue=True,
)
