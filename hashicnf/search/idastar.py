"""IDA*: depth-first searches that stay below a bound on f = g + h, which rises to the least f that was cut off.

With an admissible h the first goal found is a cheapest one, as with A*, but memory grows with depth alone: only the current path
is stored. In return, states reached by several paths are searched again, and every round repeats the ones before it. Where f is
constant along all paths to goals there is one round, and IDA* is depth-first search.
A space in arrays (``Batches``) is searched thousands of nodes at a time, under the same bounds. An estimate that exceeds the true
cost may lead straight to a deep goal, while arrays would generate many nodes that are not needed: so with such an estimate the
first nodes are expanded one by one. Reference: Korf 1985, "Depth-first iterative-deepening: an optimal admissible tree search".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeVar

from hashicnf.core.statespace import DEAD_END
from hashicnf.logic import Stopped
from hashicnf.search import HOPELESS, NOTHING_ABOVE, Exhausted, Outcome, Search, Task
from hashicnf.search._depthfirst import dive, least_estimate
from hashicnf.trace.steps import Skip

S = TypeVar("S")
A = TypeVar("A")
ABOVE: Final = Skip("f is above the bound", "above")
FEW: Final = 5_000  # nodes


def explore(task: Task[S, A]) -> Outcome[S, A]:
    """Raise the bound until a goal is found or nothing was cut off."""
    if task.batches is None:
        return _deepen(task)
    if task.is_guess:
        is_short = task.meter.nodes_left <= FEW
        outcome = _deepen(replace(task, meter=task.meter.briefly(FEW)))
        if is_short or not (isinstance(outcome, Stopped) and outcome.kind == "nodes"):
            return outcome
        task.meter.begin_again()
    from hashicnf.search._batches import deepen

    return deepen(task, task.batches())


def _deepen(task: Task[S, A]) -> Outcome[S, A]:
    """Run IDA* node by node."""
    estimate, statistics = task.estimate, task.meter.statistics
    if (bound := least_estimate(task)) == DEAD_END:
        return Exhausted()
    while bound < DEAD_END:
        statistics.begin_round(bound)
        if task.watcher is not None:
            task.watcher.begin_round(statistics.rounds, "f", bound)
        over = DEAD_END

        def refusal(state: S, g: float, _: int, bound: float = bound) -> Skip | None:
            nonlocal over
            f = g + estimate(state)
            if f <= bound:
                return None
            over = min(over, f)
            return ABOVE if f < DEAD_END else HOPELESS

        outcome = dive(task, refusal)
        if not isinstance(outcome, Exhausted):
            return outcome
        bound = over
    return Exhausted(NOTHING_ABOVE)


SEARCH: Final[Search] = Search(
    "IDA*: depth first under a rising bound on g + h",
    explore,
    informed=True,
    minimises="cost",
    depth_first=True,
    usual_name="IDA*",
    first_bound="the f of the start",
)
