"""Solve a puzzle by DPLL or a search, with limits, progress and a trace.

Every solution passes the independent checker, whichever method found it. Options that a method cannot use are errors, not ignored.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from hashicnf.backends.dpll import DpllFigures, DpllSession
from hashicnf.backends.dpll.branching import RULES
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.searchfigures import figures_of, whole
from hashicnf.core.statespace import Plan, Searchable, zero
from hashicnf.core.stats import Stats
from hashicnf.errors import GaveUp, InternalError, UsageError, no_such
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, Sat, Solved, Stopped, Unknown, Unsat, Verdict
from hashicnf.pipeline.answer import Answer, accept, concluded
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import PAIRWISE, Compiled
from hashicnf.search import SEARCHES, TIE_BREAKS, Exhausted, Found, Result, Search, TieBreak
from hashicnf.solving.request import FORMULAS_ALONE, Method, Request
from hashicnf.solving.spaces import FORMULA, SearchProblem, formula_space, search_problem, space_names
from hashicnf.trace.steps import AT_MOST_ONE, HORIZON, METRIC, OPTION, REDUNDANT, SIMPLIFY, Record, Start

DEFAULT_BRANCHING: Final = "saturation"


def by_dpll(puzzle: Puzzle, method: Method, request: Request, known: DpllFigures) -> Answer:
    """Solve by DPLL on the clauses, with connectivity as a theory. After Ctrl-C the answer has the figures so far.

    ``known`` are the figures of earlier formulas, which are continued, also for limits. Raises UsageError for an option or name
    that does not apply.
    """
    stats = Stats(method.name, "", "", puzzle.size, method=method.name)
    try:
        return _by_dpll(puzzle, method, request, stats, known)
    except KeyboardInterrupt:  # before the search, or after it
        _note(stats, known)
        return Answer(Unknown(INTERRUPTED), None, stats)


def _by_dpll(puzzle: Puzzle, method: Method, request: Request, stats: Stats, known: DpllFigures) -> Answer:
    deadline = Deadline.after(request.timeout, request.spent)
    branching = DEFAULT_BRANCHING if request.branching is None else request.branching
    rule = RULES.get(branching)
    with stats.phase("encode"):
        compiled = _compiled(puzzle, request, stats)
    if request.tracer.active and compiled.needs_rounds:
        raise UsageError(
            f"--trace: a trace is of one search, and connectivity {compiled.connectivity} takes several: use lazy"
        )
    stats.figures["branching"] = branching
    if deadline.is_past():
        return Answer(Unknown(deadline.stopped()), None, stats)
    _begin(puzzle, method, request, stats)
    with stats.phase("load"):
        session = DpllSession(
            compiled.formula.variables.count,
            branching=rule if compiled.counted else None,  # without constraints to count, any rule works
            limits=Limits(deadline, request.max_nodes),
            tracer=request.tracer,
            theories=compiled.theories,
            groups=compiled.counted,
            progress=request.progress,
            statistics=known,
        )
        session.add(compiled.formula.blocks)
    verdict = concluded(_ask(session, compiled, stats), compiled.claim)
    stats.cuts += session.statistics.cuts
    _note(stats, session.statistics)
    if isinstance(verdict, Sat):
        return accept(compiled, verdict.model, verdict, stats)
    return Answer(verdict, None, stats)


def _note(stats: Stats, known: DpllFigures) -> None:
    """Add the figures of DPLL to ``stats``, without its cuts, which the run counts itself."""
    stats.figures |= figures_of(known)
    del stats.figures["cuts"]


def _ask(session: DpllSession, compiled: Compiled, stats: Stats) -> Verdict:
    """Solve; if the model breaks rules that are left to cuts, add cuts and solve again."""
    while True:
        with stats.phase("search"):
            verdict = session.solve()
        stats.rounds += 1
        if not isinstance(verdict, Sat) or not (cuts := compiled.refine(verdict.model)):
            return verdict
        stats.cuts += sum(map(len, cuts))
        session.add(cuts)


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
    deadline = Deadline.after(request.timeout, request.spent)
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
    _begin(puzzle, method, request, stats)
    with stats.phase("search"):
        most = method.max_memory if request.max_memory is None else request.max_memory
        limits = Limits(deadline, request.max_nodes, most, request.max_depth)
        result = _explore(search, problem, request, limits, tie_break)
    stats.figures |= figures_of(result.statistics)
    match result.outcome:
        case Found() as found:
            plan = _plan(search, problem, found, request.weight)
            return _accept(puzzle, method, plan, problem, found, stats)
        case Exhausted():
            return Answer(concluded(Unsat(), problem.searchable.claim), None, stats)
        case Stopped() as stopped:
            return Answer(Unknown(stopped), None, stats)


def _problem(
    puzzle: Puzzle, method: Method, search: Search, request: Request, deadline: Deadline, stats: Stats
) -> SearchProblem:
    """Resolve space and heuristic. Raises UsageError for options of encodings without a formula, GaveUp at the deadline."""

    def of_formula() -> Searchable[Any]:
        return formula_space(_compiled(puzzle, request, stats), deadline)

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
        tracer=request.tracer,
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
    puzzle: Puzzle, method: Method, plan: Plan | None, problem: SearchProblem, found: Found[Any, Any], stats: Stats
) -> Answer:
    """Decode the solution of a goal and the path to it, and check it."""
    with stats.phase("decode"):
        solution = problem.searchable.solution(found.goal, found.path)
        plan = plan and plan.named(solution)
    with stats.phase("check"):
        broken = tuple(puzzle.check(solution))
    if broken and not problem.searchable.claim.stays_relaxed:
        raise InternalError(f"{method.name} found what breaks a rule of the puzzle: {broken[0].message}")
    return Answer(Solved(), solution, stats, broken, plan)


def _compiled(puzzle: Puzzle, request: Request, stats: Stats) -> Compiled:
    """Compile, and record the size of the formula; for a trace without simplification, so that the trace shows its steps."""
    is_shown = request.tracer.active and request.simplify is None
    made = compile_puzzle(puzzle, replace(request, simplify=False) if is_shown else request)
    stats.cardinality, stats.connectivity = made.cardinality, made.connectivity
    stats.at_most_one = made.lowering.at_most_one
    stats.variables, stats.clauses = made.formula.variables.count, made.formula.clauses_per_rule()
    return made


def _begin(puzzle: Puzzle, method: Method, request: Request, stats: Stats) -> None:
    """Write the first record of a trace."""
    if request.tracer.active:
        names = {"cardinality": stats.cardinality, "connectivity": stats.connectivity, **stats.figures}
        known = {name: value for name, value in names.items() if value != "" and not isinstance(value, list)}
        settings = {**known, **_unusual(request)}
        lines = tuple(puzzle.lines)
        request.tracer.emit(Record(0, -1, Start(method.name, puzzle.family, lines, settings)))


def _unusual(request: Request) -> dict[str, str | int]:
    """Return the settings of the formula that differ from the defaults; the variables of its encodings depend on them."""
    found: dict[str, str | int] = {AT_MOST_ONE: request.at_most_one} if request.at_most_one != PAIRWISE else {}
    found |= {REDUNDANT: "no"} if not request.redundant else {}
    found |= {SIMPLIFY: "yes"} if request.simplify else {}
    found |= {} if request.metric is None else {METRIC: request.metric}
    found |= {f"{OPTION}{name}": text for name, text in (request.options or {}).items()}
    return found if request.horizon is None else {HORIZON: request.horizon, **found}


def _tie_break(request: Request) -> TieBreak:
    """Return the requested tie-break, or the default. Raises UsageError with a list for an unknown name."""
    for name in TIE_BREAKS:
        if request.tie_break in (None, name):
            return name
    raise no_such("tie-break", request.tie_break or "", TIE_BREAKS)
