"""Unit propagation over rows with bounds, many at once.

A row says that from ``least`` to ``most`` of its literals are true: a clause from 1, "at most one" to 1, a cardinality constraint
on either side or both. Its literals may stand in ordered *runs*, in which each literal implies the one before it; a literal without
order is a run of its own. A run holds at least as many true literals as the other runs leave to it, and at most as many as they
leave over:

    its first literals are true      least - what the other runs can hold
    its last literals are false      beyond most - what the other runs hold already

That is what unit propagation finds in the clauses of an arc-consistent encoding. Rows of like shape are a table, and all that
follows from the rows of a table is found at once, by a handful of operations on arrays; tables take turns until nothing follows.
Rows of two literals, which most are, need only a sum. A table is small enough for the processor's cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import pieces, stable_order
from hashicnf.logic import Ints
from hashicnf.records import record

Truth: TypeAlias = NDArray[np.int8]
Codes: TypeAlias = NDArray[np.intp]
Numbers: TypeAlias = NDArray[np.signedinteger[Any]]

LEAST_RUNS: Final = 4  # rows of fewer are padded: a table of its own costs more
FEW: Final = 2_000  # rows; a table of fewer is looked at as a whole in each wave
SMALL: Final = 100  # literals whose numbers an int8 can count


class Contradiction(Exception):
    """The rows contradict each other."""


@record
class Bounded:
    """Rows of one shape: from ``least[i]`` to ``most[i]`` literals of ``lits[i]`` are true; int32[g, w] and int32[g].

    The literals of a row are runs of ``chain``. A literal 0 stands for none: it pads a row, at the end of a run.
    """

    lits: Ints
    least: Ints
    most: Ints
    chain: int = 1

    @property
    def runs(self) -> int:
        """Count the runs of a row."""
        count: int = self.lits.shape[1] // self.chain
        return count


def padded(runs: int) -> int:
    """Return to how many runs rows are padded, so that there are few shapes."""
    wide: int = 1 << max(0, runs - 1).bit_length()
    return max(LEAST_RUNS, wide)


def propagate(rows: Sequence[Bounded], variables: int) -> tuple[Truth, Ints]:
    """Propagate to the end; return the truth of each literal (1, 0, -1; index -v for a negation) and those fixed, in order.

    Raises Contradiction.
    """
    size = 2 * variables + 1
    truth = np.zeros(size, dtype=np.int8)
    truth[0] = -1  # the literal that pads rows
    when = np.zeros(size, dtype=np.int32)  # the turn in which a literal was fixed
    tables = list(_tables(rows, size))
    turn, idle = 0, 0
    while idle < len(tables):
        found = tables[turn % len(tables)].follow(truth, when, turn)
        turn += 1
        if not len(found):
            idle += 1
            continue
        idle = 0
        other = size - found
        truth[found], truth[other] = 1, -1
        when[found] = when[other] = turn
        if np.count_nonzero(truth.take(found) < 0):
            raise Contradiction
    truth[0] = 0
    variable = np.flatnonzero(when[: variables + 1]).astype(np.int32)
    variable = variable[stable_order(when[variable])]
    return truth, variable * truth[variable]


def _tables(rows: Sequence[Bounded], size: int) -> Iterator[_Pairs | _Counts]:
    """Put rows of like shape together, with literals as indices of their truth."""
    pairs: list[Ints] = []
    alike: dict[tuple[int, int], list[Bounded]] = {}
    for group in rows:
        if (clauses := _as_pairs(group)) is not None:
            pairs.append(clauses)
        elif len(group.lits):
            alike.setdefault((group.chain, padded(group.runs)), []).append(group)
    if pairs:
        every = np.concatenate(pairs)
        for some in pieces(len(every), 2):
            yield _Pairs(_codes(every[some].T, size))
    for (chain, runs), groups in alike.items():
        lits = np.concatenate([_wide(group.lits, runs * chain) for group in groups])
        least, most = (np.concatenate([getattr(group, name) for group in groups]) for name in ("least", "most"))
        for some in pieces(len(lits), runs * chain):
            codes = _codes(lits[some].reshape(-1, runs, chain).transpose(2, 1, 0), size)
            yield _Counts(codes, least[some], most[some])


def _as_pairs(group: Bounded) -> Ints | None:
    """Write rows of one or two literals as clauses int32[g, 2], where they are clauses or "at most one"; None for others."""
    width = group.lits.shape[1]
    if not 1 <= width <= 2 or group.chain > 1:
        return None
    if (group.least == 1).all() and (group.most >= width).all():
        return _wide(group.lits, 2)
    return -group.lits if width == 2 and (group.least <= 0).all() and (group.most == 1).all() else None


def _wide(lits: Ints, width: int) -> Ints:
    """Pad rows."""
    if lits.shape[1] == width:
        return lits
    found = np.zeros((len(lits), width), dtype=np.int32)
    found[:, : lits.shape[1]] = lits
    return found


def _codes(lits: Ints, size: int) -> Codes:
    """Return indices for literals that do not count from the end."""
    codes = np.array(lits, dtype=np.intp, order="C")
    codes[codes < 0] += size
    return codes


class _Pairs:
    """Clauses of two literals: codes intp[2, n]."""

    def __init__(self, codes: Codes) -> None:
        self._codes = codes

    def follow(self, truth: Truth, _: Ints, __: int) -> Codes:
        """Return the codes of what follows; to look at all clauses is faster than to choose. Raises Contradiction."""
        one, other = truth.take(self._codes)
        both = one + other
        unit = (both < 0).nonzero()[0]
        if len(unit) and both.take(unit).min() < -1:
            raise Contradiction
        found: Codes = self._codes[(one.take(unit) < 0).view(np.int8), unit]
        return found


class _Counts:
    """Rows with bounds: codes intp[chain, runs, n]; bounds are of a type that can count a row."""

    def __init__(self, codes: Codes, least: Ints, most: Ints) -> None:
        chain, runs, _ = codes.shape
        self._codes, self._seen = codes, 0
        size = chain * runs
        self._type = np.int8 if size <= SMALL else np.int32
        self._least, self._most = (self._within(bound, size + 1) for bound in (least, most))
        self._place = np.arange(1, chain + 1, dtype=self._type)[:, None, None]

    def _within(self, bound: Ints, most: int) -> Numbers:
        found: Numbers = np.minimum(np.maximum(bound, -1), most).astype(self._type)
        return found

    def follow(self, truth: Truth, when: Ints, turn: int) -> Codes:
        """Return the codes of what follows from rows in which something changed since the last turn. Raises Contradiction."""
        seen, self._seen = self._seen, turn
        if not seen or len(self._least) <= FEW:
            return self._of(truth, self._codes, self._least, self._most)
        some = np.flatnonzero((when.take(self._codes) > seen).any(axis=(0, 1)))
        return self._of(truth, self._codes[:, :, some], self._least[some], self._most[some])

    def _of(self, truth: Truth, codes: Codes, least: Numbers, most: Numbers) -> Codes:
        value = truth.take(codes)
        true, possible = value > 0, value >= 0
        low, high = (np.add.reduce(held, axis=0, dtype=self._type) for held in (true, possible))
        spare = most - np.add.reduce(low, axis=0, dtype=self._type)
        lack = np.add.reduce(high, axis=0, dtype=self._type) - least
        if np.count_nonzero(np.minimum(spare, lack) < 0):
            raise Contradiction
        free = true ^ possible
        must = free & (high - lack >= self._place)
        cannot = free & (low + spare < self._place)
        found, other = (codes.take(some.ravel().nonzero()[0]) for some in (must, cannot))
        return np.concatenate((found, len(truth) - other))
