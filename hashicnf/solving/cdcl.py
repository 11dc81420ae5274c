"""Solve a puzzle: reduce it, choose how its formula is solved, decode, check.

No answer is trusted: every solution passes the checker, which knows only the rules of the puzzle.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hashicnf.backends import is_out_of_conflicts
from hashicnf.backends.choose import DEFAULT_SOLVER, STRONG_SOLVER
from hashicnf.backends.pysat import LARGE
from hashicnf.core.deadline import Deadline
from hashicnf.core.stats import Stats
from hashicnf.errors import UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, Sat, Unknown, Verdict
from hashicnf.passes.connectivity import LAZY
from hashicnf.pipeline.answer import Answer, accept, concluded
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.solving.lazy import FEW_NODES, LEAST_PATIENCE, LazyLoop
from hashicnf.solving.request import Request
from hashicnf.solving.run import Run

PATIENCE: Final = 5_000  # conflicts, a quarter of a second
BRIEFLY: Final = 1_000  # conflicts of a look for another solution near one that a road led to
MOST_ASKED: Final = 5_000  # nodes of a board that a solver of its own takes up in no time, to look for another solution


def solve_puzzle(puzzle: Puzzle, request: Request) -> Answer:
    """Solve a puzzle by a CDCL solver, the requested one or the default, which solves a wide board window by window.

    Ctrl-C ends the search and leaves the figures so far.

    Raises UsageError, SolverMissing, and SolverFailed when the solver breaks its word.
    """
    _require_choice(request)
    deadline = Deadline.after(request.timeout, request.spent)
    name = DEFAULT_SOLVER if request.solver is None else request.solver
    stats = Stats(name, request.cardinality, request.connectivity, puzzle.size)
    verdict: Verdict
    try:
        with stats.phase("encode"):
            compiled = compiled_for(puzzle, request)
        stats.connectivity = compiled.connectivity
        stats.variables = compiled.formula.variables.count
        stats.clauses = compiled.formula.clauses_per_rule()
        if deadline.is_past():
            return Answer(Unknown(deadline.stopped()), None, stats)
        if request.observe is not None:
            request.observe("solve")
        verdict = concluded(search(Run(compiled, request, deadline, stats)), compiled.claim)
        if isinstance(verdict, Sat):
            return accept(compiled, verdict.model, verdict, stats)
    except KeyboardInterrupt:
        verdict = Unknown(INTERRUPTED)
    return Answer(verdict, None, stats)


def _require_choice(request: Request) -> None:
    """Raise UsageError for options that exclude each other."""
    if request.jobs is not None and request.solver is not None:
        raise UsageError("--jobs: processes share the work only without --solver")
    if request.road is not None and (request.jobs is not None or request.solver is not None):
        raise UsageError("--road: one road is taken alone, and has a solver of its own: leave out --jobs and --solver")


def compiled_for(puzzle: Puzzle, request: Request) -> Compiled:
    """Compile; where connectivity is lazy, the constraints are simplified unless the request says otherwise.

    Static cuts speak of loads, of which a contracted graph says nothing.
    """
    is_lazy = request.connectivity == LAZY and not request.cuts
    reduces = request.simplify is None and is_lazy and puzzle.rules.static is not None
    return compile_puzzle(puzzle, replace(request, simplify=True) if reduces else request)


def search(run: Run) -> Verdict:
    """Solve with the requested solver, or on the road that suits the formula."""
    compiled, request = run.compiled, run.request
    if request.solver is not None:
        return search_whole(run, request.solver)
    if has_roads(compiled):
        return travel(run)
    if request.road is not None:
        raise UsageError("--road needs a puzzle with one graph to be connected, and --connectivity lazy")
    one_shot = not compiled.claim.relaxed and compiled.variables.count < LARGE
    brief = search_briefly(run) if one_shot else None
    if brief is not None:
        return brief
    return search_whole(run, STRONG_SOLVER if one_shot else DEFAULT_SOLVER)


def has_roads(compiled: Compiled) -> bool:
    """Return whether there is a choice: connectivity of one graph is left to cuts."""
    return compiled.connectivity == LAZY and len(compiled.connected) == 1


def travel(run: Run) -> Verdict:
    """Solve on the roads of ``solving.roads``; a small board is mostly solved before they are looked up."""
    if run.request.road is not None or run.compiled.connected[0].nodes > FEW_NODES:
        return _on_roads(run)
    run.stats.roads.append("lazy")
    with _loop(run, DEFAULT_SOLVER) as loop:
        loop.climb()
        verdict = loop.ask(conflicts=PATIENCE)
        return _on_roads(run, loop) if is_out_of_conflicts(verdict) else _with_another(run, loop, verdict)


def persist(run: Run, loop: LazyLoop) -> Verdict:
    """Ask a loop its first question, without assumptions; where that takes long, travel the other roads with what it learnt."""
    if not has_roads(run.compiled):
        return loop.ask()
    verdict = loop.ask(conflicts=PATIENCE)
    return _on_roads(run, loop) if is_out_of_conflicts(verdict) else verdict


def _on_roads(run: Run, loop: LazyLoop | None = None) -> Verdict:
    """Travel the road that is asked for, or those that suit the formula, with what a loop has learnt."""
    from hashicnf.solving.roads.choice import one_road, stages_for
    from hashicnf.solving.roads.features import features_of
    from hashicnf.solving.roads.runner import StageRunner

    compiled, request = run.compiled, run.request
    has_begun = loop is not None
    stages = one_road(request.road) if request.road else stages_for(features_of(compiled), has_begun=has_begun)
    if request.jobs is not None and request.jobs > 1:
        from hashicnf.solving.roads.portfolio import side_by_side

        verdict = side_by_side(run, stages)
    else:
        with StageRunner(run, loop) as runner:
            verdict = runner.run(stages)
    if request.all_answers and isinstance(verdict, Sat) and compiled.connected[0].nodes <= MOST_ASKED:
        with LazyLoop(compiled, DEFAULT_SOLVER, run.deadline) as near:
            near.climb()
            return _with_another(run, near, verdict, BRIEFLY)
    return verdict


def search_briefly(run: Run) -> Verdict | None:
    """Solve with the default solver, which is quick to begin; None if that takes too many conflicts."""
    with _loop(run, DEFAULT_SOLVER) as loop:
        verdict = _with_another(run, loop, loop.ask(conflicts=PATIENCE))
    if is_out_of_conflicts(verdict):
        run.stats.solver = STRONG_SOLVER
        run.stats.rounds = 0
        return None
    return verdict


def search_whole(run: Run, solver: str) -> Verdict:
    """Solve and refine until the solver gives up or nothing is left to refine."""
    with _loop(run, solver) as loop:
        return _with_another(run, loop, loop.ask())


def _loop(run: Run, solver: str) -> LazyLoop:
    return LazyLoop(run.compiled, solver, run.deadline, run.stats)


def _with_another(run: Run, loop: LazyLoop, verdict: Verdict, least: int = LEAST_PATIENCE) -> Verdict:
    """Return a verdict; if it is asked for, note whether there are other solutions, where models are just the solutions.

    At ``least`` so many conflicts are spent on that.
    """
    claim = run.compiled.claim
    if run.request.all_answers and isinstance(verdict, Sat) and not (claim.restricted or claim.stays_relaxed):
        run.stats.several = loop.has_another(verdict.model, least)
    return verdict
