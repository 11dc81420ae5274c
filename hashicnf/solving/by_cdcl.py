"""Solve a puzzle by CDCL: reduce it, choose how its formula is solved, decode, check.

No solver is trusted: every solution passes the checker, which is based only on the rules of the puzzle.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.stats import Stats
from hashicnf.errors import GaveUp, SolverFailed, UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, Sat, Stopped, Unknown, Unsat, Verdict
from hashicnf.passes.connectivity.choice import LAZY
from hashicnf.pipeline.answer import Answer, accept, concluded
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.solving.request import Request
from hashicnf.solving.run import Run

PROPAGATION: Final = "propagation"  # reported instead of a solver for puzzles that propagation decides


def solve_puzzle(puzzle: Puzzle, request: Request) -> Answer:
    """Solve a puzzle by the requested CDCL solver, or by the roads chosen for it. After Ctrl-C the answer has the figures so far.

    Raises UsageError, SolverMissing, and SolverFailed if the answer of the solver is wrong.
    """
    _require_choice(request)
    deadline = request.deadline()
    stats = Stats("", request.cardinality, request.connectivity, puzzle.size)
    verdict: Verdict
    try:
        if request.solver is not None:
            with stats.phase("load"):
                from hashicnf.backends.choose import main_name

                stats.solver = main_name(request.solver)
        with stats.phase("encode"):
            compiled = compiled_for(puzzle, request, deadline.ending(request.observe))
        compiled.note(stats)
        if deadline.is_past():
            return Answer(Unknown(deadline.stopped()), None, stats)
        if request.observe is not None:
            request.observe("solve")
        verdict = concluded(_verdict(Run(compiled, request, deadline, stats)), compiled.claim)
        if isinstance(verdict, Sat):
            return accept(compiled, verdict.model, verdict, stats)
    except KeyboardInterrupt:
        verdict = Unknown(INTERRUPTED)
    except GaveUp as stop:
        verdict = Unknown(Stopped.by(stop))
    return Answer(verdict, None, stats)


def _verdict(run: Run) -> Verdict:
    """Return the verdict on a formula; without calling a solver if propagation decides it and no solver or road is requested."""
    compiled, request = run.compiled, run.request
    is_free = request.solver is None and request.road is None
    with run.stats.phase("search"):
        verdict = compiled.formula.decided() if is_free else None
    if verdict is None:
        from hashicnf.solving.model_search import search

        found = search(run)
        if isinstance(found, Unsat) and not is_free:
            _require_undecided(run)
        return found
    run.stats.solver = PROPAGATION
    if not isinstance(verdict, Sat):
        return verdict
    if compiled.refine(verdict.model):
        return Unsat()
    if request.all_answers and compiled.claim.becomes_exact:
        run.stats.several = False
    return verdict


def _require_undecided(run: Run) -> None:
    """Raise SolverFailed if a formula that a solver has refuted has a model that unit clauses determine."""
    known = run.compiled.formula.decided()
    if isinstance(known, Sat) and not run.compiled.refine(known.model):
        raise SolverFailed(f"{run.stats.solver} reported that there is no solution, but unit propagation finds one")


def _require_choice(request: Request) -> None:
    """Raise UsageError for options that exclude each other."""
    if request.jobs is not None and request.solver is not None:
        raise UsageError("--jobs: processes share the work only without --solver")
    if request.road is not None and (request.jobs is not None or request.solver is not None):
        raise UsageError("--road: one road is taken alone, and has a solver of its own: leave out --jobs and --solver")


def compiled_for(puzzle: Puzzle, request: Request, observe: Observer = unobserved) -> Compiled:
    """Compile a puzzle; with lazy connectivity, constraints are simplified unless the request excludes that.

    They are not simplified with static cuts, which depend on loads, which contracted graphs do not have.
    """
    is_lazy = request.connectivity == LAZY and not request.cuts
    reduces = request.simplify is None and is_lazy and puzzle.rules.static is not None
    return compile_puzzle(puzzle, replace(request, simplify=True) if reduces else request, observe=observe)
