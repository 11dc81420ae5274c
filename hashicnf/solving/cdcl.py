"""Solve a puzzle: reduce it, choose how its formula is solved, decode, check.

Nobody is trusted: every solution passes the checker, which knows only the rules of the puzzle.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.backends.pysat import LARGE
from hashicnf.core.deadline import Deadline
from hashicnf.core.stats import Stats
from hashicnf.errors import counted
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, Bools, Sat, Stopped, Unknown, Verdict
from hashicnf.pipeline.answer import Answer, accept, concluded
from hashicnf.pipeline.compile import Compiled
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.request import Request

BY_WINDOWS: Final = "windows"  # printed instead of a solver, where none had the whole
WIDE_SOLVER: Final = "cadical195"  # the fastest on wide boards as a whole
WIDE: Final = 10_000  # nodes; below this, and sparse boards beyond, the whole is as fast
STRONG_SOLVER: Final = (
    "cadical153"  # three times as fast as the default on what that cannot solve in PATIENCE conflicts
)
PATIENCE: Final = 5_000  # conflicts, a quarter of a second


def solve_puzzle(puzzle: Puzzle, request: Request) -> Answer:
    """Solve a puzzle by a CDCL solver, the requested one or the default, which solves a wide board window by window.

    Ctrl-C ends the search and leaves the figures so far.

    Raises UsageError, SolverMissing, and SolverFailed when the solver breaks its word.
    """
    deadline = Deadline.after(request.timeout, request.spent)
    name = DEFAULT_SOLVER if request.solver is None else request.solver
    stats = Stats(name, request.cardinality, request.connectivity, puzzle.size)
    verdict: Verdict
    try:
        with stats.phase("encode"):
            compiled = compiled_for(puzzle, request)
        stats.variables = compiled.formula.variables.count
        stats.clauses = compiled.formula.clauses_per_rule()
        if deadline.is_past():
            return Answer(Unknown(deadline.stopped()), None, stats)
        verdict = concluded(search(compiled, request.solver, deadline, stats), compiled.claim)
        if isinstance(verdict, Sat):
            return accept(compiled, verdict.model, verdict, stats)
    except KeyboardInterrupt:
        verdict = Unknown(INTERRUPTED)
    return Answer(verdict, None, stats)


def compiled_for(puzzle: Puzzle, request: Request) -> Compiled:
    """Compile; where connectivity is lazy, the constraints are simplified unless the request says otherwise."""
    reduces = request.simplify is None and request.connectivity == "lazy" and puzzle.rules.static is not None
    return (replace(request, simplify=True) if reduces else request).compile(puzzle)


def search(compiled: Compiled, solver: str | None, deadline: Deadline, stats: Stats) -> Verdict:
    """Solve with a named solver, or with the best one: small boards as a whole, wide ones by windows, as a whole if that fails."""
    if solver is not None:
        return search_whole(compiled, solver, deadline, stats)
    if not is_wide(compiled):
        one_shot = not compiled.claim.relaxed and compiled.variables.count < LARGE
        brief = search_briefly(compiled, deadline, stats) if one_shot else None
        if brief is not None:
            return brief
        return search_whole(compiled, STRONG_SOLVER if one_shot else DEFAULT_SOLVER, deadline, stats)
    stats.solver = BY_WINDOWS
    if (model := sweep_wide(compiled, stats, deadline)) is not None:
        return Sat(model)
    if deadline.is_past():
        return Unknown(deadline.stopped(f" after {counted(stats.windows, 'attempt')} at windows of the board"))
    stats.solver = WIDE_SOLVER
    verdict = search_whole(compiled, WIDE_SOLVER, deadline, stats)
    if not isinstance(verdict, Unknown):
        return verdict
    return Unknown(Stopped(verdict.stopped.kind, f"{verdict.reason}; windows failed before"))


def search_briefly(compiled: Compiled, deadline: Deadline, stats: Stats) -> Verdict | None:
    """Solve with the default solver, which is quick to begin; None if that takes too many conflicts."""
    with LazyLoop(compiled, DEFAULT_SOLVER, deadline, stats) as loop:
        verdict = loop.ask(conflicts=PATIENCE)
    if isinstance(verdict, Unknown) and verdict.stopped.kind == "conflicts":
        stats.solver = STRONG_SOLVER
        stats.rounds = 0
        return None
    return verdict


def sweep_wide(compiled: Compiled, stats: Stats, deadline: Deadline) -> Bools | None:
    """Solve by windows, and accept the result only if it satisfies all clauses and connects all nodes."""
    from hashicnf.windows import by_distance, squares, sweep

    with stats.phase("sweep"):
        graph = compiled.connected[0]
        grid = graph.embedding
        tiling = by_distance(graph.nodes, graph.ends) if grid is None else squares(grid.row, grid.column)
        model = sweep(compiled.formula, graph, compiled.counted, tiling, stats, deadline)
        return None if model is None or compiled.formula.violated(model) or compiled.refine(model) else model


def is_wide(compiled: Compiled) -> bool:
    """Return whether windows pay: lazy connectivity, loops allowed, and many nodes."""
    connected = compiled.connected
    return (
        compiled.connectivity == "lazy"
        and len(connected) == 1
        and not connected[0].acyclic
        and connected[0].nodes >= WIDE
    )


def search_whole(compiled: Compiled, solver: str, deadline: Deadline, stats: Stats) -> Verdict:
    """Solve and refine until the solver gives up or nothing is left to refine."""
    with LazyLoop(compiled, solver, deadline, stats) as loop:
        return loop.ask()
