"""Clauses that are added to a formula, stored contiguously, and the check that models satisfy them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from hashicnf.arrays.blocking import Deferred
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.logic import Bools, Ints, literals_of, truth

ASKED: Final = Origin("asked", "question")


def differing(model: Bools, variables: Ints) -> Clauses:
    """Return the clause that some of the variables, int32[k], has another value than in a model."""
    return Clauses.of(-literals_of(model, variables)[None], ASKED)


def differing_in_parts(model: Bools, variables: Ints, parts: Ints) -> list[Clauses]:
    """Return ``differing`` as clauses over auxiliaries ``parts``, int32[p]: in a part that is true, one of its variables differs.

    In one clause of n literals a solver looks for one that is not false up to n times, each time from the start.
    """
    if not len(parts):
        return [differing(model, variables)]
    runs = np.array_split(-literals_of(model, variables), len(parts))
    ways = [np.insert(run, 0, -part) for part, run in zip(parts.tolist(), runs, strict=True)]
    return [Clauses.of(clause[None], ASKED) for clause in (parts, *ways)]


class FlatClauses:
    """Clauses stored contiguously, so that models are checked by a few calls of numpy, whatever the number of widths.

    Deferred clauses, and the empty clause, are checked block by block.
    """

    def __init__(self, blocks: Iterable[Clauses] = ()) -> None:
        """Start with some clauses."""
        self._apart: list[Clauses] = []
        self._lits: list[Ints] = []
        self._widths: list[Ints] = []
        self.add(blocks)

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses."""
        for block in blocks:
            if block.width == 0 or isinstance(block.rows, Deferred):
                self._apart.append(block)
            elif len(block):
                self._lits.append(block.rows.ravel())
                self._widths.append(np.full(len(block), block.width, dtype=np.int32))

    def hold(self, model: Bools) -> bool:
        """Return whether a model, bool[v + 1], satisfies all clauses."""
        if any(len(block.violated(model)) for block in self._apart):
            return False
        if not self._lits:
            return True
        if len(self._lits) > 1:
            self._lits, self._widths = [np.concatenate(self._lits)], [np.concatenate(self._widths)]
        lits, widths = self._lits[0], self._widths[0]
        starts = widths.cumsum() - widths
        return bool(np.logical_or.reduceat(truth(model, lits), starts).all())
