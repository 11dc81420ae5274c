"""Solve a puzzle by DPLL on its clauses, with connectivity as a theory, with limits, progress and a trace."""

from __future__ import annotations

from hashicnf.backends.dpll import DpllFigures, DpllSession
from hashicnf.backends.dpll.branching import RULES, default_branching
from hashicnf.core.limits import Limits
from hashicnf.core.searchfigures import figures_of
from hashicnf.core.stats import Stats
from hashicnf.errors import GaveUp, UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, Sat, Stopped, Unknown, Verdict
from hashicnf.pipeline.answer import Answer, accept, concluded
from hashicnf.pipeline.compiled import Compiled
from hashicnf.solving import DPLL
from hashicnf.solving.request import Request
from hashicnf.solving.trace_start import begin_trace, compile_for_trace, concluding


def by_dpll(puzzle: Puzzle, request: Request, known: DpllFigures) -> Answer:
    """Solve by DPLL on the clauses, with connectivity as a theory. After Ctrl-C the answer has the figures so far.

    ``known`` are the figures of earlier formulas, which are continued, also for limits. Raises UsageError for an option or name
    that does not apply.
    """
    stats = Stats(DPLL, "", "", puzzle.size, method=DPLL)
    try:
        return _by_dpll(puzzle, request, stats, known)
    except GaveUp as late:  # while the formula was made
        _note(stats, known)
        return Answer(Unknown(Stopped.by(late)), None, stats)
    except KeyboardInterrupt:  # before the search, or after it
        _note(stats, known)
        return Answer(Unknown(INTERRUPTED), None, stats)


def _by_dpll(puzzle: Puzzle, request: Request, stats: Stats, known: DpllFigures) -> Answer:
    deadline = request.deadline()
    branching = request.branching
    needs_groups = branching is not None and RULES.get(branching).needs_groups  # a wrong name is refused at once
    with stats.phase("encode"):
        compiled = compile_for_trace(puzzle, request, deadline, stats)
    if request.tracer.active and compiled.needs_rounds:
        raise UsageError(
            f"--trace: a trace is of one search, and connectivity {compiled.connectivity} takes several: use lazy"
        )
    if branching is None or (needs_groups and not compiled.counted):
        branching = default_branching(has_groups=bool(compiled.counted))
    stats.figures["branching"] = branching
    if deadline.is_past():
        return Answer(Unknown(deadline.stopped()), None, stats)
    begin_trace(puzzle, DPLL, request, stats)
    with stats.phase("load"):
        session = DpllSession(
            compiled.formula.variables.count,
            branching=RULES.get(branching),
            limits=Limits(deadline, request.max_nodes),
            tracer=concluding(request.tracer, compiled.claim),
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
