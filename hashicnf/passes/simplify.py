"""Simplify batches by what is known of their variables: the rows that still say something, without what is fixed.

Every constraint here bounds the number of true literals in a row, so all of them are propagated together (``propagation.bounds``),
and what is left of them is small before any encoding sees it. Variables keep their numbers: those that are fixed become clauses of
one literal, so that a model is one of the whole formula. Rows keep their sources. Connectivity constraints stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.constraints import Batch, Cardinality, Clauses, Connected, Exclusive, Implies, Op, Origin
from hashicnf.logic import Bools, Ints
from hashicnf.propagation.bounds import Bounded, Contradiction, Truth, propagate
from hashicnf.records import record

Counting: TypeAlias = Cardinality | Implies | Exclusive | Clauses
MOST_UNORDERED: Final = 8  # literals; without their order, encodings of more take too many clauses
FIXED: Final = Origin("fixed", "variable")


@record
class Simplified:
    """Batches that are left, after one of the literals that are fixed, and the truth of all literals: int8[2 v + 1], 1, 0 or -1.

    Index -v is that of the negation of variable v.
    """

    batches: tuple[Batch, ...]
    truth: Truth


def closure(batches: Sequence[Batch], variables: int, known: Ints) -> Truth:
    """Propagate the constraints and the ``known`` literals; return the truth of each literal. Raises Contradiction."""
    rows = [_bounded(batch) for batch in batches if not isinstance(batch, Connected)]
    units = Clauses(known.reshape(-1, 1), FIXED, np.abs(known) - 1)
    return propagate([*rows, _bounded(units)] if len(known) else rows, variables)[0]


def simplified(batches: Sequence[Batch], variables: int, known: Ints | None = None) -> Simplified:
    """Propagate the constraints and the ``known`` literals, and leave out what is fixed.

    Batches that contradict each other by unit propagation alone are returned as they are: to refute them is up to the solver.
    """
    rows = {i: _bounded(batch) for i, batch in enumerate(batches) if not isinstance(batch, Connected)}
    units = Clauses(known.reshape(-1, 1), FIXED, np.abs(known) - 1) if known is not None and len(known) else None
    every = [*rows.values(), _bounded(units)] if units is not None else [*rows.values()]
    try:
        truth, fixed = propagate(every, variables)
    except Contradiction:
        return Simplified((*batches, units) if units else tuple(batches), np.zeros(2 * variables + 1, dtype=np.int8))
    if not len(fixed):
        return Simplified(tuple(batches), truth)
    first = Clauses(fixed.reshape(-1, 1), FIXED, np.abs(fixed) - 1)
    left = [part for i, batch in enumerate(batches) for part in _left(batch, rows.get(i), truth)]
    return Simplified((first, *_joined(left)), truth)


def _joined(batches: Sequence[Batch]) -> list[Batch]:
    """Put counts of one shape and origin together: there are few shapes, and an encoding is stamped once for each batch."""
    alike: dict[object, list[Batch]] = {}
    for batch in batches:
        key: object = id(batch)
        if isinstance(batch, Cardinality):
            key = batch.origin, batch.lits.shape[1], batch.op, batch.bound, batch.chain, batch.redundant
        alike.setdefault(key, []).append(batch)
    return [
        same[0] if len(same) == 1 else _stacked([b for b in same if isinstance(b, Cardinality)])
        for same in alike.values()
    ]


def _stacked(counts: Sequence[Cardinality]) -> Cardinality:
    lits, source = (np.concatenate([getattr(batch, name) for batch in counts]) for name in ("lits", "source"))
    return replace(counts[0], lits=lits, source=source)


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
    chain = batch.chain if isinstance(batch, Cardinality) else 1
    return Bounded(lits, np.full(count, least, dtype=np.int32), np.full(count, most, dtype=np.int32), chain)


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
    for (width, low, high, is_whole), member in _alike(shape):
        some = which[member]
        if isinstance(batch, Cardinality) and not is_whole and width > MOST_UNORDERED:
            yield replace(batch, lits=batch.lits[some], source=batch.source[some])
            continue
        lits = rows.lits[some][value[some] == 0].reshape(len(some), width)
        yield _made(batch, lits, some, (low, high), is_whole=bool(is_whole))


def _alike(shape: Ints) -> Iterator[tuple[tuple[int, ...], Bools]]:
    """Yield each different row of numbers from 0 up, and where it stands."""
    base = int(shape.max(initial=0)) + 1
    code = shape.astype(np.int64) @ base ** np.arange(shape.shape[1])[::-1]
    for one in sorted(set(code.tolist())):
        member: Bools = code == one
        yield tuple(shape[np.argmax(member)].tolist()), member


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
