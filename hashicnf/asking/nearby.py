"""Search for models near a known one: one literal must change, and all literals far from it are fixed.

Solutions of lattices, mazes and other loosely constrained boards differ by small changes almost everywhere. Finding one of these
near a given place takes a solver very few conflicts; on the whole board it may search for minutes. If there is no model nearby,
that proves nothing.
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

STEPS: Final = (3, 6, 12)  # radii, in steps from variable to variable by a clause, tried one after the other
GLANCE: Final = 100  # conflicts
CREDIT: Final = 5  # largest excess of calls without a model over those with one


def unchanged(loop: LazyLoop, literals: Ints, left: Ints) -> Ints:
    """Return those of ``left`` int32[l] for which no nearby model was found in which they fail.

    ``literals`` int32[k] of a known model are assumed if they lie far from the literal. If most calls find no model, the search
    ends early.
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
    """The clauses of each variable, and the variables of each clause, in contiguous arrays."""

    def __init__(self, blocks: Sequence[Clauses], variables: int) -> None:
        rows = [block.lits for block in blocks if block.width > 1]
        width = np.concatenate([np.zeros(0, dtype=np.int32), *(np.full(len(lits), lits.shape[1]) for lits in rows)])
        self._variable = np.abs(np.concatenate([NO_LITERALS, *map(np.ravel, rows)]))
        self._start = np.append(0, width.cumsum())
        order, self._first = by_node(self._variable, variables + 1)
        self._clause = np.repeat(np.arange(len(width), dtype=np.int32), width)[order]

    def near(self, variable: int, steps: int) -> Ints:
        """Return the variables within some steps of a variable, including itself, ascending int32[k]."""
        found = np.array([variable], dtype=np.int32)
        for _ in range(steps):
            clauses = np.unique(ranges(self._clause, self._first[found], self._first[found + 1]))
            found = np.union1d(found, ranges(self._variable, self._start[clauses], self._start[clauses + 1]))
        return found
