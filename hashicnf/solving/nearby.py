"""Models near one that is known: all that is far from a literal is held, and the literal alone has to change.

Solutions of lattices, mazes and other boards with much room differ by small changes nearly everywhere. To find one near a given
place takes a solver a glance; with the whole board open it may search for minutes. What has no model near proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from hashicnf.arrays.blocking import ranges
from hashicnf.arrays.transport import by_node
from hashicnf.core.constraints import Clauses
from hashicnf.logic import NO_LITERALS, Ints, Sat, literals_of, truth
from hashicnf.solving.lazy import LazyLoop

STEPS: Final = (3, 6, 12)  # from variable to variable by a clause; what a narrow look leaves is looked at more widely
GLANCE: Final = 100  # conflicts
CREDIT: Final = 5  # how many more questions may have had no model than have had one


def unchanged(loop: LazyLoop, literals: Ints, left: Ints) -> Ints:
    """Return those of ``left`` int32[l] that no model was found without; ``literals`` int32[k] of a model are held where far.

    On boards where most of these questions have no model, it soon asks no more.
    """
    around = _Neighbours(loop.formula.blocks, loop.formula.variables.count)
    variables, credit = np.abs(literals), CREDIT
    for steps in STEPS:
        for literal in left.tolist():
            if literal not in left:
                continue
            if not credit:
                return left
            is_far = np.isin(variables, around.near(abs(literal), steps), invert=True)
            verdict = loop.ask(np.append(np.int32(-literal), literals[is_far]), GLANCE)
            if isinstance(verdict, Sat):
                literals, left = literals_of(verdict.model, variables), left[truth(verdict.model, left)]
            credit += 1 if isinstance(verdict, Sat) else -1
    return left


class _Neighbours:
    """The clauses of each variable, and the variables of each clause; both laid end to end."""

    def __init__(self, blocks: Sequence[Clauses], variables: int) -> None:
        rows = [block.lits for block in blocks if block.width > 1]
        width = np.concatenate([np.zeros(0, dtype=np.int32), *(np.full(len(lits), lits.shape[1]) for lits in rows)])
        self._variable = np.abs(np.concatenate([NO_LITERALS, *map(np.ravel, rows)]))
        self._start = np.append(0, width.cumsum())
        order, self._first = by_node(self._variable, variables + 1)
        self._clause = np.repeat(np.arange(len(width), dtype=np.int32), width)[order]

    def near(self, variable: int, steps: int) -> Ints:
        """List the variables within some steps of one, itself included, int32[k] ascending."""
        found = np.array([variable], dtype=np.int32)
        for _ in range(steps):
            clauses = np.unique(ranges(self._clause, self._first[found], self._first[found + 1]))
            found = np.unique(ranges(self._variable, self._start[clauses], self._start[clauses + 1]))
        return found
