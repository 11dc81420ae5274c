"""Models near one that is known: all that is far from a literal is held, and the literal alone has to change.

Solutions of lattices, mazes and other boards with much room differ by small changes nearly everywhere. To find one near a given
place takes a solver a glance; with the whole board open it may search for minutes. What has no model near proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.constraints import Clauses
from hashicnf.logic import Ints, Sat, literals_of, truth
from hashicnf.solving.lazy import LazyLoop

Numbers: TypeAlias = NDArray[np.signedinteger[Any]]

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
        wide = [block for block in blocks if block.width > 1 and len(block)]
        self._width = np.concatenate(
            [np.zeros(0, dtype=np.int64), *(np.full(len(block), block.width) for block in wide)]
        )
        self._variable = np.abs(np.concatenate([np.zeros(0, dtype=np.int32), *(block.lits.ravel() for block in wide)]))
        owner = np.repeat(np.arange(len(self._width)), self._width)
        order = np.argsort(self._variable, kind="stable")
        self._clause = owner[order]
        self._first = np.searchsorted(self._variable[order], np.arange(variables + 2))
        self._start = self._width.cumsum() - self._width

    def near(self, variable: int, steps: int) -> Ints:
        """List the variables within some steps of one, itself included, int32[k] ascending."""
        found = np.array([variable], dtype=np.int32)
        for _ in range(steps):
            clauses = np.unique(ranges(self._clause, self._first[found], self._first[found + 1]))
            ends = self._start[clauses] + self._width[clauses]
            found = np.unique(ranges(self._variable, self._start[clauses], ends)).astype(np.int32)
        return found


def ranges(values: Numbers, starts: Numbers, ends: Numbers) -> Numbers:
    """Lay ranges of an array end to end."""
    counts = ends - starts
    shift = np.repeat(starts - (counts.cumsum() - counts), counts)
    found: Numbers = values[np.arange(len(shift)) + shift]
    return found
