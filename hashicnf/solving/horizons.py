"""Find plans by a separate formula for each horizon: the first formula with a model gives a plan with the fewest steps.

Used for ``dpll`` and for solvers that take no assumptions; for others ``growing`` keeps one formula.

The horizon starts at the task's lower bound and grows by its stride.
Reference: Kautz and Selman 1992, "Planning as satisfiability".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from hashicnf.core.deadline import Deadline
from hashicnf.core.horizons import excess
from hashicnf.core.planning import COSTS_DIFFER, Task
from hashicnf.core.statespace import Plan
from hashicnf.core.stats import Stats
from hashicnf.errors import counted
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, Stopped, Unknown, Unsat
from hashicnf.pipeline.answer import Answer
from hashicnf.solving.all_states import ALL_STATES, Refuter
from hashicnf.solving.request import Request


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
    deadline = Deadline.after(request.timeout, request.spent)
    task = puzzle.task(puzzle.choices(request.options), request.metric)
    horizon, before, refuter = task.least, Stats(), Refuter(task)
    while True:
        report_horizon(request, horizon)
        if (unknown := too_large(task, horizon)) is not None:
            stats = replace(before, size=puzzle.size, method=request.method or "")
            stats.figures |= {"metric": task.metric, "horizon": horizon}
            yield Answer(unknown, None, stats)
            return
        answer = solve(puzzle, replace(request, horizon=horizon, timeout=deadline.left(), spent=0.0))
        _add_work(answer.stats, before)
        answer.stats.figures |= {"metric": task.metric, "horizon": horizon}
        answer, is_last = _judged(answer, task, horizon, deadline)
        yield answer
        if is_last:
            return
        if refuter.refutes():
            answer.stats.solver = ALL_STATES
            answer.stats.figures["states"] = refuter.states
            yield replace(answer, verdict=Unsat())
            return
        horizon += task.stride
        before = answer.stats


def _judged(answer: Answer, task: Task, horizon: int, deadline: Deadline) -> tuple[Answer, bool]:
    """Return the answer for the puzzle, given that for a formula with a horizon, and whether it ends the search."""
    if answer.plan is not None:
        found, doubt = answer.plan, "" if task.unit_costs else COSTS_DIFFER
        return replace(answer, plan=Plan.judged(found.actions, found.cost, found.metric, doubt)), True
    if not isinstance(answer.verdict, Unknown):
        return answer, True
    if answer.verdict.stopped.kind == "time":
        return replace(answer, verdict=Unknown(deadline.stopped(f" at horizon {horizon}"))), True
    if answer.verdict.stopped.kind != "restricted":
        return answer, True
    if task.most is not None and horizon + task.stride > task.most:
        return replace(answer, verdict=Unsat()), True
    return answer, False


def report_horizon(request: Request, horizon: int) -> None:
    """Report the search at a horizon as a phase."""
    if request.observe is not None:
        request.observe(f"look for a plan of {counted(horizon, 'step')}")


def _add_work(stats: Stats, before: Stats) -> None:
    """Add the work of smaller horizons; DPLL accumulates nodes and conflicts itself."""
    stats.add(before)
    if "iterations" in stats.figures:
        stats.figures["iterations"] = stats.rounds


def too_large(task: Task, horizon: int) -> Unknown | None:
    """Return Unknown if the formula with this horizon would be too large to be built, otherwise None."""
    problem = excess(task, horizon)
    return None if problem is None else Unknown(Stopped("memory", f"{problem}; a search may find a plan"))
