"""Find plans by a separate formula for each horizon: the first formula with a model gives a plan with the fewest steps.

Used for ``dpll`` and for solvers that take no assumptions; for others ``growing`` keeps one formula.

Reference: Kautz and Selman 1992, "Planning as satisfiability".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from hashicnf.core.deadline import Deadline
from hashicnf.core.statespace import Plan
from hashicnf.core.stats import Stats
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, Unknown
from hashicnf.pipeline.answer import Answer
from hashicnf.planning.task import Task
from hashicnf.solving.request import Request
from hashicnf.solving.rising_horizon import RisingHorizon


def raise_horizon(puzzle: Puzzle, request: Request, solve: Callable[[Puzzle, Request], Answer]) -> Answer:
    """Solve with growing horizons until there is a plan or no time is left; a plan of fewest steps is optimal if each costs 1.

    A puzzle without a plan is refuted if the task bounds the lengths of plans, or by a search of all states that runs in between.
    Ctrl-C ends the search, also between two formulas; the answer has the figures so far.
    """
    last = Answer(Unknown(INTERRUPTED), None, Stats(size=puzzle.size, method=request.method or ""))
    try:
        for answer in _by_horizon(puzzle, request, solve):
            last = answer
    except KeyboardInterrupt:
        return Answer(Unknown(INTERRUPTED), None, last.stats)
    return last


def _by_horizon(puzzle: Puzzle, request: Request, solve: Callable[[Puzzle, Request], Answer]) -> Iterator[Answer]:
    """Yield the answer of each horizon, with accumulated figures; the last one is the answer for the puzzle."""
    deadline = request.deadline()
    task = puzzle.task(puzzle.choices(request.options), request.metric)
    horizons, before = RisingHorizon(task, request), Stats(size=puzzle.size, method=request.method or "")
    for horizon in horizons:
        answer = solve(puzzle, replace(request, horizon=horizon, timeout=deadline.left(), spent=0.0))
        _add_work(answer.stats, before)
        before = answer.stats
        before.figures |= {"metric": task.metric, "horizon": horizon}
        if isinstance(answer.verdict, Unknown) and answer.verdict.stopped.kind == "restricted":
            yield answer
            continue
        yield _judged(answer, task, horizons, deadline)
        return
    before.figures["metric"] = task.metric
    yield Answer(horizons.conclude(before), None, before)


def _judged(answer: Answer, task: Task, horizons: RisingHorizon, deadline: Deadline) -> Answer:
    """Return the answer for the puzzle, given that for a formula with a horizon, which ends the search."""
    if answer.plan is not None:
        found = answer.plan
        return replace(answer, plan=Plan.judged(found.actions, found.cost, found.metric, task.doubt))
    is_late = isinstance(answer.verdict, Unknown) and answer.verdict.stopped.kind == "time"
    return replace(answer, verdict=horizons.late(deadline)) if is_late else answer


def _add_work(stats: Stats, before: Stats) -> None:
    """Add the work of smaller horizons; DPLL accumulates nodes and conflicts itself."""
    stats.add(before)
    if "iterations" in stats.figures:
        stats.figures["iterations"] = stats.rounds
