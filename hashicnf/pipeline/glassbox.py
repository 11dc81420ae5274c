"""Solve a puzzle by any method: by a SAT solver through the usual road, by DPLL or by search with limits, progress and a trace.

Every solution passes the independent checker, whoever found it. What a method cannot use is refused, never ignored.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np

from hashicnf.backends.dpll import DpllSession
from hashicnf.backends.dpll.branching import RULES, saturation
from hashicnf.effort import Limits, Statistics, Stopped
from hashicnf.errors import InternalError
from hashicnf.families import Puzzle
from hashicnf.logic import Sat, Unknown, Unsat, Verdict
from hashicnf.pipeline.compile import Compiled, compile_puzzle
from hashicnf.pipeline.methods import DEFAULT_METHOD, Method, method_named
from hashicnf.pipeline.request import Request, refuse_unused, tie_break_of
from hashicnf.pipeline.solve import Answer, accept, solve_puzzle
from hashicnf.pipeline.spaces import Arena, open_arena
from hashicnf.pipeline.stats import Stats, figures_of
from hashicnf.search import Exhausted, Found, Result
from hashicnf.trace import Record, Start

LATE = "time limit reached while encoding"


def solve_with(puzzle: Puzzle, request: Request) -> Answer:
    """Solve a puzzle by the method asked for.

    Raises UsageError for a method, option or name that does not fit, and what the SAT solvers raise.
    """
    method = method_named(request.method)
    refuse_unused(method, request)
    if method.name == DEFAULT_METHOD:
        return solve_puzzle(
            puzzle,
            solver=request.solver,
            cardinality=request.cardinality,
            connectivity=request.connectivity,
            cuts=request.cuts,
            timeout=request.timeout,
        )
    return _Run(puzzle, method, request).answer()


class _Run:
    """One puzzle, one method that is not CDCL."""

    def __init__(self, puzzle: Puzzle, method: Method, request: Request) -> None:
        self.puzzle, self.method, self.request = puzzle, method, request
        self.started = time.monotonic()
        self.stats = Stats(method.name, "", "", puzzle.rules.size(puzzle.board), method=method.name)

    def answer(self) -> Answer:
        return self.by_dpll() if self.method.search is None else self.by_search()

    def compiled(self) -> Compiled:
        """Compile, and count what was made."""
        request, stats = self.request, self.stats
        made = compile_puzzle(
            self.puzzle, cardinality=request.cardinality, connectivity=request.connectivity, cuts=request.cuts
        )
        stats.cardinality, stats.connectivity = made.cardinality, made.connectivity
        stats.variables, stats.clauses = made.formula.variables.count, made.formula.clauses_per_rule()
        return made

    def limits(self) -> Limits | None:
        """Return the limits with what is left of the time; None if nothing is left."""
        asked, left = self.request, None
        if asked.timeout is not None:
            left = asked.timeout - (time.monotonic() - self.started)
            if left <= 0:
                return None
        return Limits(left, asked.max_nodes, asked.max_memory)

    def by_dpll(self) -> Answer:
        """Run our own solver on the clauses; what it knows of connectivity it asks while it searches."""
        request, stats = self.request, self.stats
        rule = RULES.get(request.branching) if request.branching is not None else saturation.BRANCHING
        with stats.phase("encode"):
            compiled = self.compiled()
        stats.figures["branching"] = request.branching or "saturation"
        if (limits := self.limits()) is None:
            return self.gave_up(LATE)
        self.begin()
        with stats.phase("load"):
            session = DpllSession(
                compiled.formula.variables.count,
                branching=rule,
                limits=limits,
                tracer=request.tracer,
                theories=compiled.theories,
                groups=compiled.counted,
                progress=request.progress,
            )
            session.add(compiled.formula.blocks)
        verdict = self.ask(session, compiled)
        stats.figures |= figures_of(session.statistics)
        match verdict:
            case Sat(model):
                return accept(compiled, model, verdict, stats)
            case Unsat():
                return Answer(verdict, None, stats)
            case Unknown(reason):
                return self.gave_up(reason)

    def ask(self, session: DpllSession, compiled: Compiled) -> Verdict:
        """Solve, and where connectivity is left to cuts, cut and solve again."""
        while True:
            with self.stats.phase("search"):
                verdict = session.solve()
            self.stats.rounds += 1
            if not isinstance(verdict, Sat) or not (cuts := compiled.refine(verdict.model)):
                return verdict
            self.stats.cuts += sum(map(len, cuts))
            session.add(cuts)

    def by_search(self) -> Answer:
        """Search the space of the method."""
        request, stats = self.request, self.stats
        with stats.phase("encode"):
            arena = open_arena(self.puzzle, self.method, request.space, request.heuristic, self.compiled)
        self.settings(arena)
        if (limits := self.limits()) is None:
            return self.gave_up(LATE)
        self.begin()
        with stats.phase("search"):
            result = self.search(arena, limits)
        stats.figures |= figures_of(result.statistics)
        match result.outcome:
            case Found(goal=goal):
                return self.accept(arena, goal)
            case Exhausted():
                return Answer(Unsat(), None, stats)
            case Stopped(_, reason):
                return self.gave_up(reason)

    def settings(self, arena: Arena) -> None:
        """Note what the search was told."""
        figures = self.stats.figures
        figures["space"] = arena.name
        if self.method.is_informed:
            figures["heuristic"] = arena.heuristic.name
        if self.method.has_open_list:
            figures["tie_break"] = tie_break_of(self.request)

    def begin(self) -> None:
        """Write the first record of a trace."""
        if (tracer := self.request.tracer).active:
            stats, puzzle = self.stats, self.puzzle
            names = {"cardinality": stats.cardinality, "connectivity": stats.connectivity, **stats.figures}
            settings = {name: value for name, value in names.items() if value != ""}
            lines = tuple(puzzle.rules.lines(puzzle.board))
            tracer.emit(Record(0, -1, Start(self.method.name, puzzle.family, lines, settings)))

    def search(self, arena: Arena, limits: Limits) -> Result[Any, Any]:
        """Run the algorithm. What was settled before the first step counts in every f that is shown."""
        search, request, progress = self.method.search, self.request, self.request.progress
        if search is None:
            raise InternalError(f"{self.method.name} is no search")
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

    def accept(self, arena: Arena, goal: Any) -> Answer:
        """Read the solution off a goal, and check it; where no formula was searched, the model has no variables."""
        puzzle, stats = self.puzzle, self.stats
        with stats.phase("decode"):
            solution = arena.searchable.solution(goal)
        with stats.phase("check"):
            broken = tuple(puzzle.rules.check(puzzle.board, solution))
        if broken and stats.connectivity != "none":
            raise InternalError(f"{self.method.name} found what breaks a rule of the puzzle: {broken[0].message}")
        return Answer(Sat(np.zeros(1, dtype=np.bool_)), solution, stats, broken)

    def gave_up(self, reason: str) -> Answer:
        """Say why there is no answer; a time limit is the one asked for, not what encoding left of it."""
        timeout = self.request.timeout
        if timeout is not None and reason.startswith("time limit"):
            reason = f"time limit of {timeout:g} s reached"
        return Answer(Unknown(reason), None, self.stats)
