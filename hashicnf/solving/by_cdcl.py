"""Solve a puzzle by CDCL: reduce it, choose how its formula is solved, decode, check.

No solver is trusted: every solution passes the checker, which is based only on the rules of the puzzle.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hashicnf.core.deadline import Deadline
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.stats import Stats
from hashicnf.errors import GaveUp, SolverFailed, UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, Sat, Stopped, Unknown, Unsat, Verdict
from hashicnf.passes.connectivity.choice import LAZY
from hashicnf.pipeline.answer import Answer, accept, concluded
from hashicnf.pipeline.compile import Stated, compile_stated, restated, state_for
from hashicnf.pipeline.compiled import NATIVE, Compiled
from hashicnf.solving.request import ANY_METHOD, Request, option_of
from hashicnf.solving.run import Run

PROPAGATION: Final = "propagation"  # reported instead of a solver for puzzles that propagation decides
# Variables of small puzzles. Those with fewer are often decided by propagation, without the import of PySAT, which takes 15 ms; on
# boards with more and few double bridges a solver with native counts is slower.
SMALL: Final = range(100, 1001)
UNENCODED: Final = ANY_METHOD | {"options", "road"}  # fields of requests that concern no encoding and no solver


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
        run = _started(puzzle, request, deadline, stats)
        if deadline.is_past():
            return Answer(Unknown(deadline.stopped()), None, stats)
        if request.observe is not None:
            request.observe("solve")
        run, verdict = _answered(run)
        verdict = concluded(verdict, run.compiled.claim)
        if isinstance(verdict, Sat):
            return accept(run.compiled, verdict.model, verdict, stats)
    except KeyboardInterrupt:
        verdict = Unknown(INTERRUPTED)
    except GaveUp as stop:
        verdict = Unknown(Stopped.by(stop))
    return Answer(verdict, None, stats)


def _is_native(stated: Stated, request: Request) -> bool:
    """Return whether a puzzle is solved as it is stated: if its road is requested, or it is small and no option excludes that.

    Raises UsageError if the road and such an option are requested.
    """
    if len(stated.connected) != 1:
        return False
    others = [name for name in request.given() if name not in UNENCODED]
    if request.road != NATIVE:
        return request.road is None and not others and stated.problem.count in SMALL
    if others:
        raise UsageError(
            f"--road {NATIVE} encodes and simplifies nothing: leave out {' and '.join(map(option_of, others))}"
        )
    return True


def _started(puzzle: Puzzle, request: Request, deadline: Deadline, stats: Stats) -> Run:
    """Return the run of a puzzle that is compiled as it is stated, or after simplification."""
    observe = deadline.ending(request.observe)
    with stats.phase("encode"):
        stated = state_for(puzzle, request, observe=observe)
        if _is_native(stated, request):
            from hashicnf.solving.native import as_stated

            compiled = as_stated(stated)
        else:
            compiled = _simplified(stated, request, observe)
    compiled.note(stats)
    return Run(compiled, request, deadline, stats)


def _answered(run: Run) -> tuple[Run, Verdict]:
    """Return the verdict on a run; if a formula with native counts takes long, that on the simplified one, with its run."""
    if not run.compiled.native:
        return run, _verdict(run)
    from hashicnf.backends import is_out_of_conflicts
    from hashicnf.solving.native import briefly

    verdict = briefly(run)
    if not is_out_of_conflicts(verdict):
        return run, verdict
    with run.stats.phase("encode"):
        observe = run.deadline.ending(run.request.observe)
        simplified = replace(run, compiled=_simplified(restated(run.compiled), run.request, observe))
    simplified.compiled.note(run.stats)
    return simplified, _verdict(simplified)


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
    """Compile a puzzle; with lazy connectivity, constraints are simplified unless the request excludes that."""
    return _simplified(state_for(puzzle, request, observe=observe), request, observe)


def _simplified(stated: Stated, request: Request, observe: Observer) -> Compiled:
    """Compile stated constraints as ``compiled_for`` does.

    They are not simplified with static cuts, which depend on loads, which contracted graphs do not have.
    """
    is_lazy = request.connectivity == LAZY and not request.cuts
    reduces = request.simplify is None and is_lazy and stated.puzzle.rules.static is not None
    encodings = replace(request, simplify=True) if reduces else request
    return compile_stated(stated, encodings, once=False, observe=observe)
