"""Compare a heuristic with the true distances: enumerate the states of a small space and search back from its goals.

Every state that can be reached is expanded once, goals included. The true remaining cost h* follows from the arcs alone, by
relaxing all of them until nothing changes. A state is *inadmissible* if its estimate exceeds h*; an arc is *inconsistent* if the
estimate drops by more than the arc costs. An estimate at a goal must be 0, so a goal with another one is inadmissible. Reference:
Bellman 1958, "On a routing problem".
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable
from dataclasses import asdict
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.limits import Limits, Meter
from hashicnf.core.progress import Progress
from hashicnf.core.statespace import DEAD_END, Heuristic, Searchable
from hashicnf.errors import counted
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, Stopped
from hashicnf.records import record
from hashicnf.solving.methods import require_precheck
from hashicnf.solving.spaces import SearchProblem, find_heuristic

Floats: TypeAlias = NDArray[np.float64]
TOLERANCE: Final = 1e-9  # costs and estimates may be fractions


@record
class HeuristicReport:
    """The findings about a heuristic.

    ``states`` counts the reachable states, ``hopeless`` those that cannot reach a goal, ``arcs`` the steps between states.
    ``worst_excess`` is the most by which an estimate exceeds h*, ``worst_drop`` the most by which a drop along an arc exceeds its
    cost; means and ``farthest`` are over the states that can reach a goal, and None if there are none.
    """

    promised_admissible: bool
    promised_consistent: bool
    states: int
    hopeless: int
    goals: int
    arcs: int
    inadmissible: int
    worst_excess: float
    inconsistent: int
    worst_drop: float
    mean_estimate: float | None
    mean_distance: float | None
    farthest: float | None

    def __repr__(self) -> str:
        """Count states and broken properties in one line."""
        broken = f"{self.inadmissible:,} inadmissible, {counted(self.inconsistent, 'inconsistent arc')}"
        return f"<report: {counted(self.states, 'state')}, {broken}>"

    @property
    def is_admissible(self) -> bool:
        """Return whether no estimate exceeds the true distance."""
        return not self.inadmissible

    @property
    def is_consistent(self) -> bool:
        """Return whether no step lowers the estimate by more than it costs, and the estimate is 0 at goals."""
        return not self.inconsistent and not self.inadmissible

    @property
    def keeps_its_promises(self) -> bool:
        """Return whether the declared properties of the heuristic hold in this space."""
        return (self.is_admissible or not self.promised_admissible) and (
            self.is_consistent or not self.promised_consistent
        )


@record
class HeuristicCheck:
    """A heuristic, the space and the metric in which it was examined, and the report, or the reason why it ``stopped``.

    Without states in the report no search begins, since the puzzle is plainly unsolvable. The space ``has_all_solutions`` unless it
    leaves out states that could be goals.
    """

    heuristic: str
    space: str
    metric: str | None
    report: HeuristicReport | None
    stopped: Stopped | None = None
    has_all_solutions: bool = True

    def __repr__(self) -> str:
        """Return the outcome in one line."""
        metric = f", metric {self.metric}" if self.metric else ""
        return f"<check of {self.heuristic} in the space {self.space}{metric}: {self.status}>"

    @property
    def status(self) -> Literal["kept", "broken", "unknown"]:
        """Return whether the declared properties hold (``kept``) or not, in one word."""
        if self.report is None:
            return "unknown"
        return "kept" if self.report.keeps_its_promises else "broken"

    @property
    def is_refutation(self) -> bool:
        """Return whether the examined states prove that the puzzle is unsolvable."""
        found = self.report
        return found is not None and found.hopeless == found.states and (self.has_all_solutions or not found.states)

    def data(self) -> dict[str, object]:
        """Return the fields for JSON, in which no number is infinite: None; but not the reason why it stopped."""
        named = {"heuristic": self.heuristic, "space": self.space, "metric": self.metric, "status": self.status}
        if self.report is None:
            return {**named}
        holds = {"admissible": self.report.is_admissible, "consistent": self.report.is_consistent}
        figures = {name: None if value == DEAD_END else value for name, value in asdict(self.report).items()}
        return {**named, **figures, **holds}


@record
class _Explored:
    """States with their estimates, bool[s] goals, and arcs from ``source`` to ``target`` at a cost."""

    estimate: Floats
    is_goal: NDArray[np.bool_]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    cost: Floats


def check(
    puzzle: Puzzle,
    heuristic: str,
    space: str | None,
    metric: str | None,
    limits: Limits,
    progress: Progress | None = None,
    *,
    precheck: bool = True,
) -> tuple[HeuristicCheck, ...]:
    """Examine a heuristic in one metric, or in each if None is given, in a space, by default the first that has the heuristic.

    With ``precheck`` no state is examined if a search would not begin. Raises UsageError for names that do not apply, and without
    precheck if the family has none.
    """
    require_precheck(puzzle, precheck=precheck)
    planning = puzzle.rules.planning
    begins = not precheck or planning is None or puzzle.impossible is None
    metrics = [metric] if metric is not None or planning is None else [*planning.metrics]
    problems = [find_heuristic(puzzle, heuristic, space, name) for name in metrics]
    return tuple(_checked(problem, limits, progress, begins=begins) for problem in problems)


def _checked(problem: SearchProblem, limits: Limits, progress: Progress | None, *, begins: bool) -> HeuristicCheck:
    found = examine(problem.searchable, problem.heuristic, limits, progress, begins=begins)
    named = problem.heuristic.name, problem.name, problem.searchable.metric
    report, stopped = (None, found) if isinstance(found, Stopped) else (found, None)
    return HeuristicCheck(*named, report, stopped, not problem.searchable.claim.restricted)


def examine(
    searchable: Searchable[Any],
    heuristic: Heuristic[Any],
    limits: Limits,
    progress: Progress | None = None,
    *,
    begins: bool = True,
) -> HeuristicReport | Stopped:
    """Compare a heuristic with the true distances, within the limits; unless ``begins``, there are no initial states."""
    try:
        initial = searchable.space.initial() if begins else ()
        explored = _explore(searchable, heuristic, initial, limits, progress)
        return explored if isinstance(explored, Stopped) else _report(explored, heuristic)
    except KeyboardInterrupt:
        return INTERRUPTED


def _explore(
    searchable: Searchable[Any],
    heuristic: Heuristic[Any],
    initial: Iterable[Any],
    limits: Limits,
    progress: Progress | None,
) -> _Explored | Stopped:
    """Expand every state that can be reached from the initial ones."""
    space, meter = searchable.space, Meter(limits, progress)
    number: dict[Hashable, int] = {}
    states: list[Any] = []
    for state in initial:
        if number.setdefault(space.key(state), len(states)) == len(states):
            states.append(state)
    estimate, cost = array("d"), array("d")
    source, target = array("i"), array("i")
    is_goal = bytearray()
    for index, state in enumerate(states):  # the list grows meanwhile
        if (stop := meter.step(len(states) - index, index)) is not None:
            return stop
        estimate.append(heuristic.estimate(state))
        is_goal.append(space.is_goal(state))
        if meter.wants_weight():
            meter.weigh((state, index), space.key(state))
        for _, child, price in space.successors(state):
            at = number.setdefault(space.key(child), len(states))
            if at == len(states):
                states.append(child)
            source.append(index)
            target.append(at)
            cost.append(price)
    goals = np.frombuffer(bytes(is_goal), dtype=np.bool_)
    return _Explored(np.array(estimate), goals, _ints(source), _ints(target), np.array(cost))


def _ints(numbers: array[int]) -> NDArray[np.int32]:
    return np.array(numbers, dtype=np.int32)


def _distances(explored: _Explored) -> Floats:
    """Return the least cost from each state to a goal, infinite where there is no path."""
    distance = np.where(explored.is_goal, 0.0, DEAD_END)
    while True:
        nearer = distance.copy()
        np.minimum.at(nearer, explored.source, distance[explored.target] + explored.cost)
        if np.array_equal(nearer, distance):
            return distance
        distance = nearer


def _report(explored: _Explored, heuristic: Heuristic[Any]) -> HeuristicReport:
    distance, estimate = _distances(explored), explored.estimate
    alive = np.isfinite(distance)
    excess = estimate[alive] - distance[alive]
    drop = np.zeros(len(explored.source))
    counts = np.isfinite(estimate[explored.target])  # an arc into a dead end cannot be inconsistent
    drop[counts] = (estimate[explored.source] - explored.cost)[counts] - estimate[explored.target][counts]
    known = np.isfinite(estimate) & alive
    return HeuristicReport(
        heuristic.admissible,
        heuristic.consistent,
        states=len(estimate),
        hopeless=int((~alive).sum()),
        goals=int(explored.is_goal.sum()),
        arcs=len(explored.source),
        inadmissible=int((excess > TOLERANCE).sum()),
        worst_excess=float(max(0.0, excess.max(initial=0.0))),
        inconsistent=int((drop > TOLERANCE).sum()),
        worst_drop=float(max(0.0, drop.max(initial=0.0))),
        mean_estimate=float(estimate[known].mean()) if known.any() else None,
        mean_distance=float(distance[alive].mean()) if alive.any() else None,
        farthest=float(distance[alive].max()) if alive.any() else None,
    )
