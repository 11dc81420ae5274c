"""Simplify batches by unit propagation: fix what the constraints imply, and leave it out of them.

Every constraint here bounds the number of true literals in a row: a clause from 1, "at most one" to 1, a cardinality constraint on
either side or both. So all rows of one width are propagated together, whatever batch they come from:

    as many true literals as may be       the others are false
    as many literals left as must be      they are all true

That is what unit propagation finds in the clauses of an encoding that is arc-consistent, at a fraction of the work, and the batches
that are left are small before any encoding sees them. Variables keep their numbers: those that are fixed become clauses of one
literal, so that a model is one of the whole formula. Rows keep their sources. Connectivity constraints stay as they are.

What is done in a wave over all rows is a handful of operations on arrays, and rows that are settled leave the arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.constraints import Batch, Cardinality, Clauses, Connected, Exclusive, Implies, Op, Origin
from hashicnf.logic import Bools, Ints
from hashicnf.records import record

Truth: TypeAlias = NDArray[np.int8]
Counting: TypeAlias = Cardinality | Implies | Exclusive | Clauses
FIXED: Final = Origin("fixed", "variable")


@record
class Bounded:
    """Row i: from ``least[i]`` to ``most[i]`` literals of ``lits[i]`` are true; int32[g, w] and int32[g]."""

    lits: Ints
    least: Ints
    most: Ints


class _Contradiction(Exception):
    """The constraints contradict each other."""


def simplified(batches: Sequence[Batch], variables: int) -> tuple[Batch, ...]:
    """Return the batches that are left, after one of the literals that are fixed, in the order in which they followed.

    Batches that contradict each other by unit propagation alone are returned as they are: to refute them is up to the solver.
    """
    rows = {i: _bounded(batch) for i, batch in enumerate(batches) if not isinstance(batch, Connected)}
    try:
        truth, fixed = _propagated(rows.values(), variables)
    except _Contradiction:
        return tuple(batches)
    if not len(fixed):
        return tuple(batches)
    units = Clauses(fixed.reshape(-1, 1), FIXED, np.abs(fixed) - 1)
    left = [part for i, batch in enumerate(batches) for part in _left(batch, rows.get(i), truth)]
    return units, *left


def _bounded(batch: Counting) -> Bounded:
    """Write a batch as rows with bounds."""
    match batch:
        case Cardinality(lits, op, bound):
            least, most = (bound if op != "le" else 0), (bound if op != "ge" else lits.shape[1])
        case Exclusive(lits):
            least, most = 0, 1
        case Implies(body, head):
            lits = np.concatenate((-body, head), axis=1)
            least, most = 1, lits.shape[1]
        case Clauses():
            lits = batch.lits
            least, most = 1, lits.shape[1]
    count = len(lits)
    return Bounded(lits, np.full(count, least, dtype=np.int32), np.full(count, most, dtype=np.int32))


def _propagated(rows: Iterable[Bounded], variables: int) -> tuple[Truth, Ints]:
    """Propagate to the end: the truth of each literal (1, 0, -1; index -v is that of the negation), and the literals fixed.

    Raises _Contradiction.
    """
    truth = np.zeros(2 * variables + 1, dtype=np.int8)
    fixed: list[Ints] = []
    active = _joined(rows)
    while True:
        waves = [_wave(group, truth) for group in active]
        found = np.concatenate([forced for _, forced in waves]) if waves else np.zeros(0, dtype=np.int32)
        if not len(found):
            return truth, np.concatenate(fixed) if fixed else found
        _, first = np.unique(found, return_index=True)
        found = found[np.sort(first)]
        truth[found] = 1
        if (truth[-found] == 1).any():
            raise _Contradiction
        truth[-found] = -1
        fixed.append(found)
        active = [group for group, _ in waves if len(group.lits)]


def _joined(rows: Iterable[Bounded]) -> list[Bounded]:
    """Put rows of one width together."""
    by_width: dict[int, list[Bounded]] = {}
    for group in rows:
        if len(group.lits):
            by_width.setdefault(group.lits.shape[1], []).append(group)
    return [
        Bounded(*(np.concatenate([getattr(g, part) for g in same]) for part in ("lits", "least", "most")))
        for same in by_width.values()
    ]


def _wave(group: Bounded, truth: Truth) -> tuple[Bounded, Ints]:
    """Look at each row once: the rows that are not settled yet, and the literals that follow. Raises _Contradiction."""
    value = truth[group.lits]
    true, free = _counts(value)
    possible = true + free
    if (true > group.most).any() or (possible < group.least).any():
        raise _Contradiction
    open_ = free > 0
    full = open_ & (true == group.most)
    tight = open_ & (possible == group.least)
    forced = []
    if full.any():
        forced.append(-group.lits[full][value[full] == 0])
    if tight.any():
        forced.append(group.lits[tight][value[tight] == 0])
    keep = open_ & ((true < group.least) | (possible > group.most)) & ~full & ~tight
    rest = group if keep.all() else Bounded(group.lits[keep], group.least[keep], group.most[keep])
    return rest, np.concatenate(forced) if forced else np.zeros(0, dtype=np.int32)


def _counts(value: Truth) -> tuple[Ints, Ints]:
    """Count the true and the undecided literals of each row."""
    true = np.count_nonzero(value > 0, axis=1).astype(np.int32)
    decided = np.count_nonzero(value, axis=1).astype(np.int32)
    return true, value.shape[1] - decided


def _left(batch: Batch, rows: Bounded | None, truth: Truth) -> Iterator[Batch]:
    """Return what is left of a batch: rows that still say something, without the literals that are fixed, by shape."""
    if rows is None or not len(rows.lits):
        yield batch
        return
    value = truth[rows.lits]
    true, free = _counts(value)
    if (free == rows.lits.shape[1]).all():
        yield batch
        return
    least, most = rows.least - true, rows.most - true
    says = (free > 0) & ((least > 0) | (most < free))
    whole = _whole_runs(batch, value)
    shape = np.stack((free, np.maximum(least, 0), np.minimum(most, free), whole.astype(np.int32)), axis=1)[says]
    which = np.flatnonzero(says)
    shapes, member = np.unique(shape, axis=0, return_inverse=True)
    for number, (width, low, high, is_whole) in enumerate(shapes.tolist()):
        some = which[member.ravel() == number]
        lits = rows.lits[some][value[some] == 0].reshape(len(some), width)
        yield _made(batch, lits, some, (low, high), is_whole=bool(is_whole))


def _whole_runs(batch: Batch, value: Truth) -> Bools:
    """Return for which rows the ordered runs are each fixed or free as a whole: the others lose their order."""
    chain = batch.chain if isinstance(batch, Cardinality) else 1
    free = (value == 0).reshape(len(value), -1, chain)
    whole: Bools = (free.all(axis=2) | ~free.any(axis=2)).all(axis=1)
    return whole


def _made(batch: Batch, lits: Ints, some: NDArray[np.intp], bounds: tuple[int, int], *, is_whole: bool) -> Batch:
    """Make a batch like another of some of its rows, with these literals left in them and these bounds."""
    match batch:
        case Cardinality():
            op, bound = _demand(batch.op, *bounds)
            chain = batch.chain if is_whole else 1
            return replace(batch, lits=lits, op=op, bound=bound, source=batch.source[some], chain=chain)
        case Exclusive():
            return replace(batch, lits=lits, source=batch.source[some])
        case Clauses():
            return replace(batch, rows=lits, sources=batch.source[some])
        case Implies():
            return replace(batch, body=lits[:, :0], head=lits, source=batch.source[some])
        case Connected():
            return batch


def _demand(op: Op, low: int, high: int) -> tuple[Op, int]:
    """Return what is left to demand of the literals that are not fixed."""
    return (op, high) if op == "le" else (op, low)
