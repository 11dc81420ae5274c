"""All solutions of a puzzle, one after the other: each excludes those before it."""

from __future__ import annotations

from collections.abc import Iterator

from hashicnf.answers.questions import Questions
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.families import Puzzle
from hashicnf.logic import Sat


def enumerate_solutions(puzzle: Puzzle, *, solver: str | None = None, deadline: Deadline = NEVER) -> Iterator[object]:
    """Yield each solution once, checked.

    Every one costs a clause over what is open, so that this is for thousands of solutions and not for millions. Raises UsageError
    for puzzles that are solved by plans, GaveUp at the deadline, and what the solvers raise.
    """
    with Questions(puzzle, solver=solver, deadline=deadline) as questions:
        found = questions.ask_first()
        while isinstance(found, Sat):
            yield questions.solution(found)
            if not len(questions.open):
                return
            questions.exclude(found.model)
            found = questions.ask()
