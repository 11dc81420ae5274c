"""Unit propagation over rows with bounds, many at once.

A row states that from ``least`` to ``most`` of its literals are true: a clause has ``least`` 1, "at most one" has ``most`` 1, and a
cardinality constraint has either bound or both. The literals of a row may form ordered *runs*, in which each literal implies the
one before it; a literal without order is a run of its own. The bounds of the row and the other runs bound the number of true
literals in a run:

    its first literals are true      as many as least - (the most that can be true in the other runs)
    its last literals are false      those beyond most - (the number that are true in the other runs)

Unit propagation on an arc-consistent encoding concludes the same. Rows of one shape form a table, which finds all conclusions of
its rows at once by a few operations on arrays; tables take turns until there are no more conclusions. Rows of two literals, which
most are, need only a sum. A table is small enough for the processor's cache. In a long chain of conclusions a table has many turns
with few new literals each: then it looks up only the rows that contain them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import pieces, stable_order
from hashicnf.arrays.incidence import NOTHING, Codes, Incidence
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.logic import Ints, Truth
from hashicnf.records import record

Numbers: TypeAlias = NDArray[np.signedinteger[Any]]

LEAST_RUNS: Final = 4  # rows of fewer are padded: a table of their own would cost more
GLANCE: Final = 100  # turns between two checks of the deadline
# Most rows of a table that is examined as a whole in each turn; most literals of a turn that are stored.
FEW: Final = 2_000
MANY_TURNS: Final = 200  # turns of a table, after which rows are looked up by their literals
SMALL: Final = 100  # literals whose numbers an int8 can count


class Contradiction(Exception):
    """The rows contradict each other."""


@record
class Bounded:
    """Rows of one shape: from ``least[i]`` to ``most[i]`` literals of ``lits[i]`` are true; int32[g, w] and int32[g].

    The literals of a row are runs of length ``chain``. A literal 0 is padding, at the end of a run.
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
    """Return the number of runs to which rows are padded, so that there are few shapes."""
    wide: int = 1 << max(0, runs - 1).bit_length()
    return max(LEAST_RUNS, wide)


def propagate(rows: Sequence[Bounded], variables: int, deadline: Deadline = NEVER) -> tuple[Truth, Ints]:
    """Propagate to a fixed point; return the truth of each literal (1, 0, -1; index -v for a negation) and the fixed ones in order.

    Raises Contradiction, and GaveUp at the deadline.
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
    """The literals that were fixed: ``when`` is the turn of each, from 1 (0: not fixed); ``turn`` counts finished turns."""

    def __init__(self, size: int) -> None:
        self.when = np.zeros(size, dtype=np.int32)
        self.turn = 0
        self._codes: list[Codes | None] = []  # of each turn; None for many, so that their memory is freed

    def add(self, codes: Codes, other: Codes) -> None:
        """Record that some literals became true, and their opposites, ``other``, false, and begin the next turn."""
        self.turn += 1
        self.when[codes] = self.when[other] = self.turn
        self._codes.append(codes if len(codes) <= FEW else None)

    def since(self, turn: int) -> Codes | None:
        """Return the codes that became true or false after so many turns; None if they are many."""
        found: list[Codes] = []
        for codes in self._codes[turn:]:
            if codes is None:
                return None
            if len(codes):
                found += (codes, len(self.when) - codes)
        return np.concatenate(found) if found else NOTHING


def _tables(rows: Sequence[Bounded], size: int) -> Iterator[_Pairs | _Counts]:
    """Yield tables of rows of one shape, with literals as indices of their truth."""
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
    """Return rows of one or two literals as clauses int32[g, 2] if they are clauses or "at most one"; None for other rows."""
    width = group.lits.shape[1]
    if not 1 <= width <= 2 or group.chain > 1:
        return None
    if (group.least == 1).all() and (group.most >= width).all():
        return _wide(group.lits, 2)
    # Padding (0) is false, and its negation is 0 again: a row with padding cannot be turned into a clause of negations.
    is_at_most_one = width == 2 and (group.least <= 0).all() and (group.most == 1).all() and group.lits.all()
    return -group.lits if is_at_most_one else None


def _wide(lits: Ints, width: int) -> Ints:
    """Return rows padded to a width."""
    if lits.shape[1] == width:
        return lits
    found = np.zeros((len(lits), width), dtype=np.int32)
    found[:, : lits.shape[1]] = lits
    return found


def _codes(lits: Ints, size: int) -> Codes:
    """Return literals as indices that are not negative: ``size`` is added to negations."""
    codes = np.array(lits, dtype=np.intp, order="C")
    codes[codes < 0] += size
    return codes


class _Table:
    """Rows of one shape, as codes intp[..., n], and the last turn it has seen; up to ``few`` rows are always all examined."""

    def __init__(self, codes: Codes, few: int) -> None:
        self._codes, self._few = codes, few
        self._turns = self._seen = 0
        self._index: Incidence | None = None

    def changed(self, fixed: _Fixed) -> Codes | None:
        """Return the rows with literals that were fixed since the table's last turn; None for all rows, at first or if faster."""
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
        super().__init__(codes, few=codes.shape[-1])  # to examine all clauses is faster than to select some

    def follow(self, truth: Truth, fixed: _Fixed) -> Codes:
        """Return the codes of the literals that follow. Raises Contradiction."""
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
    """Rows with bounds: codes intp[chain, runs, n]; bounds are int8 where that can count the literals of a row, else int32."""

    def __init__(self, codes: Codes, least: Ints, most: Ints) -> None:
        super().__init__(codes, few=FEW)
        chain, runs, _ = codes.shape
        size = chain * runs
        self._type = np.int8 if size <= SMALL else np.int32
        self._least, self._most = (self._within(bound, size + 1) for bound in (least, most))
        self._place = np.arange(1, chain + 1, dtype=self._type)[:, None, None]

    def _within(self, bound: Ints, most: int) -> Numbers:
        """Return bounds clipped to the range of the type, without a change of their meaning."""
        found: Numbers = np.minimum(np.maximum(bound, -1), most).astype(self._type)
        return found

    def follow(self, truth: Truth, fixed: _Fixed) -> Codes:
        """Return the codes of the literals that follow. Raises Contradiction."""
        some = self.changed(fixed)
        if some is None:
            return self._forced(truth, self._codes, self._least, self._most)
        if not len(some):
            return NOTHING
        return self._forced(truth, self._codes[:, :, some], self._least[some], self._most[some])

    def _forced(self, truth: Truth, codes: Codes, least: Numbers, most: Numbers) -> Codes:
        """Return the codes that the bounds of some rows force, as described at the top. Raises Contradiction."""
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
