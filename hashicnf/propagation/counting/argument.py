"""Counting arguments and their check, which imports nothing of the search for them.

A step of an argument multiplies each cardinality constraint by a weight and adds them up. The demand of a constraint is its lower
bound if the weight is positive, its upper bound if negative, tightened to the number of literals that are true or can be true.
Every variable then has a coefficient, and its value, if known, bounds its contribution. If the demand is greater than all
contributions together, there is no solution; if it is equal, every variable must contribute as much as possible. There is also no
solution if the constraints are exact and the parities of demand and contributions differ. After each step comes unit propagation.
The argument ends with a contradiction: a sum, a constraint, a graph that is disconnected or has a forbidden loop, or a graph for
whose connection there are too few edges.

References: Farkas 1902, "Theorie der einfachen Ungleichungen"; Gomory 1958, "Outline of an algorithm for integer solutions to
linear programs".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

import numpy as np

from hashicnf.arrays.cycles import cycles, ring
from hashicnf.arrays.graph import components
from hashicnf.arrays.incidence import Codes, Incidence
from hashicnf.core.constraints import Batch, Cardinality, Clauses, Connected, Exclusive, Implies, sums_of
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.flaws import ClosedPart, Flaw, Loop, OddSum, Shortage, TooFew, Unmet
from hashicnf.logic import Ints, Truth
from hashicnf.propagation.counting.crowded import crowded
from hashicnf.records import record

FEW_RUNS: Final = 4  # rows are padded to a multiple of this number of runs
MANY_TURNS: Final = 50  # turns of propagation after which rows are looked up by their literals


@record
class Argument:
    """Steps of an argument, each with weights int32[r] for the rows, in order, of all cardinality batches that are not redundant.

    The argument begins with the ``premises``, literals int32[k]. It may end with ``crowded``, nodes int32[n] that show a crowded
    part.
    """

    steps: tuple[Ints, ...]
    premises: Ints
    crowded: Ints | None = None


class _Broken(Exception):
    """A contradiction, with the flaw to report."""

    def __init__(self, flaw: Flaw | None = None) -> None:
        self.flaw = flaw


@record
class Outcome:
    """The end of an argument: the truth of each literal, and whether it is a contradiction, with the flaw to report.

    ``truth`` is int8[2 v + 1]; its entry 0, which is no literal, is -1. The flaw is None if the constraint that the derived
    literals violate is no count.
    """

    truth: Truth
    is_contradiction: bool = False
    flaw: Flaw | None = None


def replay(argument: Argument, batches: Sequence[Batch], variables: int, deadline: Deadline = NEVER) -> Outcome:
    """Replay an argument from the batches by addition and unit propagation; the literals derived hold in all solutions.

    Raises GaveUp at the deadline.
    """
    truth = np.zeros(2 * variables + 1, dtype=np.int8)
    truth[0] = -1  # the literal that pads rows
    try:
        _assume(truth, argument.premises)
        _require_enough(batches, truth)  # this and parity are easiest to explain before propagation
        for weights in argument.steps[:1]:
            _require_parity(with_weights(batches, weights), truth)
        _propagate(batches, truth, deadline)
        for weights in argument.steps:
            _assume(truth, _add_up(batches, truth, weights))
            _propagate(batches, truth, deadline)
        _connect(batches, truth)
        _require_enough(batches, truth)
        _require_room(batches, truth, argument.crowded)
    except _Broken as broken:
        return Outcome(truth, is_contradiction=True, flaw=broken.flaw or _unmet(batches, truth))
    return Outcome(truth)


def _assume(truth: Truth, lits: Ints) -> None:
    truth[lits], truth[-lits] = 1, -1
    if (truth[lits] < 0).any():
        raise _Broken


def _add_up(batches: Sequence[Batch], truth: Truth, weights: Ints) -> Ints:
    """Return the literals that a weighted sum forces, int32[k]."""
    coefficient = np.zeros(len(truth), dtype=np.int64)
    demand = 0
    weighted = with_weights(batches, weights)
    _require_parity(weighted, truth)
    for batch, weight in weighted:
        least, most, _ = _demands(batch, truth)
        demand += int(np.where(weight > 0, least, most) @ weight.astype(np.int64))
        np.add.at(coefficient, batch.lits, weight[:, None])
    positive, negative = coefficient[: len(truth) // 2 + 1], np.roll(coefficient[::-1], 1)[: len(truth) // 2 + 1]
    value = truth[: len(positive)]
    likely = np.where(value > 0, positive, np.where(value < 0, negative, np.maximum(positive, negative)))
    most_that_comes = int(likely[1:].sum())
    if demand > most_that_comes:
        raise _Broken(_shortage(weighted, truth))
    if demand < most_that_comes:
        return np.zeros(0, dtype=np.int32)
    forced = np.flatnonzero((value == 0) & (positive != negative)).astype(np.int32)
    return np.where(positive[forced] > negative[forced], forced, -forced)


def with_weights(batches: Sequence[Batch], weights: Ints) -> list[tuple[Cardinality, Ints]]:
    """Return the batches that the weights belong to, each with its own; none if the numbers of weights and rows differ."""
    sums = sums_of(batches)
    starts = list(accumulate((len(batch.lits) for batch in sums), initial=0))
    if starts[-1] != len(weights):
        return []
    return [(batch, weights[start:end]) for batch, (start, end) in zip(sums, pairwise(starts), strict=True)]


def _require_parity(weighted: Sequence[tuple[Cardinality, Ints]], truth: Truth) -> None:
    """Raise _Broken if all weights are 0 or 1, and the rows of weight 1 have a sum of the wrong parity."""
    if any(weights.min(initial=0) < 0 or weights.max(initial=0) > 1 for _, weights in weighted):
        return
    coefficient = np.zeros(len(truth), dtype=np.int64)
    total, sources = 0, []
    for batch, weights in weighted:
        chosen = weights > 0
        least, most = batch.bounds
        if least != most and chosen.any():
            return
        total += least * int(np.count_nonzero(chosen))
        sources.append(batch.source[chosen])
        np.add.at(coefficient, batch.lits[chosen], 1)
    value = truth[1 : len(truth) // 2 + 1]
    positive, negative = coefficient[1 : len(value) + 1], coefficient[: len(value) : -1]
    if ((value == 0) & ((positive - negative) % 2 != 0)).any():
        return
    outside = int(np.where(value < 0, negative, positive)[(positive + negative) % 2 != 0].sum())
    counted = int(np.where(value < 0, negative, positive).sum())
    if (total - counted) % 2:
        raise _Broken(OddSum(weighted[0][0].origin.kind, np.sort(np.concatenate(sources)), total, outside))


def _demands(batch: Cardinality, truth: Truth) -> tuple[Ints, Ints, Ints]:
    """Return the least and the largest possible number of true literals of each row, and the number known to be true, int32[r]."""
    least, most = batch.bounds
    value = truth[batch.lits]
    true, possible = (np.count_nonzero(held, axis=1).astype(np.int32) for held in (value > 0, value >= 0))
    return np.maximum(true, least), np.minimum(possible, most), true


def _shortage(weighted: Sequence[tuple[Cardinality, Ints]], truth: Truth) -> Shortage | None:
    """Describe a contradiction with weights 1, 0 and -1: the demand of rows of weight 1, and the supply of those of weight -1.

    None for other weights.
    """
    if any(np.abs(weights).max(initial=0) > 1 for _, weights in weighted):
        return None
    short, others, need, room, known = [], [], 0, 0, 0
    ways = np.zeros(len(truth), dtype=np.int64)
    for batch, weight in weighted:
        least, most, true = _demands(batch, truth)
        need += int((least - true)[weight > 0].sum())
        room += int((most - true)[weight < 0].sum())
        known += int(true[weight > 0].sum())
        short.append(batch.source[weight > 0])
        others.append(batch.source[weight < 0])
        np.add.at(ways, batch.lits, weight[:, None])
    elsewhere = int(ways[(ways > 0) & (truth == 0)].sum())
    kind, lacking, giving = weighted[0][0].origin.kind, np.sort(np.concatenate(short)), np.sort(np.concatenate(others))
    return Shortage(kind, lacking, giving, need, room, elsewhere, known)


def _connect(batches: Sequence[Batch], truth: Truth) -> None:
    """Raise _Broken if some graph cannot be connected, or has a forbidden loop."""
    if (found := misconnected(batches, truth)) is not None:
        raise _Broken(found)


def misconnected(batches: Sequence[Batch], truth: Truth) -> ClosedPart | Loop | None:
    """Find a graph that the edges that can be chosen do not connect, or chosen edges that form a loop where that is forbidden.

    ``truth`` is the truth of each literal, int8[2 v + 1].
    """
    for graph in batches:
        if not isinstance(graph, Connected) or graph.redundant:
            continue
        part = components(graph.nodes, graph.ends[truth[graph.lits] >= 0])
        size = np.bincount(part)
        if len(size) > 1:
            return ClosedPart(graph.node, np.flatnonzero(part == size.argmin()).astype(np.int32))
        chosen = graph.ends[truth[graph.lits] > 0]
        if graph.acyclic and graph.known is None and (found := cycles(graph.nodes, chosen)):
            return Loop(graph.node, np.array(ring(chosen[min(found, key=len)]), dtype=np.int32))
    return None


def _require_enough(batches: Sequence[Batch], truth: Truth) -> None:
    """Raise _Broken if the sums leave too few edges to connect a graph."""
    if (found := too_few(batches, truth)) is not None:
        raise _Broken(found)


def _require_room(batches: Sequence[Batch], truth: Truth, nodes: Ints | None) -> None:
    """Raise _Broken if nodes show a crowded part."""
    if nodes is not None and (found := crowded(batches, truth, nodes)) is not None:
        raise _Broken(found)


def too_few(batches: Sequence[Batch], truth: Truth) -> TooFew | None:
    """Find a graph that needs more edges to be connected than the sums leave; each of its undecided edges is counted by two sums.

    ``truth`` is the truth of each literal, int8[2 v + 1]. Every such edge uses up two of the literals that sums can still count.
    """
    sums = [batch for batch in sums_of(batches) if (batch.lits > 0).all()]
    room = 0
    for batch in sums:
        _, most, true = _demands(batch, truth)
        room += int((most - true).sum())
    for graph in batches:
        if not isinstance(graph, Connected) or graph.redundant or graph.nodes < 2 or (graph.lits < 0).any():
            continue
        need = int(components(graph.nodes, graph.ends[truth[graph.lits] > 0]).max())
        if room // 2 < need:
            counted = np.concatenate([graph.lits[:0], *(batch.lits.ravel() for batch in sums)])
            times = np.bincount(counted, minlength=len(truth))
            if (times[graph.lits[truth[graph.lits] == 0]] >= 2).all():
                return TooFew(graph.node, room // 2, need, graph.nodes)
    return None


def _unmet(batches: Sequence[Batch], truth: Truth) -> Unmet | None:
    """Return the first count that the derived literals violate; a literal that was derived both ways is false both ways."""
    for batch in batches:
        if not isinstance(batch, Cardinality | Exclusive):
            continue
        least, most = batch.bounds
        value = truth[batch.lits]
        low, high = (value > 0).sum(axis=1), (value >= 0).sum(axis=1)
        if len(rows := np.flatnonzero((high < least) | (low > most))):
            row = rows[0]
            return Unmet(batch.origin.kind, int(batch.source[row]), int(low[row]), int(high[row]))
    return None


def _propagate(batches: Sequence[Batch], truth: Truth, deadline: Deadline) -> None:
    """Propagate all rows to a fixed point. Raises _Broken, GaveUp."""
    alike: dict[tuple[int, int], list[_Table]] = {}
    for batch in batches:
        if not isinstance(batch, Connected):
            table = _table(batch)
            alike.setdefault(table.lits.shape[:2], []).append(table)
    tables = [_together(some) for some in alike.values()]
    changed, turn = np.arange(len(truth), dtype=np.int32), 0
    while len(changed):
        deadline.require()
        found = [table.follow(truth, changed, turn) for table in tables]
        changed, turn = np.concatenate([changed[:0], *found, *(-lits for lits in found)]), turn + 1


def _table(batch: Cardinality | Exclusive | Implies | Clauses) -> _Table:
    """Convert a batch to rows with bounds on the number of true literals, padded so that there are few shapes."""
    lits = batch.lits
    runs = batch.runs if isinstance(batch, Cardinality) else (1,) * lits.shape[1]
    longest = max(runs, default=0)
    count = len(runs) if len(runs) * longest <= 2 else FEW_RUNS * -(-len(runs) // FEW_RUNS)
    wide = np.zeros((count, longest, len(lits)), dtype=np.int32)
    done = 0
    for run, length in enumerate(runs):
        wide[run, :length] = lits[:, done : done + length].T
        done += length
    least, most = (np.full(len(lits), bound, dtype=np.int32) for bound in batch.bounds)
    return _Table(wide, least, most)


def _together(tables: Sequence[_Table]) -> _Table:
    """Join tables of the same shape."""
    return _Table(
        np.concatenate([table.lits for table in tables], axis=2),
        np.concatenate([table.least for table in tables]),
        np.concatenate([table.most for table in tables]),
    )


class _Table:
    """Rows whose literals form ordered runs: from ``least[i]`` to ``most[i]`` of ``lits[:, :, i]`` are true.

    A run is ``lits[r, :, i]``, padded at its end with literals 0, which are false.
    """

    def __init__(self, lits: Ints, least: Ints, most: Ints) -> None:
        self.lits, self.least, self.most = lits, least, most
        self._index: Incidence | None = None

    def follow(self, truth: Truth, changed: Ints, turn: int) -> Ints:
        """Assign the literals that follow from rows in which some literals changed, and return them, int32[k]. Raises _Broken.

        Bounds of a run follow from the largest and the least numbers of true literals in the other runs of its row.
        """
        if not len(some := self._having(changed, len(truth), turn)):
            return changed[:0]
        lits = self.lits[:, :, some]
        value = truth[lits]
        low, high = (held.sum(axis=1, dtype=np.int32) for held in (value > 0, value >= 0))
        lack, spare = high.sum(axis=0) - self.least[some], self.most[some] - low.sum(axis=0)
        if (lack < 0).any() or (spare < 0).any():
            raise _Broken
        place = np.arange(1, lits.shape[1] + 1)[:, None]
        must = (value == 0) & (place <= (high - lack)[:, None])
        cannot = (value == 0) & (place > (low + spare)[:, None])
        found: Ints = np.concatenate((lits[must], -lits[cannot]))
        _assume(truth, found)
        return found

    def _having(self, changed: Ints, size: int, turn: int) -> Codes:
        """Return the rows that contain any of the ``changed`` literals; after many turns by an index of the ``size`` literals."""
        if not turn:
            return np.arange(len(self.least))
        if turn <= MANY_TURNS or len(changed) > len(self.least) // 8:
            is_changed = np.zeros(size, dtype=np.bool_)
            is_changed[changed] = True
            return np.flatnonzero(is_changed[self.lits].any(axis=(0, 1)))
        self._index = self._index or Incidence(self.lits % size, size)
        return self._index.rows(changed % size)
