"""Models near a known one: a literal of it fails, and all variables but those around that literal keep their values.

Variables are in groups: a group is a row of the cardinality constraints, and a variable belongs to the first row that counts it.
The groups around a literal are free from the start, the values of all others are assumed. A core names the groups that are in the
way, and these are let go until there is a model, or the core names none: then the literal holds in every model. Most rounds of a
lazy loop are spared so, for what is held stays connected.

Each model that is found is the next one to stay near: what cannot be changed near one model is mostly easy near another.
Reference: Shaw 1998, "Using constraint programming and local search methods to solve vehicle routing problems".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from hashicnf.backends import out_of_conflicts, unit
from hashicnf.core.constraints import Cardinality
from hashicnf.logic import Bools, Ints, Sat, Unsat, Verdict, literals_of
from hashicnf.solving.lazy import LazyLoop

AROUND: Final = 3  # steps from a group to those that share a row with it, free from the start
# What takes more conflicts is mostly to be refuted, which wants a formula with all rules.
EFFORT: Final = 100  # conflicts of a question
MOST: Final = 1_000  # conflicts of all questions


class Nearby:
    """Questions to a loop about models near ``model``, bool[v + 1 or more], in which ``variables``, int32[k], may differ.

    A question gives up after ``EFFORT`` conflicts, and those that begin after ``MOST`` conflicts at once.
    """

    def __init__(self, loop: LazyLoop, counted: Iterable[Cardinality], model: Bools, variables: Ints) -> None:
        """Group the variables by the rows that count them."""
        self._loop, self._variables, self._end = loop, variables, loop.conflicts() + MOST
        rows = [row for batch in counted for row in np.abs(batch.lits).tolist()]
        self._group, self._near = grouped(rows, variables.tolist())
        self._groups = np.array([self._group[variable] for variable in variables.tolist()], dtype=np.int32)
        self._values = literals_of(model, variables)

    def ask(self, portion: Ints) -> Verdict:
        """Ask for a model in which the one literal of a portion fails; where there is none, the literal becomes a clause."""
        if self._loop.conflicts() >= self._end:
            return out_of_conflicts(MOST)
        literal = int(portion[0])
        is_free = self._free(self._group[abs(literal)])
        while True:
            held = self._values[~is_free[self._groups]]
            self._loop.prefer(self._values)
            verdict = self._loop.ask(np.append(np.int32(-literal), held), EFFORT)
            if isinstance(verdict, Sat):
                self._values = literals_of(verdict.model, self._variables)
            if not isinstance(verdict, Unsat):
                return verdict
            core = [] if verdict.core is None else verdict.core.tolist()
            in_the_way = [self._group[abs(other)] for other in core if other != -literal]
            if not in_the_way:
                self._loop.add([unit(literal)])
                return verdict
            is_free[in_the_way] = True

    def _free(self, group: int) -> Bools:
        """Return which groups are free from the start: those within ``AROUND`` steps of one."""
        found = {group}
        for _ in range(AROUND):
            found |= {near for other in found for near in self._near[other]}
        is_free = np.zeros(len(self._near), dtype=np.bool_)
        is_free[list(found)] = True
        return is_free


def grouped(rows: Sequence[Sequence[int]], variables: Sequence[int]) -> tuple[dict[int, int], list[set[int]]]:
    """Return the group of each variable, and for each group those that share a row with it.

    ``rows`` are lists of variables, of which only those in ``variables`` count; one that is in no row is a group by itself.
    """
    counts = set(variables)
    kept = [[variable for variable in row if variable in counts] for row in rows]
    group: dict[int, int] = {}
    groups = 0
    for row in [*kept, *([variable] for variable in variables)]:
        if new := [variable for variable in row if variable not in group]:
            group |= dict.fromkeys(new, groups)
            groups += 1
    near: list[set[int]] = [set() for _ in range(groups)]
    for row in kept:
        together = {group[variable] for variable in row}
        for one in together:
            near[one] |= together
    return group, near
