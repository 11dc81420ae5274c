"""Solve a puzzle by a method that can be watched: by DPLL or by search, with limits, progress and a trace.

Every solution passes the independent checker, whoever found it. What a method cannot use is refused, never ignored.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from hashicnf.backends.dpll import DpllSession
from hashicnf.backends.dpll.branching import RULES
from hashicnf.core.limits import Limits, Statistics, Stopped
from hashicnf.core.stats import figures_of
from hashicnf.errors import InternalError, UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import LATE, Sat, Unknown, Unsat, Verdict
from hashicnf.pipeline.answer import Answer, accept, concluded
from hashicnf.pipeline.compile import Compiled
from hashicnf.search import Exhausted, Found, Result, Search
from hashicnf.solving.methods import FORMULA, Method
from hashicnf.solving.request import Request, refuse_encodings, tie_break_of
from hashicnf.solving.run import Run
from hashicnf.solving.spaces import Arena, open_arena

DEFAULT_BRANCHING = "saturation"


def solve_watched(puzzle: Puzzle, method: Method, request: Request) -> Answer:
    """Solve a puzzle by our own solver or by a search. Raises UsageError for an option or name that does not fit."""
    run = Run(puzzle, method, request)
    return by_dpll(run) if method.search is None else by_search(run, method.search)


def by_dpll(run: Run) -> Answer:
    """Run our own solver on the clauses; what it knows of connectivity it asks while it searches."""
    request, stats = run.request, run.stats
    branching = request.branching or DEFAULT_BRANCHING
    rule = RULES.get(branching)
    with stats.phase("encode"):
        compiled = run.compiled()
    if request.tracer.active and compiled.needs_rounds:
        raise UsageError(f"--trace: connectivity {compiled.connectivity} takes several searches: use lazy")
    stats.figures["branching"] = branching
    if (limits := run.limits()) is None:
        return run.gave_up(LATE)
    run.begin()
    with stats.phase("load"):
        session = DpllSession(
            compiled.formula.variables.count,
            branching=rule if compiled.counted else None,  # on a puzzle with nothing to count any rule will do
            limits=limits,
            tracer=request.tracer,
            theories=compiled.theories,
            groups=compiled.counted,
            progress=request.progress,
        )
        session.add(compiled.formula.blocks)
    verdict = concluded(_ask(run, session, compiled), run.claim)
    stats.cuts += session.statistics.cuts
    stats.figures |= figures_of(session.statistics)
    del stats.figures["cuts"]
    match verdict:
        case Sat(model):
            return accept(compiled, model, verdict, stats)
        case Unsat():
            return Answer(verdict, None, stats)
        case Unknown(reason):
            return run.gave_up(reason)


def _ask(run: Run, session: DpllSession, compiled: Compiled) -> Verdict:
    """Solve, and where connectivity is left to cuts, cut and solve again."""
    while True:
        with run.stats.phase("search"):
            verdict = session.solve()
        run.stats.rounds += 1
        if not isinstance(verdict, Sat) or not (cuts := compiled.refine(verdict.model)):
            return verdict
        run.stats.cuts += sum(map(len, cuts))
        session.add(cuts)


def by_search(run: Run, search: Search) -> Answer:
    """Search the space of the method."""
    request, stats, method = run.request, run.stats, run.method
    with stats.phase("encode"):
        arena = open_arena(run.puzzle, method, request.space, request.heuristic, run.compiled)
    if arena.name != FORMULA:
        refuse_encodings(arena.name, request)
    stats.figures["space"] = arena.name
    if method.is_informed:
        stats.figures["heuristic"] = arena.heuristic.name
    if method.has_open_list:
        stats.figures["tie_break"] = tie_break_of(request)
    if (limits := run.limits()) is None:
        return run.gave_up(LATE)
    run.begin()
    with stats.phase("search"):
        result = _explore(request, search, arena, limits)
    stats.figures |= figures_of(result.statistics)
    match result.outcome:
        case Found(goal=goal):
            return _accept(run, arena, goal)
        case Exhausted():
            verdict = concluded(Unsat(), run.claim)
            return Answer(verdict, None, stats)
        case Stopped(_, reason):
            return run.gave_up(reason)


def _explore(request: Request, search: Search, arena: Arena, limits: Limits) -> Result[Any, Any]:
    """Run the algorithm. What was settled before the first step counts in every f that is shown."""
    progress = request.progress
    shift = arena.searchable.offset if search.optimal else 0

    def shown(statistics: Statistics) -> Statistics:
        f = statistics.best_f
        return replace(statistics, best_f=None if f is None else f + shift)

    result = search.run(
        arena.searchable.space,
        arena.heuristic,
        limits,
        tie_break=tie_break_of(request),
        tracer=request.tracer,
        progress=None if progress is None else lambda statistics: progress(shown(statistics)),
    )
    return replace(result, statistics=shown(result.statistics))


def _accept(run: Run, arena: Arena, goal: Any) -> Answer:
    """Read the solution off a goal, and check it. The model has no variables: a space need not have a formula."""
    puzzle, stats = run.puzzle, run.stats
    with stats.phase("decode"):
        solution = arena.searchable.solution(goal)
    with stats.phase("check"):
        broken = tuple(puzzle.check(solution))
    if broken and not run.claim.stays_relaxed:
        raise InternalError(f"{run.method.name} found what breaks a rule of the puzzle: {broken[0].message}")
    return Answer(Sat(np.zeros(1, dtype=np.bool_)), solution, stats, broken)
