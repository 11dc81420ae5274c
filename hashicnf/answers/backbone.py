"""The backbone: what all solutions share.

A solution shows what can be in the backbone at all. Then solutions are asked for that differ in some part of that
(``solving.backbones``).
"""

from __future__ import annotations

import numpy as np

from hashicnf.answers.questions import Questions
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.families import Puzzle
from hashicnf.logic import Bools, Ints, Sat, literals_of
from hashicnf.records import record


@record
class Backbone:
    """A solution, and which of the problem's variables have the same value in all of them, bool[v + 1].

    ``model`` bool[v + 1] are the values in this solution, ``partial`` is this one without
    what others lack.
    """

    solution: object
    partial: object
    model: Bools
    shared: Bools

    def __repr__(self) -> str:
        """Count in one line what is shared."""
        return (
            f"<backbone: {len(self.literals)} of {len(self.model) - 1} variables have the same value in all solutions>"
        )

    @property
    def literals(self) -> Ints:
        """List the shared literals, int32[k]."""
        return literals_of(self.model, np.flatnonzero(self.shared).astype(np.int32))


def backbone(puzzle: Puzzle, *, solver: str | None = None, deadline: Deadline = NEVER) -> Backbone | None:
    """Find what all solutions of a puzzle share; None if it has none.

    Raises UsageError for puzzles that are solved by plans, GaveUp at the deadline, and what the solvers raise.
    """
    with Questions(puzzle, solver=solver, deadline=deadline) as questions:
        first = questions.ask_first()
        if not isinstance(first, Sat):
            return None
        model = first.model[: questions.problem + 1]
        shared = np.ones(len(model), dtype=np.bool_)
        shared[0] = shared[questions.open] = False
        shared[np.abs(questions.lasting(literals_of(model, questions.open)))] = True
        partial = questions.compiled.decode(np.append(model & shared, first.model[len(model) :]))
        return Backbone(questions.solution(first), partial, model, shared)
