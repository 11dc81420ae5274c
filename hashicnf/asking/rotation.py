"""Model rotation: find parts of a contradiction that are needed, without a call of the solver for each.

A part is a set of clauses that are switched on together. A model of all parts but one shows that this one is needed. If the value
of one variable can be changed so that this part holds, another one breaks, and everything else still holds, the other part is
needed, too. The search goes on from the changed model, so one model may show this of many parts.

Reference: Belov and Marques-Silva 2011, "Accelerating MUS extraction with recursive model rotation".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from hashicnf.core.constraints import Clauses
from hashicnf.logic import Bools, resized, truth

ALWAYS: Final = -1  # the part of clauses that hold without one


class Rotation:
    """Clauses that ``always`` hold, and those of parts, which are their sources, by the variables in them.

    ``keeps`` returns whether a model, bool[v + 1], keeps the rules that no clause states. Requires: no variable is an auxiliary,
    which could not change alone.
    """

    def __init__(
        self, variables: int, always: Sequence[Clauses], parts: Sequence[Clauses], keeps: Callable[[Bools], bool]
    ) -> None:
        """Sort the literals of all clauses by their variables."""
        blocks = [(block, np.full(len(block), ALWAYS)) for block in always] + [(block, block.source) for block in parts]
        lits = np.concatenate([block.lits.ravel() for block, _ in blocks])
        widths = np.repeat([block.width for block, _ in blocks], [len(block) for block, _ in blocks])
        order = np.argsort(np.abs(lits), kind="stable")
        self.part = np.concatenate([sources for _, sources in blocks])
        self.lit, self.clause = lits[order], np.repeat(np.arange(len(widths)), widths)[order]
        self.first = np.searchsorted(np.abs(self.lit), np.arange(variables + 2))
        self.keeps, self._lits, self._start = keeps, lits, np.concatenate(([0], np.cumsum(widths)))

    def variables(self, clause: int) -> list[int]:
        """List the variables of a clause."""
        return [abs(literal) for literal in self._lits[self._start[clause] : self._start[clause + 1]].tolist()]

    def needed(self, model: Bools, part: int, others: Iterable[int], known: Iterable[int] = ()) -> Iterator[int]:
        """Yield some of the ``others`` that are needed, as changes of a model show that breaks one ``part`` of all alone.

        ``known`` are parts that hold in the model, too, and are known to be needed.
        """
        return _Turns(self, model, {*others} - {part, *known}, {part, *known}).needed(part)


class _Turns:
    """A model in which one variable after the other is turned, and the clauses of some parts that it breaks."""

    def __init__(self, rotation: Rotation, model: Bools, unknown: set[int], known: set[int]) -> None:
        self._all, self._unknown, self._model = rotation, unknown, resized(model, len(rotation.first) - 2)
        self._true = np.bincount(rotation.clause[truth(self._model, rotation.lit)], minlength=len(rotation.part))
        self._counts = np.isin(rotation.part, [ALWAYS, *known, *unknown])
        self._broken = {*np.flatnonzero(self._counts & (self._true == 0)).tolist()}

    def needed(self, part: int) -> Iterator[int]:
        """Yield parts that are each the only broken one after some turns, if only ``part`` is before."""
        if self._parts() != {part}:
            return
        turned, choices = list[int](), [self._choices()]
        while choices:
            if (variable := next(choices[-1], None)) is None:
                choices.pop()
                if turned:
                    self._turn(turned.pop())
                continue
            self._turn(variable)
            if (found := self._found()) is None:
                self._turn(variable)
                continue
            yield found
            turned.append(variable)
            choices.append(self._choices())

    def _parts(self) -> set[int]:
        return {*self._all.part[[*self._broken]].tolist()}

    def _choices(self) -> Iterator[int]:
        """Return the variables of which one has to be turned for no clause to be broken."""
        return iter(self._all.variables(min(self._broken)))

    def _turn(self, variable: int) -> None:
        """Change the value of a variable."""
        self._model[variable] = value = not self._model[variable]
        places = slice(self._all.first[variable], self._all.first[variable + 1])
        clauses = self._all.clause[places]
        np.add.at(self._true, clauses, np.where((self._all.lit[places] > 0) == value, 1, -1))
        is_broken = self._true[clauses] == 0
        self._broken.difference_update(clauses[~is_broken].tolist())
        self._broken.update(clauses[is_broken & self._counts[clauses]].tolist())

    def _found(self) -> int | None:
        """Return the only part that is broken if it was unknown, and all other rules hold."""
        parts = self._parts()
        if len(parts) != 1 or not parts <= self._unknown or not self._all.keeps(self._model):
            return None
        self._unknown -= parts
        return parts.pop()
