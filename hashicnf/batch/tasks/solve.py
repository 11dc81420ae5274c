"""The task ``solve``: solve puzzles, with the checked solution and the figures of ``solve --json``."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from hashicnf.backends.choose import settings_of, version_of
from hashicnf.batch.reasons import reason_of
from hashicnf.batch.tasks import Options, Outcome, Task
from hashicnf.families import Puzzle
from hashicnf.logic import Solved, Unknown, Unsat
from hashicnf.solving.methods import solve_with
from hashicnf.solving.request import Request

# A batch has limits of its own; a trace and the display on a terminal are for one puzzle.
ELSEWHERE: Final = {"timeout", "spent", "jobs", "tracer", "progress", "observe", "depth"}
OPTIONS: Final = tuple(field.name for field in fields(Request) if field.name not in ELSEWHERE)
REPETITION: Final = "repetition"  # the number of a measurement, an option that only distinguishes runs


def run(puzzle: Puzzle, options: Options) -> Outcome:
    """Solve a puzzle; the caller enforces the time limit."""
    asked = {name: value for name, value in options.items() if name != REPETITION}
    answer = solve_with(puzzle, Request(**{"all_answers": True, **asked}))
    reason = kind = ""
    match answer.verdict:
        case Solved():
            reason = answer.broken[0].message if answer.broken else ""
        case Unsat() as verdict:
            reason = reason_of(puzzle, verdict.reason)
        case Unknown(stopped):
            reason, kind = stopped.reason, stopped.kind
    found = answer.stats.data() | _origin(answer.stats.solver)
    if isinstance(answer.verdict, Unsat):
        found["verified"] = bool(reason) or not answer.stats.solver
    if (plan := answer.plan) is not None:
        found |= {"length": plan.length, "cost": plan.cost, "metric": plan.metric, "optimal": plan.optimal}
    solution = "" if answer.solution is None else puzzle.as_json(answer.solution)
    return Outcome(status=answer.status, reason=reason, stopped=kind, figures=found, solution=solution)


def _origin(solver: str) -> dict[str, Any]:
    """Return the settings of a solver that differ from its defaults, and its version, if there are any."""
    found = {"settings": settings_of(solver), "solver_version": version_of(solver)}
    return {name: value for name, value in found.items() if value}


TASK: Final = Task(title="solve puzzles and check the solutions", options=OPTIONS, run=run, measures=True)
