"""Begin DPLL or a search: compile a formula whose steps a trace can show, and write the first record of the trace and the last."""

from __future__ import annotations

from dataclasses import replace

from hashicnf.core.constraints import Claim
from hashicnf.core.deadline import Deadline
from hashicnf.core.stats import Stats
from hashicnf.families import Puzzle
from hashicnf.logic import Unknown, Unsat
from hashicnf.pipeline.answer import concluded
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import PAIRWISE, Compiled
from hashicnf.solving.request import Request
from hashicnf.trace import Tracer
from hashicnf.trace.steps import AT_MOST_ONE, HORIZON, METRIC, OPTION, REDUNDANT, SIMPLIFY, End, Record, Start


def compile_for_trace(puzzle: Puzzle, request: Request, deadline: Deadline, stats: Stats) -> Compiled:
    """Compile, and record encodings and size of the formula; for a trace without simplification, so that the trace shows its steps.

    Raises GaveUp at the deadline, and UsageError as ``compile_puzzle`` does.
    """
    stats.cardinality, stats.connectivity, stats.at_most_one = (
        request.cardinality,
        request.connectivity,
        request.at_most_one,
    )
    is_shown = request.tracer.active and request.simplify is None
    encodings = replace(request, simplify=False) if is_shown else request
    made = compile_puzzle(puzzle, encodings, observe=deadline.ending(request.observe))
    made.note(stats)
    return made


def begin_trace(puzzle: Puzzle, method: str, request: Request, stats: Stats) -> None:
    """Write the first record of a trace."""
    if request.tracer.active:
        names = {"cardinality": stats.cardinality, "connectivity": stats.connectivity, **stats.figures}
        known = {name: value for name, value in names.items() if value != "" and not isinstance(value, list)}
        settings = {**known, **_unusual(request)}
        lines = tuple(puzzle.lines)
        request.tracer.emit(Record(0, -1, Start(method, puzzle.family, lines, settings)))


def concluding(tracer: Tracer, claim: Claim) -> Tracer:
    """Return a tracer for a formula or space with this claim: the last record holds the verdict on the puzzle."""
    return _Concluding(tracer, claim) if tracer.active and claim.restricted else tracer


class _Concluding:
    """Passes records on; if the formula or space is found to have no solution, the last one names its bounds instead."""

    active = True

    def __init__(self, tracer: Tracer, claim: Claim) -> None:
        self._tracer, self._claim = tracer, claim

    def emit(self, record: Record) -> None:
        """Pass the record on."""
        if isinstance(end := record.step, End) and end.outcome == "unsolvable":
            verdict = concluded(Unsat(), self._claim)
            if isinstance(verdict, Unknown):
                record = replace(record, step=End("stopped", verdict.stopped.reason, end.figures))
        self._tracer.emit(record)


def _unusual(request: Request) -> dict[str, str | int]:
    """Return the settings of the formula that differ from the defaults; the variables of its encodings depend on them."""
    found: dict[str, str | int] = {AT_MOST_ONE: request.at_most_one} if request.at_most_one != PAIRWISE else {}
    found |= {REDUNDANT: "no"} if not request.redundant else {}
    found |= {SIMPLIFY: "yes"} if request.simplify else {}
    found |= {} if request.metric is None else {METRIC: request.metric}
    found |= {f"{OPTION}{name}": text for name, text in (request.options or {}).items()}
    return found if request.horizon is None else {HORIZON: request.horizon, **found}
