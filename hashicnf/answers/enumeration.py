"""Enumerate all solutions of a puzzle: each solution found is excluded by a clause before the next search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.asking.questions import Questions
from hashicnf.backends.choose import solver_named
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import out_of_memory
from hashicnf.families import Puzzle
from hashicnf.logic import Sat
from hashicnf.pipeline.distinct_models import noting
from hashicnf.pipeline.family_parts import require_part

PER_LITERAL: Final = 12  # bytes per literal of the clauses that exclude solutions, here and in the solver; measured


def enumerate_solutions(
    puzzle: Puzzle,
    *,
    solver: str | None = None,
    deadline: Deadline,
    memory: int | None = None,
    conflicts: int | None = None,
) -> Iterator[object]:
    """Yield each solution once, checked.

    Each solution costs a clause over the undecided variables, so this suits thousands of solutions, not millions. Raises UsageError
    at the call for puzzles that are solved by plans and for unknown solvers. During iteration, raises GaveUp at the deadline, if
    these clauses take ``memory`` bytes, and if a solution takes more than ``conflicts`` conflicts; and the errors of solvers.
    """
    require_part(puzzle, "static")
    if solver is not None:
        solver_named(solver)
    return _solutions(puzzle, solver, deadline, memory, conflicts)


def _solutions(
    puzzle: Puzzle, solver: str | None, deadline: Deadline, memory: int | None, conflicts: int | None
) -> Iterator[object]:
    number, note = 0, noting(puzzle)
    with Questions(puzzle, solver=solver, deadline=deadline) as questions:
        found = questions.ask_first() if conflicts is None else questions.ask(conflicts=conflicts)
        while isinstance(found, Sat):
            note(solution := questions.solution(found))
            yield solution
            number += 1
            if not len(questions.open):
                return
            questions.exclude(found.model)
            found = questions.ask(conflicts=conflicts)
            used = number * len(questions.open) * PER_LITERAL
            if memory is not None and isinstance(found, Sat) and used >= memory:
                raise out_of_memory(memory).error()
