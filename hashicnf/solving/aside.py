"""Fixed variables that nothing else mentions: half of a simplified formula are clauses of one such literal."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from hashicnf.arrays.blocking import in_pieces
from hashicnf.core.constraints import Clauses, Formula
from hashicnf.logic import Bools


class Aside:
    """Clauses of fixed variables that a solver need not see: whatever it answers, these literals are true.

    It gets them as soon as something mentions one.
    ``others`` are the clauses for the solver.
    """

    def __init__(self, formula: Formula) -> None:
        """Set aside the blocks of single literals whose variables are mentioned once."""
        units = [block for block in formula.blocks if block.width == 1]
        self.others = [block for block in formula.blocks if block.width != 1]
        self._is_held = np.zeros(formula.variables.count + 1, dtype=np.bool_)
        self._held: list[Clauses] = []
        if not units:
            return
        variables = [np.abs(block.lits[:, 0]) for block in units]
        times = np.bincount(np.concatenate(variables), minlength=len(self._is_held))
        is_free = (times == 1) & ~self._mentioned(self.others)
        for block, some in zip(units, variables, strict=True):
            is_alone = bool(is_free[some].all())
            (self._held if is_alone else self.others).append(block)
            self._is_held[some] = is_alone

    def fetched(self, blocks: Iterable[Clauses]) -> list[Clauses]:
        """Return what a solver needs before these clauses: all that is set aside, if one mentions any of it."""
        if not self._held or not (self._mentioned(blocks) & self._is_held).any():
            return []
        found, self._held = self._held, []
        return found

    def complete(self, model: Bools) -> None:
        """Give the variables that are set aside their values in a model, bool[V + 1 or more]."""
        for block in self._held:
            literals = block.lits[:, 0]
            model[np.abs(literals)] = literals > 0

    def _mentioned(self, blocks: Iterable[Clauses]) -> Bools:
        """Return which variables of the formula clauses mention, bool[V + 1]."""
        found = np.zeros_like(self._is_held)
        for block in blocks:
            for _, lits in in_pieces(block.rows):
                variables = np.abs(lits)
                found[variables[variables < len(found)]] = True
        return found
