"""Find clues whose sums contradict each other by counting; clause learning would take exponential time to refute them.

Reference: Haken 1985, "The intractability of resolution".
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.families import Puzzle
from hashicnf.logic import Ints
from hashicnf.pipeline.compile import state
from hashicnf.pipeline.family_parts import clues_of
from hashicnf.refuting.by_counting import refute_by_counting
from hashicnf.refuting.search import Refuted


def contradicting(puzzle: Puzzle, clues: Ints, deadline: Deadline = NEVER) -> Ints | None:
    """Return a part of some clues, ascending int32[k], that is contradictory by itself; None if counting finds none.

    The sums of the counting argument give a smaller part, which is taken if it can be refuted by itself, and so on.
    """
    stated = state(replace(puzzle, board=clues_of(puzzle).only(puzzle.board, clues)))
    found = refute_by_counting(stated, deadline=deadline)
    if not isinstance(found, Refuted):
        return None
    sums = [batch.source for batch in stated.counted]
    steps = [weights for argument in found.arguments for weights in argument.steps]
    weighed = [np.concatenate(sums)[weights != 0] for weights in steps]
    part = np.intersect1d(clues, np.concatenate(weighed)) if weighed else clues
    smaller = contradicting(puzzle, part, deadline) if len(part) < len(clues) else None
    return clues if smaller is None else smaller
