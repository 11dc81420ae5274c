"""Solve a puzzle by a search in one of its spaces, with limits, progress and a trace.

Every solution passes the independent checker, whichever method found it. Options that a method cannot use are errors, not ignored.
"""

from __future__ import annotations

from typing import Any

from hashicnf.core.limits import Limits
from hashicnf.core.searchfigures import figures_of, whole
from hashicnf.core.statespace import Plan, Searchable, zero
from hashicnf.core.stats import Stats
from hashicnf.errors import GaveUp, UsageError, no_such
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, Solved, Stopped, Unknown, Unsat
from hashicnf.pipeline.answer import Answer, concluded
from hashicnf.registry import breach
from hashicnf.search import TIE_BREAKS, Exhausted, Found, Result, Search, TieBreak
from hashicnf.solving.request import FORMULAS_ALONE, Method, Request
from hashicnf.solving.spaces import FORMULA, SearchProblem, formula_space, search_problem, space_names
from hashicnf.solving.trace_start import begin_trace, compile_for_trace, concluding


def by_search(puzzle: Puzzle, method: Method, search: Search, request: Request) -> Answer:
    """Search the requested space, or that of the method. After Ctrl-C the answer has the figures so far.

    Raises UsageError for an option or name that does not apply.
    """
    run = _SearchRun(puzzle, method, search, request)
    try:
        return run.answer()
    except GaveUp as late:  # while the space was created
        return run.unknown(Stopped.by(late))
    except KeyboardInterrupt:  # before the search, or after it
        return run.unknown(INTERRUPTED)


class _SearchRun:
    """A puzzle while it is solved by a search."""

    def __init__(self, puzzle: Puzzle, method: Method, search: Search, request: Request) -> None:
        self._puzzle, self._method, self._request = puzzle, method, request
        self._search, self._deadline = search, request.deadline()
        self._stats = Stats(method.name, "", "", puzzle.size, method=method.name)

    def unknown(self, stopped: Stopped) -> Answer:
        """Return the answer without a verdict, with the figures so far."""
        return Answer(Unknown(stopped), None, self._stats)

    def answer(self) -> Answer:
        """Search, and check what is found."""
        search, request, stats = self._search, self._request, self._stats
        with stats.phase("encode"):
            problem = self._problem()
        tie_break = _tie_break(request)
        stats.figures["space"] = problem.name
        if problem.searchable.metric is not None:
            stats.figures["metric"] = problem.searchable.metric
        if search.informed:
            stats.figures["heuristic"] = problem.heuristic.name
        if search.has_open_list:
            stats.figures["tie_break"] = tie_break
        known = {name: getattr(request, name) for name in ("weight", "max_depth")}
        stats.figures |= {name: value for name, value in known.items() if value is not None}
        if self._deadline.is_past():
            return self.unknown(self._deadline.stopped())
        if search.informed and (stopped := self._prepare(problem)) is not None:
            return self.unknown(stopped)
        begin_trace(self._puzzle, self._method.name, request, stats)
        with stats.phase("search"):
            result = self._explore(problem, tie_break)
        stats.figures |= figures_of(result.statistics)
        match result.outcome:
            case Found() as found:
                return self._accepted(problem, found)
            case Exhausted():
                return Answer(concluded(Unsat(), problem.searchable.claim), None, stats)
            case Stopped() as stopped:
                return self.unknown(stopped)

    def _problem(self) -> SearchProblem:
        """Resolve space and heuristic. Raises UsageError for options of encodings without a formula, GaveUp at the deadline."""
        puzzle, method, request = self._puzzle, self._method, self._request

        def of_formula() -> Searchable[Any]:
            return formula_space(compile_for_trace(puzzle, request, self._deadline, self._stats), self._deadline)

        space = method.space if request.space is None else request.space
        if space is not None and space not in (names := space_names(puzzle.rules)):
            if request.space is not None:
                raise no_such(f"space of {puzzle.family}", space, names)
            raise UsageError(
                f"{method.name} searches the space {space}: {puzzle.family} has no such space; it has: {', '.join(names)}"
            )
        problem = search_problem(puzzle, self._search, space, request.heuristic, of_formula, request.metric)
        if problem.name != FORMULA:
            unused = [name for name in request.given() if name in FORMULAS_ALONE]
            method.refuse(unused, f" in the space {problem.name}, which is not that of a formula")
        return problem

    def _prepare(self, problem: SearchProblem) -> Stopped | None:
        """Compute the tables of the heuristic, if it has any; return the reason if a limit was reached, otherwise None."""
        prepare = problem.heuristic.prepare
        if prepare is None:
            return None
        with self._stats.phase("prepare"):
            late = " while the tables of the heuristic were made"
            try:
                self._stats.figures |= prepare(self._deadline.ending(self._request.observe, late))
            except GaveUp as stop:
                return Stopped.by(stop)
        return None

    def _explore(self, problem: SearchProblem, tie_break: TieBreak) -> Result[Any, Any]:
        """Run the search algorithm with the weighted heuristic."""
        request, heuristic = self._request, problem.heuristic
        most = self._method.max_memory if request.max_memory is None else request.max_memory
        if request.weight is not None:
            from hashicnf.search._weighting import weighted

            heuristic = weighted(heuristic, request.weight)
        return self._search.run(
            problem.searchable.space,
            heuristic,
            Limits(self._deadline, request.max_nodes, most, request.max_depth),
            tie_break=tie_break,
            tracer=concluding(request.tracer, problem.searchable.claim),
            progress=request.progress,
            offset=problem.searchable.offset,
        )

    def _accepted(self, problem: SearchProblem, found: Found[Any, Any]) -> Answer:
        """Decode the solution of a goal and the path to it, and check it. Raises PluginError or InternalError for a wrong one."""
        plan = self._plan(problem, found)
        with self._stats.phase("decode"):
            solution = problem.searchable.solution(found.goal, found.path)
            plan = plan and plan.named(solution)
        with self._stats.phase("check"):
            broken = tuple(self._puzzle.check(solution))
        if broken and not problem.searchable.claim.stays_relaxed:
            message = f"{self._stats.method} found what breaks a rule of the puzzle: {broken[0].message}"
            raise breach(message, [self._search.explore, self._puzzle.rules.build])
        return Answer(Solved(), solution, self._stats, broken, plan)

    def _plan(self, problem: SearchProblem, found: Found[Any, Any]) -> Plan | None:
        """Return the path as a plan, whose cost includes that of the initial state; None if paths are no answers."""
        searchable, weight = problem.searchable, self._request.weight
        if searchable.metric is None:
            return None
        heuristic, least = problem.heuristic, searchable.offset
        doubt = self._search.doubt(heuristic, unit_costs=searchable.unit_costs)
        if not doubt and weight is not None and weight > 1 and heuristic.estimate is not zero:
            doubt = f"with this weight it may cost up to {weight:g} times the least"
        if doubt and self._search.informed and heuristic.admissible:
            least += min(map(heuristic.estimate, searchable.space.initial()))
        return Plan.judged(found.path, whole(found.cost + searchable.offset), searchable.metric, doubt, least)


def _tie_break(request: Request) -> TieBreak:
    """Return the requested tie-break, or the default. Raises UsageError with a list for an unknown name."""
    for name in TIE_BREAKS:
        if request.tie_break in (None, name):
            return name
    raise no_such("tie-break", request.tie_break or "", TIE_BREAKS)
