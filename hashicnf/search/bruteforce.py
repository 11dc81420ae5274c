"""Brute force: visit every state without successors and test whether it is a goal.

These *ends* are complete configurations, and all of them are tried in order. Other states are not tested; there is no estimate, no
pruning, and no memory of visited states. The other methods are tested against this one, and pruning is measured by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final, TypeVar

from hashicnf.search import Exhausted, Found, Outcome, Search, Task

S = TypeVar("S")
A = TypeVar("A")


def explore(task: Task[S, A]) -> Outcome[S, A]:
    """Try all ends, depth first. Requires: a space without cycles."""
    space, meter, watcher = task.space, task.meter, task.watcher
    statistics = meter.statistics
    roots: Iterator[Any] = ((None, state, 0) for state in space.initial())
    stack: list[tuple[Any, Any, float, Iterator[Any]]] = [(None, None, 0, roots)]
    while stack:
        _, above, before, children = stack[-1]
        for action, state, cost in children:
            if (stop := meter.step(len(stack))) is not None:
                return stop
            statistics.generated += len(stack) > 1
            below = iter(space.successors(state))
            first = next(below, None)
            if first is not None:
                statistics.depth = max(statistics.depth, len(stack))
                stack.append((action, state, before + cost, chain((first,), below)))
                break
            if space.is_goal(state):
                path = [entry[0] for entry in stack[2:]] + [action] * (len(stack) > 1)
                return Found(state, tuple(path), before + cost)
            if watcher is not None:
                watcher.step_back(state)
        else:
            if watcher is not None and len(stack) > 1:
                watcher.step_back(above)
            stack.pop()
    return Exhausted()


SEARCH: Final[Search] = Search(
    "brute force: checks every complete configuration",
    explore,
    informed=False,
    minimises=None,
    depth_first=True,
    constructive_only=True,
    usual_name="brute force",
)
