"""Decide uniqueness by a search for a second solution, near the first."""

from __future__ import annotations

from dataclasses import field
from itertools import islice
from typing import TYPE_CHECKING

from hashicnf.answers.enumeration import enumerate_solutions
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.families import Puzzle
from hashicnf.pictures.shown import Shown
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.core.picture import Picture


@record
class Uniqueness(Shown):
    """Solutions of a puzzle: none, the only one, or two different ones, which ``picture`` compares on the ``puzzle``."""

    solutions: tuple[object, ...]
    puzzle: Puzzle | None = field(default=None, compare=False)

    def picture(self, *, coordinates: bool = False) -> Picture | None:
        """Return the picture of the solution, or of two with marks where they differ; None if there is no solution.

        Raises UsageError for a family without pictures.
        """
        if self.puzzle is None or not self.solutions:
            return None
        from hashicnf.pictures.marking import comparing

        drawn = [self.puzzle.picture(solution, coordinates=coordinates) for solution in self.solutions]
        return comparing(drawn[0], drawn[-1])

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
    found = enumerate_solutions(puzzle, solver=solver, deadline=deadline, conflicts=conflicts)
    return Uniqueness(tuple(islice(found, 2)), puzzle)
