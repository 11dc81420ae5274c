"""Unit propagation over rows with bounds, many at once.

A row says that from ``least`` to ``most`` of its literals are true: a clause from 1, "at most one" to 1, a cardinality constraint
on either side or both. Its literals may stand in ordered *runs*, in which each literal implies the one before it; a literal without
order is a run of its own. A run holds at least as many true literals as the other runs leave to it, and at most as many as they
leave over:

    its first literals are true      least - what the other runs can hold
    its last literals are false      beyond most - what the other runs hold already

That is what unit propagation finds in the clauses of an arc-consistent encoding. Literals are fixed in waves: all that follow from
the last wave together, and only rows that it touched are looked at again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import stable_order
from hashicnf.logic import Ints

Truth: TypeAlias = NDArray[np.int8]
Places: TypeAlias = NDArray[np.intp]


class Contradiction(Exception):
    """The rows contradict each other."""


@dataclass(frozen=True, slots=True, eq=False)
class Bounded:
    """Rows of one shape: from ``least[i]`` to ``most[i]`` literals of ``lits[i]`` are true; int32[g, w] and int32[g].

    The literals of a row are runs of ``chain``.
    """

    lits: Ints
    least: Ints
    most: Ints
    chain: int = 1


def propagate(rows: Sequence[Bounded], variables: int) -> tuple[Truth, Ints]:
    """Propagate to the end; return the truth of each literal (1, 0, -1; index -v for a negation) and those fixed, in order.

    Raises Contradiction.
    """
    table = _Table(rows, variables)
    truth = np.zeros(2 * variables + 1, dtype=np.int8)
    fixed: list[Ints] = []
    touched = np.arange(len(table.least))
    while len(touched):
        found = table.follow(touched, truth)
        truth[found], truth[-found] = 1, -1
        fixed.append(found)
        touched = table.note(found)
    return truth, np.concatenate([np.zeros(0, dtype=np.int32), *fixed])


class _Table:
    """All rows as one list of terms: for each term its literal, its run and its place in it, from 1.

    ``low`` and ``high`` are the numbers of literals of a run that are true, and that may be; ``all_low`` and ``all_high`` are their
    sums over a row.
    """

    def __init__(self, rows: Sequence[Bounded], variables: int) -> None:
        self._variables = variables
        count, width, chain = np.array([(*g.lits.shape, g.chain) for g in rows], dtype=np.int64).reshape(-1, 3).T
        widths, chains = np.repeat(width, count), np.repeat(chain, count)
        empty = np.zeros(0, dtype=np.int32)
        self.lits = np.concatenate([empty, *(group.lits.ravel() for group in rows)])
        self.least = np.concatenate([empty, *(group.least for group in rows)])
        self.most = np.concatenate([empty, *(group.most for group in rows)])
        runs = widths // np.maximum(chains, 1)
        self.row_of_run = np.repeat(np.arange(len(widths)), runs)
        length = chains[self.row_of_run]
        self.run = np.repeat(np.arange(len(length)), length)
        start = np.cumsum(length) - length
        self.place = np.arange(len(self.lits)) - start[self.run] + 1
        self.start = np.concatenate(([0], np.cumsum(widths)))
        self.low, self.high = np.zeros(len(length), dtype=np.int64), length.astype(np.int64)
        self.all_low, self.all_high = np.zeros(len(widths), dtype=np.int64), widths.astype(np.int64)
        index = self.lits.astype(np.int64) + variables
        self._order = stable_order(index.astype(np.int32))
        self._first = np.concatenate(([0], np.cumsum(np.bincount(index, minlength=2 * variables + 1))))

    def follow(self, rows: Places, truth: Truth) -> Ints:
        """Return the literals that follow from some rows, each once. Raises Contradiction."""
        spare, lack = self.most[rows] - self.all_low[rows], self.all_high[rows] - self.least[rows]
        if (spare < 0).any() or (lack < 0).any():
            raise Contradiction
        terms, of = _spans(self.start, rows)
        run, place = self.run[terms], self.place[terms]
        lits = self.lits[terms]
        free = truth[lits] == 0
        must = free & (self.high[run] - lack[of] >= place)
        cannot = free & (self.low[run] + spare[of] < place)
        seen = np.zeros(len(truth), dtype=np.bool_)
        seen[lits[must]] = seen[-lits[cannot]] = True
        true, false = seen[: self._variables + 1], np.roll(seen[::-1], 1)[: self._variables + 1]
        if (true & false).any():
            raise Contradiction
        found = np.flatnonzero(true | false).astype(np.int32)
        return np.where(true[found], found, -found)

    def note(self, found: Ints) -> Places:
        """Count literals that became true; return the rows in which they or their negations stand."""
        touched = np.zeros(len(self.least), dtype=np.bool_)
        for lits, one, all_, step in (
            (found, self.low, self.all_low, 1),
            (-found, self.high, self.all_high, -1),
        ):
            terms, _ = _spans(self._first, lits.astype(np.int64) + self._variables)
            run = self.run[self._order[terms]]
            np.add.at(one, run, step)
            np.add.at(all_, self.row_of_run[run], step)
            touched[self.row_of_run[run]] = True
        return np.flatnonzero(touched)


def _spans(start: Places, some: Places) -> tuple[Places, Places]:
    """List the places of some spans, from start[i] to start[i + 1], and for each the number of its span."""
    length = start[some + 1] - start[some]
    of = np.repeat(np.arange(len(some)), length)
    return np.arange(len(of)) + (start[some] - (np.cumsum(length) - length))[of], of
