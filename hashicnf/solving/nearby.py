"""Models near a known one: a literal of it fails, and all variables but those around that literal are held.

Variables are in groups: a group is a row of the cardinality constraints, and a variable belongs to the first row that counts it. A
group is held by assuming its *selector*, which implies the values that the known model has. What is around a literal is free from
the start; a core names the groups that are in the way, and these are let go until there is a model, or the core names none: then
the literal holds in every model. Most rounds of a lazy loop are spared so, for what is held stays connected.
Reference: Shaw 1998, "Using constraint programming and local search methods to solve vehicle routing problems".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from hashicnf.backends import unit
from hashicnf.core.constraints import Cardinality
from hashicnf.logic import Bools, Ints, Unsat, Verdict, literals_of
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.questions import clauses_of

AROUND: Final = 3  # steps from a group to those that share a row with it, free from the start
EFFORT: Final = 300  # conflicts of a question


class Nearby:
    """Questions to a loop about models near ``model``, bool[v + 1 or more], in which ``variables``, int32[k], may differ."""

    def __init__(self, loop: LazyLoop, counted: Iterable[Cardinality], model: Bools, variables: Ints) -> None:
        """Group the variables by the rows that count them, and let the loop prefer the model."""
        self._loop = loop
        rows = [row for batch in counted for row in np.abs(batch.lits).tolist()]
        self._group, self._near = grouped(rows, variables.tolist())
        self._selector: list[int] = loop.auxiliaries(len(self._near)).tolist()
        values = literals_of(model, variables)
        owners = [-self._selector[self._group[variable]] for variable in variables.tolist()]
        loop.add([clauses_of(np.stack((np.array(owners, dtype=np.int32), values), axis=1))])
        loop.prefer(values)

    def failing(self, literal: int) -> Verdict:
        """Ask for a model in which a literal of the known one fails; where there is none, the literal becomes a clause.

        Gives up where a question takes more than ``EFFORT`` conflicts.
        """
        free = {self._group[abs(literal)]}
        for _ in range(AROUND):
            free |= {near for group in free for near in self._near[group]}
        held = dict.fromkeys(selector for group, selector in enumerate(self._selector) if group not in free)
        while True:
            verdict = self._loop.ask(np.array([-literal, *held], dtype=np.int32), EFFORT)
            if not isinstance(verdict, Unsat):
                return verdict
            core = [] if verdict.core is None else verdict.core.tolist()
            in_the_way = [selector for selector in core if selector in held]
            if not in_the_way:
                self._loop.add([unit(literal)])
                return verdict
            for selector in in_the_way:
                del held[selector]


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
