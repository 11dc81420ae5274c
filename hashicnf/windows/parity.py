"""Parity constraints across the window boundary.

An exact sum fixes the parity of the number of its true literals. If two sums are added, the literals that both count cancel out;
likewise, all sums of a set fix the parity of the literals that are counted once in the set. If all of these are decided with the
wrong parity, no values of the other literals satisfy the sums. Resolution has no short proof of that (clauses must count case by
case what a linear equation adds up at once), so a SAT solver would not find one. Therefore a window gets the equation as a cut as
soon as it decides the last literal of such a set with the wrong parity.
Reference: Tseitin 1968, "On the complexity of derivation in propositional calculus" (why such proofs are long).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Self

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Clauses
from hashicnf.logic import Bools, Ints
from hashicnf.records import record
from hashicnf.windows.rules import Cut, Demands, PartialAssignment, WindowRule
from hashicnf.windows.settings import Settings
from hashicnf.windows.tile_parity import tile_equations
from hashicnf.windows.xor import Equation, clauses_of, cut, links_of

GROUND: Final = 0


@record
class Parities(WindowRule):
    """A graph whose nodes are sums and whose edges are variables, each between the two sums that count it.

    ``variables`` int32[e] are the edges and ``ends`` int32[e, 2] their sums. ``odd`` bool[s] is True for each sum of which an odd
    number of edges must be true. A variable that only one sum counts has its other end at the ``ground``, a node without a
    constraint. Equations are cut into pieces of ``width`` variables.
    """

    variables: Ints
    ends: Ints
    odd: Bools
    ground: int
    width: int

    @classmethod
    def of(cls, demands: Demands, settings: Settings) -> Self:
        """Build the graph of the exact sums."""
        exact = [batch for batch in demands.counted if batch.op == "eq"]
        empty = np.zeros(0, dtype=np.int32)
        variables = np.concatenate([empty, *(np.abs(batch.lits).ravel() for batch in exact)])
        terms = np.concatenate([empty, *(np.full(len(batch.lits), batch.lits.shape[1]) for batch in exact)])
        sums = np.repeat(np.arange(1, len(terms) + 1, dtype=np.int32), terms)
        negative = [batch.bound + np.count_nonzero(batch.lits < 0, axis=1) for batch in exact]
        odd = np.concatenate([[0], *negative]).astype(np.int64) % 2 == 1
        return cls(*_pair(variables, sums), odd, GROUND, settings.equation_width)

    def edge_variables(self) -> Ints:
        """Return the variable of each edge, int32[e]."""
        return self.variables

    def fixed(self, value: Ints) -> Self:
        """Remove the edges whose variables have a value, after counting the true ones in the parity of their sums."""
        known = value[self.variables]
        true = np.bincount(self.ends[known > 0].ravel(), minlength=len(self.odd))
        free = known == 0
        return replace(self, variables=self.variables[free], ends=self.ends[free], odd=self.odd ^ (true % 2 == 1))

    def tile_clauses(self, demands: Demands, tile_of: Ints) -> tuple[list[Clauses], Ints]:
        """Return the equations of all tiles as clauses, and ``tile_of`` with the tiles of their auxiliary variables appended."""
        return tile_equations(self.variables, self.ends, self.odd, tiles_of_sums(demands, tile_of), tile_of, self.width)

    def narrowed(self, near: Bools, assignment: PartialAssignment) -> Self:
        """Keep the edges that are near, bool[e], and the decided edges at their parts; contract the other undecided edges."""
        undecided = ~assignment.decided[self.variables]
        part = components(len(self.odd), self.ends[~near & undecided])
        ends = part[self.ends]
        local = np.full(int(part.max()) + 1, -1, dtype=np.int32)
        here = np.unique(np.append(ends[near].ravel(), part[self.ground]))
        local[here] = np.arange(len(here), dtype=np.int32)
        known = local[ends]
        kept = near | (~undecided & (known[:, 0] != known[:, 1]))
        ground = int(local[part[self.ground]])
        odd = np.bincount(part, self.odd)[here] % 2 == 1
        ends = np.where(known < 0, ground, known)[kept]
        return type(self)(self.variables[kept], ends, odd, ground, self.width)

    def violated(self, assignment: PartialAssignment, solved: Ints) -> list[Cut]:  # noqa: ARG002
        """Return a cut for each violated equation."""
        return [self._cut(variables, len(assignment.decided), odd) for variables, odd in self.broken(assignment)]

    def _cut(self, variables: Ints, first: int, odd: bool) -> Cut:
        links = links_of(len(variables), self.width)
        pieces = cut(Equation(variables.tolist(), odd), range(first, first + links), self.width)
        return Cut(tuple(clauses_of(pieces)), links)

    def broken(self, assignment: PartialAssignment) -> list[tuple[Ints, bool]]:
        """List the violated equations: their variables, all decided, and whether an odd number of them must be true.

        Each belongs to a set of sums that undecided edges connect. Such sets come in pairs, apart from the set of the ground, so
        correcting all but one corrects the last: of several equations, the longest is left out.
        """
        undecided = ~assignment.decided[self.variables]
        part = components(len(self.odd), self.ends[undecided])
        count = int(part.max()) + 1
        total = np.bincount(part, self.odd, count)
        true = part[self.ends[assignment.model[self.variables]]]
        wrong = (total + np.bincount(true.ravel(), minlength=count)) % 2 == 1
        wrong[part[self.ground]] = False
        if not wrong.any():
            return []
        ends = part[self.ends]
        leaving = ends[:, 0] != ends[:, 1]
        ends, variables = ends[leaving], self.variables[leaving]
        sets = np.flatnonzero(wrong)
        found = [(_odd_ones(variables[(ends == one).any(axis=1)]), bool(total[one] % 2)) for one in sets]
        found.sort(key=lambda equation: len(equation[0]))
        return found[:-1] or found


def tiles_of_sums(demands: Demands, tile_of: Ints) -> Ints:
    """Return for each sum of ``Parities.of`` the last tile with one of its variables, int32[s]; -1 for the ground."""
    exact = [tile_of[np.abs(batch.lits)].max(axis=1, initial=0) for batch in demands.counted if batch.op == "eq"]
    return np.concatenate((np.full(1, -1, dtype=np.int32), *exact)).astype(np.int32)


def _odd_ones(variables: Ints) -> Ints:
    """Return the variables that occur an odd number of times, ascending."""
    once, times = np.unique(variables, return_counts=True)
    odd: Ints = once[times % 2 == 1]
    return odd


def _pair(variables: Ints, sums: Ints) -> tuple[Ints, Ints]:
    """Return edges, variables int32[e] and ends int32[e, 2].

    A variable of two sums is an edge between them; another one is an edge from each of its sums to the ground.
    """
    order = np.argsort(variables, kind="stable")
    variables, sums = variables[order], sums[order]
    first, times = np.unique(variables, return_index=True, return_counts=True)[1:]
    twice = first[times == 2]
    paired = np.zeros(len(variables), dtype=np.bool_)
    paired[twice] = paired[twice + 1] = True
    lone = np.stack((np.full(len(variables), GROUND, dtype=np.int32), sums), axis=1)[~paired]
    both = np.stack((sums[twice], sums[twice + 1]), axis=1)
    return np.concatenate((variables[twice], variables[~paired])), np.concatenate((both, lone))
