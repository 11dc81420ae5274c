"""Search algorithms: each finds a path from an initial state of any ``StateSpace`` to a goal.

An algorithm is a module in this package that ends with ``SEARCH``. Its input is a ``Task``: the space, an estimate, and a meter
that decides when to stop. Traces, clocks and Ctrl-C are handled outside the algorithms, in ``Search.run``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from hashicnf.core.limits import NO_LIMITS, Limits, Meter
from hashicnf.core.progress import Progress
from hashicnf.core.searchfigures import SearchFigures
from hashicnf.core.statespace import ZERO, Batches, Estimate, Heuristic, StateSpace
from hashicnf.errors import no_such
from hashicnf.logic import INTERRUPTED, Stopped
from hashicnf.records import record
from hashicnf.registry import Registry, returned
from hashicnf.search._checking import fault_of, require_path
from hashicnf.search._tracing import ROOT, OrdersBy, Traced, Watcher
from hashicnf.trace import SILENT, Tracer
from hashicnf.trace.steps import End, Record, Skip

S = TypeVar("S")
A = TypeVar("A")
HOPELESS: Final = Skip("no goal can be reached from here, by the estimate", "hopeless")
EVERY_WAY: Final = "every way was tried"  # the reason of ``Exhausted`` in texts where it has none of its own
NOTHING_ABOVE: Final = "no node was above the bound, so every path was tried"
KNOWN: Final = Skip("this state was reached before", "known")

TieBreak: TypeAlias = Literal["deepest", "fifo", "lifo", "shallowest"]
TIE_BREAKS: Final[Mapping[TieBreak, str]] = {
    "deepest": "the deepest node; among those, as lifo",
    "fifo": "the oldest node",
    "lifo": "the children of the node expanded last, the first of them first",
    "shallowest": "the node with fewest steps from the start, then the oldest",
}


@record
class Found(Generic[S, A]):
    """A goal, the actions that lead to it from an initial state, and their cost."""

    goal: S
    path: tuple[A, ...]
    cost: float


@record
class Exhausted:
    """No goal can be reached: ``reason`` explains why the search is complete, "" where no node is left open."""

    reason: str = field(default="", compare=False)


Outcome: TypeAlias = Found[S, A] | Exhausted | Stopped


@record
class Result(Generic[S, A]):
    """The end of a search, and its figures."""

    outcome: Outcome[S, A]
    statistics: SearchFigures


@record
class Task(Generic[S, A]):
    """The input of an algorithm; ``batches`` is the same space in arrays with the heuristic.

    ``is_guess``: the heuristic may exceed the true cost. ``watcher``, if the search is traced, is called with the events that only
    the algorithm knows, such as rounds, and nodes that it does not enter.
    """

    space: StateSpace[S, A]
    estimate: Estimate[S]
    meter: Meter
    tie_break: TieBreak = "deepest"
    batches: Callable[[], Batches[S, A]] | None = None
    watcher: Watcher[S, A] | None = None
    is_guess: bool = False


@record
class Search:
    """An algorithm, its guarantees and its requirements.

    ``informed``: it uses the heuristic. ``minimises``: the path found has the least cost, or the fewest steps, if the heuristic is
    admissible; None for no guarantee. ``depth_first``: it takes the children of a node one by one, and steps back after the last.
    ``constructive_only``: it tests for goals only where paths end, so it needs a space whose paths build solutions up (see
    ``Searchable``). ``both_ways``: it searches from the goals too, so it needs a ``Reversible`` space. ``limits_depth``: it keeps a
    limit of steps (``Meter.max_depth``). ``has_open_list``: it always expands the open node of least value (see ``orders_by``), by
    the tie-break of the task. ``heuristic`` is the name of the default heuristic, "" for the first of the space.

    For traces in sentences: ``usual_name`` is its name there, "" for that of its module. ``is_queue``: it expands nodes in the
    order in which it reached them. ``first_bound`` describes the bound of its first round, such as "the f of the start".
    """

    title: str
    explore: Callable[[Task[Any, Any]], Outcome[Any, Any]]
    informed: bool = field(kw_only=True)
    minimises: Literal["cost", "steps"] | None = field(kw_only=True)
    depth_first: bool = field(kw_only=True)
    constructive_only: bool = field(kw_only=True, default=False)
    both_ways: bool = field(kw_only=True, default=False)
    limits_depth: bool = field(kw_only=True, default=False)
    has_open_list: bool = field(kw_only=True, default=False)
    heuristic: str = field(kw_only=True, default="")
    usual_name: str = field(kw_only=True, default="")
    is_queue: bool = field(kw_only=True, default=False)
    first_bound: str = field(kw_only=True, default="")

    @property
    def takes_weight(self) -> bool:
        """Return whether a weight of the heuristic changes the order in which nodes are expanded."""
        return self.orders_by == "f"

    @property
    def orders_by(self) -> OrdersBy:
        """Return the value that orders nodes: "f" (cost so far plus estimate), "h" (the estimate alone), or "" for neither."""
        if not self.informed or self.minimises == "steps":
            return ""
        return "f" if self.minimises == "cost" else "h"

    def run(
        self,
        space: StateSpace[S, A],
        heuristic: Heuristic[S] | None = None,
        limits: Limits = NO_LIMITS,
        *,
        tie_break: TieBreak = "deepest",
        tracer: Tracer = SILENT,
        progress: Progress | None = None,
        offset: float = 0,
    ) -> Result[S, A]:
        """Search within the limits; Ctrl-C ends the search, and its figures so far are returned.

        ``tie_break`` orders open nodes of equal f, where there is an open list. ``offset`` is the cost of the initial states, which
        every reported f includes. Raises UsageError for an unknown tie-break.
        """
        if tie_break not in TIE_BREAKS:
            raise no_such("tie-break", tie_break, TIE_BREAKS)
        beyond = offset if self.orders_by == "f" else 0
        show = progress and (lambda figures: progress(figures.beyond(beyond)))
        meter = Meter(limits, show, has_lists=not self.depth_first)
        estimate: Estimate[S] = ZERO.estimate if heuristic is None else heuristic.estimate
        outcome: Outcome[S, A]
        try:
            if tracer.active:
                traced = Traced(
                    space, tracer, estimate, orders_by=self.orders_by, depth_first=self.depth_first, offset=beyond
                )
                placed = self._explore(Task(traced, traced.lift(estimate), meter, tie_break, watcher=traced))
                outcome = replace(placed, goal=traced.bare(placed.goal)) if isinstance(placed, Found) else placed
            else:
                batches = None if heuristic is None else heuristic.batches
                is_guess = heuristic is not None and not heuristic.admissible
                outcome = self._explore(Task(space, estimate, meter, tie_break, batches, is_guess=is_guess))
        except KeyboardInterrupt:
            outcome = INTERRUPTED
        if isinstance(outcome, Found):
            require_path(outcome, self.explore, space, heuristic)
        result = Result(outcome, meter.finish().beyond(beyond))
        if tracer.active:
            tracer.emit(Record(0, ROOT, _end(result)))
        return result

    def _explore(self, task: Task[Any, Any]) -> Outcome[Any, Any]:
        """Run the algorithm. Raises PluginError if that of another package returns no outcome, or a goal that is no state."""
        return returned(
            self.explore(task),
            (Found, Exhausted, Stopped),
            self.explore,
            fault=lambda outcome: fault_of(outcome, task.space) if isinstance(outcome, Found) else "",
        )

    def doubt(self, heuristic: Heuristic[S], *, unit_costs: bool = False) -> str:
        """Return why the path found may not be a cheapest one, "" where it certainly is; ``unit_costs``: each step costs 1."""
        if self.minimises is None:
            return "the method does not minimise"
        if self.minimises == "steps" and not unit_costs:
            return "the method minimises steps, and their costs differ"
        return f"the heuristic {heuristic.name} is not admissible" if self.informed and not heuristic.admissible else ""


def _end(result: Result[Any, Any]) -> End:
    """Make the last record of a trace."""
    figures = result.statistics.counted()
    match result.outcome:
        case Found():
            return End("solved", "", figures)
        case Exhausted(reason=reason):
            return End("unsolvable", reason, figures)
        case Stopped(reason=reason):
            return End("stopped", reason, figures)


__all__ = ["TIE_BREAKS", "Exhausted", "Found", "Outcome", "Result", "Search", "Task", "TieBreak"]

# Names that no plug-in may take: methods that are no search, other names of searches. What a family names goes before them anyway.
TAKEN: Final = ("cdcl", "pysat", "sat", "dpll", "frontier", "bfs", "brute-force")
SEARCHES: Final[Registry[Search]] = Registry("hashicnf.search", "SEARCH", "search algorithm", "Search", TAKEN)
