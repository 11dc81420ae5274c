"""All solutions of a puzzle, one after the other: each excludes those before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.answers.questions import Questions
from hashicnf.backends.choose import solver_named
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.limits import out_of_memory
from hashicnf.families import Puzzle
from hashicnf.logic import Sat
from hashicnf.pipeline.parts import require_part

PER_LITERAL: Final = 12  # bytes for a literal of what rules out solutions, here and in the solver; measured


def enumerate_solutions(
    puzzle: Puzzle,
    *,
    solver: str | None = None,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    conflicts: int | None = None,
) -> Iterator[object]:
    """Yield each solution once, checked.

    Every one costs a clause over what is open, so that this is for thousands of solutions and not for millions. Raises UsageError
    at once for puzzles that are solved by plans and unknown solvers; GaveUp at the deadline, where these clauses take so many
    bytes of ``memory``, and where one solution takes more ``conflicts``, and what solvers raise, when solutions are asked for.
    """
    require_part(puzzle.family, puzzle.rules, "static")
    if solver is not None:
        solver_named(solver)
    return _solutions(puzzle, solver, deadline, memory, conflicts)


def _solutions(
    puzzle: Puzzle, solver: str | None, deadline: Deadline, memory: int | None, conflicts: int | None
) -> Iterator[object]:
    number = 0
    with Questions(puzzle, solver=solver, deadline=deadline) as questions:
        found = questions.ask_first() if conflicts is None else questions.ask(conflicts=conflicts)
        while isinstance(found, Sat):
            yield questions.solution(found)
            number += 1
            if not len(questions.open):
                return
            questions.exclude(found.model)
            found = questions.ask(conflicts=conflicts)
            used = number * len(questions.open) * PER_LITERAL
            if memory is not None and isinstance(found, Sat) and used >= memory:
                raise out_of_memory(memory).error()
