"""The backbone of a puzzle: the variables that have the same value in all solutions.

The first solution gives the candidates. Then solutions that differ in some of them are searched (``asking.backbones``).
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

import numpy as np

from hashicnf.asking.questions import Questions
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.families import Puzzle
from hashicnf.logic import Bools, Ints, Sat, constant, literals_of
from hashicnf.pictures.shown import Shown
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.core.picture import Picture


@record
class Backbone(Shown):
    """A solution, and which of the problem's variables have the same value in all solutions, ``shared`` bool[v + 1].

    ``model`` bool[v + 1] are the values in this solution; ``partial`` is the part of it that all solutions have, which ``picture``
    draws on the ``puzzle``, or None if the family does not decode parts of solutions (``Static.shared``).
    """

    solution: object
    partial: object
    model: Bools
    shared: Bools
    puzzle: Puzzle | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        object.__setattr__(self, "model", constant(self.model))
        object.__setattr__(self, "shared", constant(self.shared))

    def picture(self, *, coordinates: bool = False) -> Picture | None:
        """Return the picture of the shared part. Raises UsageError for a family without pictures."""
        return None if self.puzzle is None else self.puzzle.picture(self.partial, coordinates=coordinates, partial=True)

    def __repr__(self) -> str:
        """Return the number of shared variables in one line."""
        return (
            f"<backbone: {len(self.literals)} of {len(self.model) - 1} variables have the same value in all solutions>"
        )

    @property
    def literals(self) -> Ints:
        """Return the shared literals, int32[k]."""
        return literals_of(self.model, np.flatnonzero(self.shared).astype(np.int32))


def backbone(puzzle: Puzzle, *, solver: str | None = None, deadline: Deadline = NEVER) -> Backbone | None:
    """Compute the backbone of a puzzle; None if it has no solution.

    Raises UsageError for puzzles that are solved by plans, GaveUp at the deadline, and the errors of solvers.
    """
    with Questions(puzzle, solver=solver, deadline=deadline) as questions:
        first = questions.ask_first()
        if not isinstance(first, Sat):
            return None
        model = first.model[: questions.problem + 1]
        shared = np.ones(len(model), dtype=np.bool_)
        shared[0] = shared[questions.open] = False
        shared[np.abs(questions.lasting(literals_of(model, questions.open)))] = True
        static, rest = puzzle.rules.static, first.model[len(model) :]
        is_decodable = static is not None and static.shared is not None
        partial = questions.compiled.decode(np.append(model & shared, rest)) if is_decodable else None
        return Backbone(questions.solution(first), partial, model, shared, puzzle)
