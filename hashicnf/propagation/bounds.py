"""Unit propagation over rows with bounds, many at once.

A row says that from ``least`` to ``most`` of its literals are true: a clause from 1, "at most one" to 1, a cardinality constraint
on either side or both. Its literals may stand in ordered *runs*, in which each literal implies the one before it; a literal without
order is a run of its own. A run holds at least as many true literals as the other runs leave to it, and at most as many as they
leave over:

    its first literals are true      least - what the other runs can hold
    its last literals are false      beyond most - what the other runs hold already

That is what unit propagation finds in the clauses of an arc-consistent encoding. Rows of like shape are a table, and all that
follows from the rows of a table is found at once, by a handful of operations on arrays; tables take turns until nothing follows.
Rows of two literals, which most are, need only a sum. A table is small enough for the processor's cache. Where one thing follows
from another in a long chain, a table has many turns in which little happens: then it looks up the rows of what was fixed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import pieces, stable_order
from hashicnf.arrays.incidence import NOTHING, Codes, Incidence
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.logic import Ints
from hashicnf.records import record

Truth: TypeAlias = NDArray[np.int8]
Numbers: TypeAlias = NDArray[np.signedinteger[Any]]

LEAST_RUNS: Final = 4  # rows of fewer are padded: a table of its own costs more
GLANCE: Final = 100  # turns between two looks at the deadline
FEW: Final = 2_000  # rows of a table that is looked at as a whole in each turn; literals of a turn that are remembered
MANY_TURNS: Final = 200  # of a table; beyond, rows are looked up by their literals
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


def propagate(rows: Sequence[Bounded], variables: int, deadline: Deadline = NEVER) -> tuple[Truth, Ints]:
    """Propagate to the end; return the truth of each literal (1, 0, -1; index -v for a negation) and those fixed, in order.

    Raises Contradiction, GaveUp at the deadline.
    """
    size = 2 * variables + 1
    truth = np.zeros(size, dtype=np.int8)
    truth[0] = -1  # the literal that pads rows
    fixed = _Fixed(size)
    tables = list(_tables(rows, size))
    idle = 0
    while idle < len(tables):
        if fixed.turn % GLANCE == GLANCE - 1:
            deadline.require()
        found = tables[fixed.turn % len(tables)].follow(truth, fixed)
        other = size - found
        fixed.add(found, other)
        if not len(found):
            idle += 1
            continue
        idle = 0
        truth[found], truth[other] = 1, -1
        if np.count_nonzero(truth.take(found) < 0):
            raise Contradiction
    truth[0] = 0
    when = fixed.when[: variables + 1]
    variable = np.flatnonzero(when).astype(np.int32)
    variable = variable[stable_order(when[variable])]
    return truth, variable * truth[variable]


class _Fixed:
    """The literals that were fixed: ``when`` is the turn of each, from 1, 0 for none; ``turn`` counts those that are over."""

    def __init__(self, size: int) -> None:
        self.when = np.zeros(size, dtype=np.int32)
        self.turn = 0
        self._codes: list[Codes | None] = []  # of each turn; None for many, whose memory is better used again

    def add(self, codes: Codes, other: Codes) -> None:
        """Note that some literals became true, and their opposites, ``other``, false, and begin the next turn."""
        self.turn += 1
        self.when[codes] = self.when[other] = self.turn
        self._codes.append(codes if len(codes) <= FEW else None)

    def since(self, turn: int) -> Codes | None:
        """List what was fixed in a turn and after it, true and false; None if that is much."""
        found: list[Codes] = []
        for codes in self._codes[turn:]:
            if codes is None:
                return None
            if len(codes):
                found += (codes, len(self.when) - codes)
        return np.concatenate(found) if found else NOTHING


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
    # Padding is false, and so would its negation be: a row with any is no clause of negations.
    is_at_most_one = width == 2 and (group.least <= 0).all() and (group.most == 1).all() and group.lits.all()
    return -group.lits if is_at_most_one else None


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


class _Table:
    """Rows of one shape, as codes intp[..., n], and what it has seen of what was fixed; ``few`` rows are all looked at."""

    def __init__(self, codes: Codes, few: int) -> None:
        self._codes, self._few = codes, few
        self._turns = self._seen = 0
        self._index: Incidence | None = None

    def changed(self, fixed: _Fixed) -> Codes | None:
        """List the rows in which something was fixed since its last turn; None for all, in the first and where that is faster."""
        seen, self._seen = self._seen, fixed.turn
        self._turns += 1
        if self._turns > MANY_TURNS and (codes := fixed.since(seen)) is not None:
            self._index = self._index or Incidence(self._codes, len(fixed.when))
            return self._index.rows(codes)
        if self._turns == 1 or self._codes.shape[-1] <= self._few:
            return None
        return np.flatnonzero((fixed.when.take(self._codes) > seen).reshape(-1, self._codes.shape[-1]).any(axis=0))


class _Pairs(_Table):
    """Clauses of two literals: codes intp[2, n]."""

    def __init__(self, codes: Codes) -> None:
        super().__init__(codes, few=codes.shape[-1])  # to look at all clauses is faster than to choose

    def follow(self, truth: Truth, fixed: _Fixed) -> Codes:
        """Return the codes of what follows. Raises Contradiction."""
        some = self.changed(fixed)
        if some is not None and not len(some):
            return NOTHING
        codes = self._codes if some is None else self._codes[:, some]
        one, other = truth.take(codes)
        both = one + other
        unit = (both < 0).nonzero()[0]
        if len(unit) and both.take(unit).min() < -1:
            raise Contradiction
        found: Codes = codes[(one.take(unit) < 0).view(np.int8), unit]
        return found


class _Counts(_Table):
    """Rows with bounds: codes intp[chain, runs, n]; bounds are of a type that can count a row."""

    def __init__(self, codes: Codes, least: Ints, most: Ints) -> None:
        super().__init__(codes, few=FEW)
        chain, runs, _ = codes.shape
        size = chain * runs
        self._type = np.int8 if size <= SMALL else np.int32
        self._least, self._most = (self._within(bound, size + 1) for bound in (least, most))
        self._place = np.arange(1, chain + 1, dtype=self._type)[:, None, None]

    def _within(self, bound: Ints, most: int) -> Numbers:
        """Bring bounds into the range of the type, without a change of what they say."""
        found: Numbers = np.minimum(np.maximum(bound, -1), most).astype(self._type)
        return found

    def follow(self, truth: Truth, fixed: _Fixed) -> Codes:
        """Return the codes of what follows. Raises Contradiction."""
        some = self.changed(fixed)
        if some is None:
            return self._forced(truth, self._codes, self._least, self._most)
        if not len(some):
            return NOTHING
        return self._forced(truth, self._codes[:, :, some], self._least[some], self._most[some])

    def _forced(self, truth: Truth, codes: Codes, least: Numbers, most: Numbers) -> Codes:
        """Return the codes that the bounds of some rows force, as the module has it. Raises Contradiction."""
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
