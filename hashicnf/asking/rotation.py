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
        self.count, self.keeps = variables, keeps
        self._first = np.searchsorted(np.abs(self.lit), np.arange(variables + 2))
        self._lits, self._start = lits, np.concatenate(([0], np.cumsum(widths)))
        self._places = dict[int, list[tuple[int, bool]]]()

    def variables(self, clause: int) -> list[int]:
        """List the variables of a clause."""
        return [abs(literal) for literal in self._lits[self._start[clause] : self._start[clause + 1]].tolist()]

    def places(self, variable: int) -> list[tuple[int, bool]]:
        """List the clauses with a variable, and whether its literal there is positive: few, for which lists are fastest."""
        if (found := self._places.get(variable)) is None:
            some = slice(self._first[variable], self._first[variable + 1])
            found = self._places[variable] = [
                *zip(self.clause[some].tolist(), (self.lit[some] > 0).tolist(), strict=True)
            ]
        return found

    def needed(self, model: Bools, part: int, others: Iterable[int], known: Iterable[int]) -> Iterator[int]:
        """Yield some of the ``others`` that are needed, as changes of a model show that breaks one ``part`` of all alone.

        ``known`` are parts that hold in the model, too, and are known to be needed.
        """
        return _Turns(self, model, {*others} - {part, *known}, {part, *known}).needed(part)


class _Turns:
    """A model in which one variable after the other is turned, and the clauses of some parts that it breaks."""

    def __init__(self, rotation: Rotation, model: Bools, unknown: set[int], known: set[int]) -> None:
        self._all, self._unknown, self._model = rotation, unknown, resized(model, rotation.count)
        true = np.bincount(rotation.clause[truth(self._model, rotation.lit)], minlength=len(rotation.part))
        counts = np.isin(rotation.part, [ALWAYS, *known, *unknown])
        self._broken: set[int] = {*np.flatnonzero(counts & (true == 0)).tolist()}
        self._true, self._counts = true.tolist(), counts.tolist()

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
        for clause, positive in self._all.places(variable):
            if positive == value:
                self._true[clause] += 1
                self._broken.discard(clause)
                continue
            self._true[clause] -= 1
            if not self._true[clause] and self._counts[clause]:
                self._broken.add(clause)

    def _found(self) -> int | None:
        """Return the only part that is broken if it was unknown, and all other rules hold."""
        parts = self._parts()
        if len(parts) != 1 or not parts <= self._unknown or not self._all.keeps(self._model):
            return None
        self._unknown -= parts
        return parts.pop()
