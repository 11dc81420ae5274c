"""Solve a puzzle by a search in one of its spaces, with limits, progress and a trace.

Every solution passes the independent checker, whichever method found it. Options that a method cannot use are errors, not ignored.
"""

from __future__ import annotations

from typing import Any

from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.searchfigures import figures_of, whole
from hashicnf.core.statespace import Plan, Searchable, zero
from hashicnf.core.stats import Stats
from hashicnf.errors import GaveUp, UsageError, no_such
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, Solved, Stopped, Unknown, Unsat
from hashicnf.pipeline.answer import Answer, concluded
from hashicnf.registry import breach
from hashicnf.search import SEARCHES, TIE_BREAKS, Exhausted, Found, Result, Search, TieBreak
from hashicnf.solving.request import FORMULAS_ALONE, Method, Request
from hashicnf.solving.spaces import FORMULA, SearchProblem, formula_space, search_problem, space_names
from hashicnf.solving.trace_start import begin_trace, compile_for_trace, concluding


def by_search(puzzle: Puzzle, method: Method, request: Request) -> Answer:
    """Search the requested space, or that of the method. After Ctrl-C the answer has the figures so far.

    Raises UsageError for an option or name that does not apply.
    """
    stats = Stats(method.name, "", "", puzzle.size, method=method.name)
    try:
        return _by_search(puzzle, method, request, stats)
    except GaveUp as late:  # while the space was created
        return Answer(Unknown(Stopped.by(late)), None, stats)
    except KeyboardInterrupt:  # before the search, or after it
        return Answer(Unknown(INTERRUPTED), None, stats)


def _by_search(puzzle: Puzzle, method: Method, request: Request, stats: Stats) -> Answer:
    deadline = request.deadline()
    search = method.search or SEARCHES.get(method.name)
    with stats.phase("encode"):
        problem = _problem(puzzle, method, search, request, deadline, stats)
    tie_break = _tie_break(request)
    stats.figures["space"] = problem.name
    if problem.searchable.metric is not None:
        stats.figures["metric"] = problem.searchable.metric
    if search.informed:
        stats.figures["heuristic"] = problem.heuristic.name
    if search.has_open_list:
        stats.figures["tie_break"] = tie_break
    stats.figures |= {name: value for name in ("weight", "max_depth") if (value := getattr(request, name)) is not None}
    if deadline.is_past():
        return Answer(Unknown(deadline.stopped()), None, stats)
    if search.informed and (stopped := _prepare(problem, request, deadline, stats)) is not None:
        return Answer(Unknown(stopped), None, stats)
    begin_trace(puzzle, method.name, request, stats)
    with stats.phase("search"):
        most = method.max_memory if request.max_memory is None else request.max_memory
        limits = Limits(deadline, request.max_nodes, most, request.max_depth)
        result = _explore(search, problem, request, limits, tie_break)
    stats.figures |= figures_of(result.statistics)
    match result.outcome:
        case Found() as found:
            plan = _plan(search, problem, found, request.weight)
            return _accept(puzzle, search, plan, problem, found, stats)
        case Exhausted():
            return Answer(concluded(Unsat(), problem.searchable.claim), None, stats)
        case Stopped() as stopped:
            return Answer(Unknown(stopped), None, stats)


def _problem(
    puzzle: Puzzle, method: Method, search: Search, request: Request, deadline: Deadline, stats: Stats
) -> SearchProblem:
    """Resolve space and heuristic. Raises UsageError for options of encodings without a formula, GaveUp at the deadline."""

    def of_formula() -> Searchable[Any]:
        return formula_space(compile_for_trace(puzzle, request, deadline, stats), deadline)

    space = method.space if request.space is None else request.space
    if space is not None and space not in (names := space_names(puzzle.rules)):
        if request.space is not None:
            raise no_such(f"space of {puzzle.family}", space, names)
        raise UsageError(
            f"{method.name} searches the space {space}: {puzzle.family} has no such space; it has: {', '.join(names)}"
        )
    problem = search_problem(puzzle, search, space, request.heuristic, of_formula, request.metric)
    if problem.name != FORMULA:
        unused = [name for name in request.given() if name in FORMULAS_ALONE]
        method.refuse(unused, f" in the space {problem.name}, which is not that of a formula")
    return problem


def _prepare(problem: SearchProblem, request: Request, deadline: Deadline, stats: Stats) -> Stopped | None:
    """Compute the tables of the heuristic, if it has any; return the reason if a limit was reached, otherwise None."""
    prepare = problem.heuristic.prepare
    if prepare is None:
        return None
    with stats.phase("prepare"):
        try:
            stats.figures |= prepare(deadline.ending(request.observe, " while the tables of the heuristic were made"))
        except GaveUp as stop:
            return Stopped.by(stop)
    return None


def _explore(
    search: Search, problem: SearchProblem, request: Request, limits: Limits, tie_break: TieBreak
) -> Result[Any, Any]:
    """Run the search algorithm with the weighted heuristic."""
    heuristic = problem.heuristic
    if request.weight is not None:
        from hashicnf.search._weighting import weighted

        heuristic = weighted(heuristic, request.weight)
    return search.run(
        problem.searchable.space,
        heuristic,
        limits,
        tie_break=tie_break,
        tracer=concluding(request.tracer, problem.searchable.claim),
        progress=request.progress,
        offset=problem.searchable.offset,
    )


def _plan(search: Search, problem: SearchProblem, found: Found[Any, Any], weight: float | None) -> Plan | None:
    """Return the path as a plan, whose cost includes that of the initial state; None if paths are no answers."""
    searchable = problem.searchable
    if searchable.metric is None:
        return None
    heuristic, least = problem.heuristic, searchable.offset
    doubt = search.doubt(heuristic, unit_costs=searchable.unit_costs)
    if not doubt and weight is not None and weight > 1 and heuristic.estimate is not zero:
        doubt = f"with this weight it may cost up to {weight:g} times the least"
    if doubt and search.informed and heuristic.admissible:
        least += min(map(heuristic.estimate, searchable.space.initial()))
    return Plan.judged(found.path, whole(found.cost + searchable.offset), searchable.metric, doubt, least)


def _accept(
    puzzle: Puzzle, search: Search, plan: Plan | None, problem: SearchProblem, found: Found[Any, Any], stats: Stats
) -> Answer:
    """Decode the solution of a goal and the path to it, and check it. Raises PluginError or InternalError for a wrong one."""
    with stats.phase("decode"):
        solution = problem.searchable.solution(found.goal, found.path)
        plan = plan and plan.named(solution)
    with stats.phase("check"):
        broken = tuple(puzzle.check(solution))
    if broken and not problem.searchable.claim.stays_relaxed:
        message = f"{stats.method} found what breaks a rule of the puzzle: {broken[0].message}"
        raise breach(message, [search.explore, puzzle.rules.build])
    return Answer(Solved(), solution, stats, broken, plan)


def _tie_break(request: Request) -> TieBreak:
    """Return the requested tie-break, or the default. Raises UsageError with a list for an unknown name."""
    for name in TIE_BREAKS:
        if request.tie_break in (None, name):
            return name
    raise no_such("tie-break", request.tie_break or "", TIE_BREAKS)
