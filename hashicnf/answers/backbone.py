"""The backbone: what all solutions share.

A solution shows what can be in the backbone at all. Then a solution is asked for that differs in some part of that; as long as
there is one it takes something away, and when there is none the rest is the backbone. Each question names only a portion of what
is left, and the solver is told to prefer the opposite of the first solution, so that each answer takes away much.
Reference: Janota, Lynce and Marques-Silva 2015, "Algorithms for computing backbones of propositional formulae".
"""

from __future__ import annotations

import numpy as np

from hashicnf.answers.questions import Questions, literals, opposite
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.families import Puzzle
from hashicnf.logic import Bools, Ints, Sat
from hashicnf.records import record

PORTION = 100


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

    @property
    def literals(self) -> Ints:
        """List the shared literals, int32[k]."""
        return literals(self.model, np.flatnonzero(self.shared).astype(np.int32))


def backbone(puzzle: Puzzle, *, solver: str | None = None, deadline: Deadline = NEVER) -> Backbone | None:
    """Find what all solutions of a puzzle share; None if it has none.

    Raises UsageError for puzzles that are solved by plans, GaveUp at the deadline, and what the solvers raise.
    """
    with Questions(puzzle, solver=solver, deadline=deadline) as questions:
        first = questions.ask()
        if not isinstance(first, Sat):
            return None
        model = first.model[: questions.problem + 1]
        shared = np.ones(len(model), dtype=np.bool_)
        shared[0] = False
        undecided = questions.open
        questions.prefer(~model)
        while len(undecided):
            portion = undecided[:PORTION]
            selector = questions.selectors(1)
            questions.add(np.append(opposite(model, portion), -selector)[None])
            verdict = questions.ask(selector)
            if isinstance(verdict, Sat):
                differs = verdict.model[undecided] != model[undecided]
                shared[undecided[differs]] = False
                undecided = undecided[~differs]
            else:
                questions.add(literals(model, portion)[:, None])
                undecided = undecided[PORTION:]
        partial = questions.compiled.decode(np.append(model & shared, first.model[len(model) :]))
        return Backbone(questions.solution(first), partial, model, shared)
