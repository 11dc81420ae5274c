"""Parity: what a window must leave even.

Of the literals that a sum counts, an even or an odd number is true. Two sums that share literals add up to one without them, and so
do all sums of a set: the parity of the literals that leave the set is known. When they are all decided, and wrongly, nothing inside
can help. A SAT solver has no short proof of that (clauses must count, one by one, what a linear equation adds up at once); it would
look for one in vain. So a window is told as soon as it closes a set of sums whose parity is wrong.
Reference: Tseitin 1968, "On the complexity of derivation in propositional calculus" (why such proofs are long).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Cardinality
from hashicnf.logic import Bools, Ints
from hashicnf.windows.parts import Valuation

GROUND: Final = 0


@dataclass(frozen=True, slots=True)
class Parities:
    """A graph whose nodes are sums and whose edges are the variables that two of them count.

    ``names`` int32[e] are variables and ``ends`` int32[e, 2] their sums. ``odd`` bool[s] tells whether an odd number of a sum's
    edges must be true. A variable that only one sum counts has its other end at the ``ground``, a node without parity.
    """

    names: Ints
    ends: Ints
    odd: Bools
    ground: int

    @classmethod
    def of(cls, counted: tuple[Cardinality, ...], value: Ints) -> Self:
        """Read off the exact sums; variables that have a ``value``, int32[v + 1], are constants."""
        exact = [batch for batch in counted if batch.op == "eq"]
        names, sums, odd = [np.zeros(0, dtype=np.int32)], [np.zeros(0, dtype=np.int32)], [np.zeros(1, dtype=np.int64)]
        count = 1
        for batch in exact:
            known = value[np.abs(batch.lits)]
            constant = np.where(known == 0, batch.lits < 0, (known > 0) == (batch.lits > 0)).sum(axis=1)
            odd.append(batch.bound + constant)
            row, place = np.nonzero(known == 0)
            names.append(np.abs(batch.lits)[row, place])
            sums.append(row.astype(np.int32) + count)
            count += len(batch.lits)
        return cls(*_pair(np.concatenate(names), np.concatenate(sums)), np.concatenate(odd) % 2 == 1, GROUND)

    @staticmethod
    def places(counted: tuple[Cardinality, ...], home: Ints) -> Ints:
        """Give each sum of ``of`` a tile that it has a variable in, the last one, int32[s]; the ground is in none: -1."""
        exact = [home[np.abs(batch.lits)].max(axis=1, initial=0) for batch in counted if batch.op == "eq"]
        return np.concatenate((np.full(1, -1, dtype=np.int32), *exact)).astype(np.int32)

    def narrowed(self, near: Bools, now: Valuation) -> Self:
        """Keep the edges that are near, bool[e], and decided ones that leave what is; contract the undecided others."""
        undecided = ~now.decided[self.names]
        part = components(len(self.odd), self.ends[~near & undecided])
        ends = part[self.ends]
        local = np.full(int(part.max()) + 1, -1, dtype=np.int32)
        here = np.unique(np.append(ends[near].ravel(), part[self.ground]))
        local[here] = np.arange(len(here), dtype=np.int32)
        known = local[ends]
        kept = near | (~undecided & (known[:, 0] != known[:, 1]))
        ground = int(local[part[self.ground]])
        odd = np.bincount(part, self.odd)[here] % 2 == 1
        return type(self)(self.names[kept], np.where(known < 0, ground, known)[kept], odd, ground)

    def broken(self, now: Valuation) -> list[tuple[Ints, bool]]:
        """List equations that cannot hold any more: variables, all decided, and whether an odd number of them must be true.

        They belong to the sets that the undecided edges join. Such sets come in pairs unless the ground takes part; of several
        equations, the longest says nothing new.
        """
        undecided = ~now.decided[self.names]
        part = components(len(self.odd), self.ends[undecided])
        count = int(part.max()) + 1
        total = np.bincount(part, self.odd, count)
        true = part[self.ends[now.model[self.names]]]
        wrong = (total + np.bincount(true.ravel(), minlength=count)) % 2 == 1
        wrong[part[self.ground]] = False
        if not wrong.any():
            return []
        ends = part[self.ends]
        leaving = ends[:, 0] != ends[:, 1]
        ends, names = ends[leaving], self.names[leaving]
        found = [(_odd_ones(names[(ends == one).any(axis=1)]), bool(total[one] % 2)) for one in np.flatnonzero(wrong)]
        found.sort(key=lambda equation: len(equation[0]))
        return found[:-1] or found


def _odd_ones(names: Ints) -> Ints:
    """List what is there an odd number of times."""
    once, times = np.unique(names, return_counts=True)
    odd: Ints = once[times % 2 == 1]
    return odd


def _pair(names: Ints, sums: Ints) -> tuple[Ints, Ints]:
    """Return each variable with its two sums; one that has not exactly two becomes several edges to the ground."""
    order = np.argsort(names, kind="stable")
    names, sums = names[order], sums[order]
    first, times = np.unique(names, return_index=True, return_counts=True)[1:]
    twice = first[times == 2]
    paired = np.zeros(len(names), dtype=np.bool_)
    paired[twice] = paired[twice + 1] = True
    lone = np.stack((np.full(len(names), GROUND, dtype=np.int32), sums), axis=1)[~paired]
    both = np.stack((sums[twice], sums[twice + 1]), axis=1)
    return np.concatenate((names[twice], names[~paired])), np.concatenate((both, lone))
