"""Heuristics that every planning task has, from its description alone.

    h-max         the cost of the most expensive goal if true facts stayed true, where an action costs what its most expensive
                  precondition costs, and its own cost
    goal-count    goals not yet reached

h-max is admissible and consistent. goal-count is both where no action reaches more goals than it costs, which is read off the task.
Reference: Bonet and Geffner 2001, "Planning as heuristic search".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hashicnf.core.statespace import DEAD_END, Heuristic
from hashicnf.planning.task import State, Task, bits


class _Way(NamedTuple):
    needs: State
    adds: State
    cost: float


def of_task(task: Task) -> tuple[Heuristic[State], ...]:
    """Make the heuristics of a task."""
    counts = _counts_admissibly(task)
    return (
        Heuristic(
            "h-max",
            _h_max(task),
            True,
            True,
            "cost of the most expensive goal if nothing that is true ever became false",
        ),
        Heuristic("goal-count", _goal_count(task), counts, counts, "goals not yet reached"),
    )


def _goal_count(task: Task) -> Callable[[State], float]:
    goals = [bits(group) for group in task.goal]
    return lambda state: sum(not state & goal for goal in goals)


def _counts_admissibly(task: Task) -> bool:
    """Return whether no action reaches more goals than it costs."""
    for action in task.actions:
        added = {fact for effect in action.all_effects for fact in effect.adds}
        if sum(not added.isdisjoint(group) for group in task.goal) > action.cost:
            return False
    return True


def _h_max(task: Task) -> Callable[[State], float]:
    goals = [bits(group) for group in task.goal]
    ways = [
        _Way(bits((*action.needs, *effect.when)), bits(effect.adds), action.cost)
        for action in task.actions
        for effect in action.all_effects
        if effect.adds
    ]

    def estimate(state: State) -> float:
        known, at, left = state, 0.0, ways
        waiting: dict[float, State] = {}
        while True:
            if all(known & goal for goal in goals):
                return at
            for way in left:
                if known & way.needs == way.needs:
                    waiting[at + way.cost] = waiting.get(at + way.cost, 0) | way.adds
            left = [way for way in left if known & way.needs != way.needs]
            while waiting:
                at = min(waiting)
                new = waiting.pop(at) & ~known
                if new:
                    known |= new
                    break
            else:
                return DEAD_END

    return estimate
