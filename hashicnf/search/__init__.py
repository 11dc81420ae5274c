"""Search algorithms: each finds a way from an initial state of a space to a goal, and knows no puzzle.

An algorithm is a module here that ends with ``SEARCH``. It sees a ``Task``: the space, an estimate, a meter that tells it when to
stop, and nothing else. Traces, clocks and Ctrl-C are taken care of around it, in ``Search.run``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from hashicnf.core.limits import INTERRUPTED, Limits, Meter, Progress
from hashicnf.core.statespace import ZERO, Estimate, Heuristic, StateSpace
from hashicnf.errors import no_such
from hashicnf.registry import Registry
from hashicnf.search._outcome import Exhausted, Found, Outcome, Result
from hashicnf.search._tracing import Traced, announce
from hashicnf.trace import SILENT, Tracer

S = TypeVar("S")
A = TypeVar("A")

TieBreak: TypeAlias = Literal["deepest", "fifo", "lifo", "shallowest"]
TIE_BREAKS: Final[Mapping[TieBreak, str]] = {
    "deepest": "the node with most steps behind it, then the youngest",
    "fifo": "the oldest node",
    "lifo": "the youngest node",
    "shallowest": "the node with fewest steps behind it, then the oldest",
}


@dataclass(frozen=True, slots=True)
class Task(Generic[S, A]):
    """What an algorithm sees."""

    space: StateSpace[S, A]
    estimate: Estimate[S]
    meter: Meter
    tie_break: TieBreak = "deepest"


@dataclass(frozen=True, slots=True)
class Search:
    """An algorithm and what it promises.

    ``informed``: it uses the heuristic. ``optimal``: it finds a cheapest path where the heuristic is admissible.
    ``depth_first``: it takes the children of a node one by one, so that the end of the children is a step back.
    """

    title: str
    explore: Callable[[Task[Any, Any]], Outcome[Any, Any]]
    informed: bool = field(kw_only=True)
    optimal: bool = field(kw_only=True)
    depth_first: bool = field(kw_only=True)

    def run(
        self,
        space: StateSpace[S, A],
        heuristic: Heuristic[S] | None = None,
        limits: Limits | None = None,
        *,
        tie_break: TieBreak = "deepest",
        tracer: Tracer = SILENT,
        progress: Progress | None = None,
    ) -> Result[S, A]:
        """Search within the limits; Ctrl-C ends the search and leaves its figures.

        ``tie_break`` orders open nodes of equal f, where there is an open list. Raises UsageError for an unknown one.
        """
        if tie_break not in TIE_BREAKS:
            raise no_such("tie-break", tie_break, TIE_BREAKS)
        meter = Meter(limits or Limits(), progress)
        estimate: Estimate[S] = ZERO.estimate if heuristic is None else heuristic.estimate
        outcome: Outcome[S, A]
        try:
            if tracer.active:
                traced = Traced(space, tracer, steps_back=self.depth_first)
                outcome = traced.bare(self.explore(Task(traced, traced.lift(estimate), meter, tie_break)))
            else:
                outcome = self.explore(Task(space, estimate, meter, tie_break))
        except KeyboardInterrupt:
            outcome = INTERRUPTED
        result = Result(outcome, meter.finish())
        if tracer.active:
            announce(tracer, result)
        return result

    def finds_cheapest(self, heuristic: Heuristic[S]) -> bool:
        """Tell whether the path found is certainly a cheapest one."""
        return self.optimal and (heuristic.admissible or not self.informed)


__all__ = ["TIE_BREAKS", "Exhausted", "Found", "Outcome", "Result", "Search", "Task", "TieBreak"]


SEARCHES: Final[Registry[Search]] = Registry("hashicnf.search", "SEARCH", "search algorithm", "Search")
