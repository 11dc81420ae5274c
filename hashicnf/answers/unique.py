"""Decide uniqueness by a search for a second solution, near the first."""

from __future__ import annotations

from hashicnf.asking.questions import Questions
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.families import Puzzle
from hashicnf.logic import Sat
from hashicnf.records import record


@record
class Uniqueness:
    """Solutions of a puzzle: none, the only one, or two different ones."""

    solutions: tuple[object, ...]

    def __bool__(self) -> bool:
        """Return whether there is exactly one solution."""
        return len(self.solutions) == 1

    def __repr__(self) -> str:
        """Return the verdict in one line."""
        return f"<{('no solution', 'one solution', 'several solutions')[len(self.solutions)]}>"


def unique(
    puzzle: Puzzle, *, solver: str | None = None, deadline: Deadline = NEVER, conflicts: int | None = None
) -> Uniqueness:
    """Return up to two solutions of a puzzle, which decide whether it has exactly one.

    Raises UsageError for puzzles that are solved by plans, GaveUp at the deadline and if one of the two searches takes more than so
    many conflicts (None: no limit), and the errors of solvers.
    """
    with Questions(puzzle, solver=solver, deadline=deadline) as questions:
        first = questions.ask_first() if conflicts is None else questions.ask(conflicts=conflicts)
        if not isinstance(first, Sat):
            return Uniqueness(())
        one = questions.solution(first)
        if not len(questions.open):
            return Uniqueness((one,))
        questions.exclude(first.model)
        second = questions.ask(conflicts=conflicts)
        return Uniqueness((one, questions.solution(second)) if isinstance(second, Sat) else (one,))
