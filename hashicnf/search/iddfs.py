"""Iterative deepening: depth-first searches under a limit of steps, which starts at the estimate and rises by one.

With steps of cost 1 and an estimate that never exceeds the true distance (0 will do) the first goal found is a nearest
one; an estimate that overestimates starts too deep, and then the first goal found may be far from the nearest.
Reference: Korf 1985, "Depth-first iterative-deepening: an optimal admissible tree search".
"""

from __future__ import annotations

from math import ceil
from typing import Final, TypeVar

from hashicnf.core.statespace import DEAD_END
from hashicnf.logic import Stopped
from hashicnf.search import Exhausted, Outcome, Search, Task
from hashicnf.search._depthfirst import dive, least_estimate

S = TypeVar("S")
A = TypeVar("A")
NOTHING_DEEPER: Final = "no node was beyond the limit of steps, so every path was tried"


def explore(task: Task[S, A]) -> Outcome[S, A]:
    """Raise the limit until a goal is found or the limit cut nothing off."""
    meter, statistics = task.meter, task.meter.statistics
    if (start := least_estimate(task)) == DEAD_END:
        return Exhausted()
    limit = min(ceil(start), meter.max_depth)
    while True:
        statistics.begin_round(limit)
        if task.watcher is not None:
            task.watcher.begin_round(statistics.rounds, "steps", limit)
        outcome = dive(task, limit=limit)
        if isinstance(outcome, Exhausted):
            return Exhausted(NOTHING_DEEPER)
        if not (isinstance(outcome, Stopped) and outcome.kind == "depth" and limit < meter.max_depth):
            return outcome
        limit += 1


SEARCH: Final[Search] = Search(
    "iterative deepening by steps",
    explore,
    informed=True,
    minimises="steps",
    depth_first=True,
    limits_depth=True,
    heuristic="zero",
    usual_name="iterative deepening",
    first_bound="the estimate of the start",
)
