"""Simplify batches by propagation: remove fixed literals, and the constraints that are satisfied.

Every constraint here bounds the number of true literals in a row, so all of them are propagated together (``propagation.bounds``),
and only the remaining constraints are encoded. Variables keep their numbers: fixed literals become unit clauses, so that a model
of the result is a model of the whole formula. Rows keep their sources.

Connectivity takes part: two nodes must not use up each other's degrees, and the known edges of a graph are marked, for encodings
that contract it (``connectivity.contraction``). If a formula is to be solved as a whole, the variables are probed as well, and if
sums leave nothing to spare (``core.spare``), literals that are counted but join nothing are false.

The remaining constraints have few shapes, and an encoding runs once for each shape. Ordered runs keep their order; the longest run
comes first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain
from operator import mul
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.constraints import Batch, Cardinality, Clauses, Connected, Exclusive, Implies, Origin, sums_of
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.spare import spare, surplus
from hashicnf.logic import NO_LITERALS, Bools, Ints, Truth
from hashicnf.passes.connectivity.contraction import closed_pairs, marked
from hashicnf.propagation.bounds import Bounded, Contradiction, padded, propagate
from hashicnf.records import record

Bounding: TypeAlias = Cardinality | Implies | Exclusive | Clauses
Wide: TypeAlias = NDArray[np.int64]
FIXED: Final = Origin("fixed", "variable")
MOST_CODE: Final = 1 << 62


@record
class Simplified:
    """The unit clauses of fixed literals and the remaining batches, and the truth of all literals: int8[2 v + 1], 1, 0 or -1.

    The negation of variable v has the index -v.
    """

    batches: tuple[Batch, ...]
    truth: Truth


@record
class _Group:
    """Batches that differ only in width and bound, as rows with bounds; ``source`` int32[g] is the source of each row."""

    batches: tuple[Bounding, ...]
    rows: Bounded
    source: Ints


def units_of(literals: Ints, *, distinct: bool = False) -> list[Clauses]:
    """Return a block of unit clauses for fixed literals, int32[k], each with its variable (from 0) as source; none without any."""
    return [Clauses(literals.reshape(-1, 1), FIXED, np.abs(literals) - 1, distinct)] if len(literals) else []


def closure(batches: Sequence[Batch], variables: int, known: Ints, deadline: Deadline = NEVER) -> Truth:
    """Propagate the constraints and the ``known`` literals; return the truth of each literal. Raises Contradiction, GaveUp."""
    rows = [_gathered(group).rows for group in _alike(batches) if not isinstance(group, Connected)]
    return propagate([*rows, *map(_bounded, units_of(known))], variables, deadline)[0]


Probe: TypeAlias = Callable[[Simplified, int, Sequence[Cardinality]], Ints]
"""A function that returns the values, int32[v + 1], which probing finds, given v and the counts; 0 for variables left open."""


def simplified(batches: Sequence[Batch], variables: int, *, connecting: bool, probe: Probe | None = None) -> Simplified:
    """Return the remaining batches, with the known edges of graphs marked, and the fixed literals.

    With ``connecting``, connectivity constraints fix literals, and their graphs lose leaves; not all encodings enforce them.
    ``probe`` is called if propagation leaves variables open.
    """
    pairs = [closed_pairs(batch) for batch in batches if connecting and isinstance(batch, Connected)]
    simple = propagated(batches, variables, np.concatenate([NO_LITERALS, *pairs]))
    counted = list[Cardinality]()
    if probe is not None:
        if not simple.truth[1 : variables + 1].all():
            counted = sums_of(batches)
            simple = _without_surplus(simple, counted, variables)
        value = simple.truth[: variables + 1]
        found = value if value[1:].all() else probe(simple, variables, counted)
        simple = propagated(simple.batches, variables, np.flatnonzero(found).astype(np.int32) * found[found != 0])
    if counted:
        simple = _without_surplus(simple, counted, variables)
    left = (
        marked(batch, simple.truth, counted, connecting=connecting) if isinstance(batch, Connected) else [batch]
        for batch in simple.batches
    )
    return replace(simple, batches=tuple(chain.from_iterable(left)))


def _without_surplus(simple: Simplified, counted: Sequence[Cardinality], variables: int) -> Simplified:
    """Fix literals that are counted but join nothing to false, if there is nothing to spare."""
    known = simple.truth[: variables + 1].astype(np.int32)
    graphs = [batch for batch in simple.batches if isinstance(batch, Connected) and not batch.redundant]
    more = [surplus(graph, counted, known) for graph in graphs if spare(graph, counted, known) == 0]
    return propagated(simple.batches, variables, -np.concatenate(more)) if any(map(len, more)) else simple


def propagated(batches: Sequence[Batch], variables: int, known: Ints = NO_LITERALS) -> Simplified:
    """Propagate the constraints and the ``known`` literals, and remove fixed literals and satisfied constraints.

    If propagation finds a contradiction, the batches are returned unchanged, for the solver to refute.
    """
    groups = [group if isinstance(group, Connected) else _gathered(group) for group in _alike(batches)]
    rows, units = [group.rows for group in groups if isinstance(group, _Group)], units_of(known)
    try:
        truth, fixed = propagate([*rows, *map(_bounded, units)], variables)
    except Contradiction:
        open_ = np.zeros(2 * variables + 1, dtype=np.int8)
        return Simplified(tuple(map(_comparable, (*batches, *units))), open_)
    if not len(fixed):
        return Simplified(tuple(batches), truth)
    left = [batch for group in groups for batch in ([group] if isinstance(group, Connected) else _left(group, truth))]
    return Simplified((*units_of(fixed, distinct=True), *left), truth)


def _comparable(batch: Batch) -> Batch:
    """Return a batch whose clauses may equal others: literals fixed before are known again, and encodings derive them."""
    return replace(batch, distinct=False) if isinstance(batch, Clauses) and batch.distinct else batch


def _alike(batches: Sequence[Batch]) -> list[Connected | list[Bounding]]:
    """Group cardinality constraints that differ only in width and bound."""
    found: dict[object, Connected | list[Bounding]] = {}
    for batch in batches:
        if isinstance(batch, Cardinality):
            runs = batch.runs
            alike = found.setdefault((batch.kind, max(runs, default=1), padded(len(runs))), [])
            if isinstance(alike, list):
                alike.append(batch)
        else:
            found[id(batch)] = batch if isinstance(batch, Connected) else [batch]
    return [*found.values()]


def _gathered(batches: Sequence[Bounding]) -> _Group:
    """Convert batches to rows with bounds, padded to the same width."""
    first = batches[0]
    if not isinstance(first, Cardinality):
        return _Group(tuple(batches), _bounded(first), first.source)
    counts = [batch for batch in batches if isinstance(batch, Cardinality)]
    height, every = [len(batch.lits) for batch in counts], [batch.runs for batch in counts]
    chain = max(every[0], default=1)
    lits = np.zeros((sum(height), chain * max(map(len, every))), dtype=np.int32)
    done = 0
    for batch, runs in zip(counts, every, strict=True):
        lits[done : done + len(batch.lits), _places(runs, chain)] = batch.lits
        done += len(batch.lits)
    bound = np.repeat(np.array([batch.bound for batch in counts], dtype=np.int32), height)
    most = np.full_like(bound, lits.shape[1]) if first.op == "ge" else bound
    rows = Bounded(lits, np.zeros_like(bound) if first.op == "le" else bound, most, chain)
    return _Group(tuple(batches), rows, np.concatenate([batch.source for batch in counts]))


def _places(runs: tuple[int, ...], chain: int) -> slice | list[int]:
    """Return the columns of the literals if each run is padded to ``chain``."""
    if sum(runs) == chain * len(runs):
        return slice(0, sum(runs))
    return [i * chain + j for i, length in enumerate(runs) for j in range(length)]


def _bounded(batch: Implies | Exclusive | Clauses) -> Bounded:
    """Convert a batch to rows with bounds."""
    lits = batch.lits
    least, most = (np.full(len(lits), bound, dtype=np.int32) for bound in batch.bounds)
    return Bounded(lits, least, most)


def _left(group: _Group, truth: Truth) -> Iterator[Batch]:
    """Yield the remaining constraints of a group, without fixed literals, one batch for each shape."""
    rows, lits = group.rows, group.rows.lits
    if not len(lits):
        return
    value = truth.take(lits)  # the last entries are those of negations
    if not np.count_nonzero(value):
        yield from group.batches
        return
    is_free = (value == 0) & (lits != 0)
    free, true = (np.add.reduce(some, axis=1, dtype=np.int64) for some in (is_free, value > 0))
    low, high = rows.least - true, rows.most - true
    says = ((free > 0) & ((low > 0) | (high < free))).nonzero()[0]
    if not len(says):
        return
    lits, is_free, runs = _longest_first(lits[says], is_free[says], rows.chain)
    kind = group.batches[0]
    bound = (high if isinstance(kind, Cardinality) and kind.op == "le" else low)[says]
    shape = np.concatenate((runs, bound[:, None]), axis=1) if isinstance(kind, Cardinality) else free[says, None]
    code = _codes(shape)
    order = code.argsort(kind="stable")
    taken, source, code = lits[order][is_free[order]], group.source[says[order]], code[order]
    starts = [0, *((code[1:] != code[:-1]).nonzero()[0] + 1).tolist()]
    done = 0
    for start, stop, (*lengths, last) in zip(
        starts, [*starts[1:], len(code)], shape[order[starts]].tolist(), strict=True
    ):
        each = sum(lengths) or last
        part = taken[done : done + (stop - start) * each].reshape(-1, each)
        done += part.size
        yield _like(kind, part, source[start:stop], lengths, last)


def _longest_first(lits: Ints, is_free: Bools, chain: int) -> tuple[Ints, Bools, Wide]:
    """Sort the runs of each row by their number of free literals, descending, and return these numbers, int64[g, r].

    Without ordered runs (``chain`` 1) the whole row counts as one run.
    """
    count = len(lits)
    if chain == 1:
        return lits, is_free, np.add.reduce(is_free, axis=1, dtype=np.int64)[:, None]
    table, free = lits.reshape(count, -1, chain), is_free.reshape(count, -1, chain)
    length = np.add.reduce(free, axis=2, dtype=np.int64)
    order = (-length).argsort(axis=1, kind="stable")
    row = np.arange(count)[:, None]
    return table[row, order].reshape(count, -1), free[row, order].reshape(count, -1), length[row, order]


def _codes(table: Wide) -> Wide:
    """Return a number for each row of int64[g, k], g > 0, int64[g]; rows have the same number if and only if they are equal."""
    least = table.min(axis=0)
    bases = (table.max(axis=0) - least + 1).tolist()
    if math.prod(bases) > MOST_CODE:
        from hashicnf.arrays.equal_rows import equal_rows  # not at the top: few tables are so wide

        return equal_rows(table)[1]
    weights = [1, *accumulate(bases[:-1], mul)]
    code: Wide = (table - least) @ np.array(weights)
    return code


def _like(batch: Bounding, lits: Ints, source: Ints, lengths: list[int], bound: int) -> Batch:
    """Return a batch of the same kind with the remaining rows; for a cardinality, ``lengths`` are those of its runs, or 0."""
    match batch:
        case Cardinality(_, op, _, origin, _, chain, redundant, encoding):
            runs = tuple(length for length in lengths if length)
            left = 1 if chain == 1 else runs if runs[0] > runs[-1] else runs[0]
            return Cardinality(lits, op, bound, origin, source, left, redundant, encoding)
        case Exclusive():
            return replace(batch, lits=lits, source=source)
        case Clauses():
            return replace(batch, rows=lits, sources=source)
        case Implies():
            return replace(batch, body=lits[:, :0], head=lits, source=source)
