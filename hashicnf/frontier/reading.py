"""Make a counting problem from the batches of a family: connectivity, sums at the nodes, pairs that exclude each other.

Without a graph to be connected, ``reading_sums`` makes it. Otherwise the batches must have this form: one ``Connected``; a
``Cardinality`` over all edges of each node, whose runs are the loads of the edges in the order encoding, starting with the literals
of ``Connected``; ``Implies`` that order the runs; ``Exclusive`` over edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

import numpy as np

from hashicnf.arrays.blocking import pieces
from hashicnf.core.constraints import Batch, Cardinality, Connected, Exclusive, Implies
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import NO_LIMITS, Limits
from hashicnf.frontier.problem import FREE, Misfit, Problem
from hashicnf.frontier.reading_sums import read_sums
from hashicnf.logic import Bools, Ints, Shares
from hashicnf.records import record

NOTHING: Final = (np.empty(0, dtype=np.int32),)
PER_LITERAL: Final = 16  # bytes of the tables for each literal of a load, at most


@record
class Loads:
    """The literals of loads: edge e carries at least j + 1 if ``lits[e, j]`` is true; all of different variables.

    ``lits`` is int32[m, w]; the literals of an edge are followed by zeros.
    """

    lits: Ints

    def models(self, loads: Ints, variables: int) -> Bools:
        """Return the models of some loads, int32[k, m], as bool[k, variables + 1]."""
        edge, place = self.lits.nonzero()
        lit = self.lits[edge, place]
        found = np.zeros((len(loads), variables + 1), dtype=np.bool_)
        found[:, np.abs(lit)] = (loads[:, edge] > place) == (lit > 0)
        return found

    def shares(self, of_loads: Shares, variables: int) -> Shares:
        """Return the share of each variable, float64[variables + 1], from those of the loads, float64[m, most + 1]."""
        edge, place = self.lits.nonzero()
        lit = self.lits[edge, place]
        is_always = ~np.logical_or.accumulate(of_loads > 0, axis=1)[edge, place]
        at_least = of_loads[:, ::-1].cumsum(axis=1)[:, ::-1]
        share = np.where(is_always, 1.0, at_least[edge, place + 1])
        found = np.zeros(variables + 1)
        found[np.abs(lit)] = np.where(lit > 0, share, 1.0 - share)
        return found


class _Places:
    """The index of each literal of a one-dimensional array, found by its variable."""

    def __init__(self, lits: Ints) -> None:
        variable = np.abs(lits)
        self._lits = np.append(lits, np.int32(0))  # the last is no literal, and that of index -1
        self._at = np.full(int(variable.max(initial=0)) + 1, -1, dtype=np.int32)
        self._at[variable] = np.arange(len(lits), dtype=np.int32)

    def __len__(self) -> int:
        """Return the length of the array."""
        return len(self._lits) - 1

    @property
    def variables(self) -> int:
        """Count the variables."""
        return int(np.count_nonzero(self._at[1:] >= 0))

    def of(self, lits: Ints) -> Ints:
        """Return the index of each literal, -1 for those that the array does not hold."""
        variable = np.abs(lits)
        at = self._at[np.where(variable < len(self._at), variable, 0)]
        return np.where(self._lits[at] == lits, at, np.int32(-1))


class _Sums:
    """A batch of sums: the lengths of its ``runs``, int32[r], and the ``edge`` of each run, int32[g, r]."""

    def __init__(self, batch: Cardinality, edges: _Places) -> None:
        """Raise Misfit unless the first literals of all runs are those of edges."""
        self.batch, self.runs = batch, np.array(batch.runs, dtype=np.int32)
        is_exact = batch.op == "eq" and batch.bound >= 0  # a demand below 0 would be that of a node that takes any load
        if not is_exact and (batch.op, batch.bound) != ("ge", 1):
            raise Misfit(f"the rule {batch.origin.rule}: sums that are bounds")
        first = self.runs.cumsum(dtype=np.int32) - self.runs
        self.edge = edges.of(batch.lits[:, first])
        if (self.edge < 0).any():
            raise Misfit(f"the rule {batch.origin.rule}: sums of something else than loads")
        self._run = np.arange(len(first), dtype=np.int32).repeat(self.runs)
        self._place = np.arange(len(self._run), dtype=np.int32) - first.repeat(self.runs)

    def cells(self, deadline: Deadline) -> Iterator[tuple[tuple[Ints, Ints], Ints]]:
        """Yield the literals of some sums at a time, and their places in the table of loads."""
        for piece in pieces(*self.batch.lits.shape):
            deadline.require()
            yield (self.edge[piece].take(self._run, axis=1), self._place), self.batch.lits[piece]


def read_problem(batches: Iterable[Batch], limits: Limits = NO_LIMITS) -> tuple[Problem, Loads]:
    """Return the problem, and the literals of its loads. Raises Misfit, whose text names the obstacle, and GaveUp."""
    limits.deadline.require()
    every = list(batches)
    needed = [batch for batch in every if not batch.redundant]
    graphs = [batch for batch in needed if isinstance(batch, Connected)]
    if not graphs:
        problem, lits = read_sums(every, limits.deadline)
        return problem, Loads(lits.reshape(-1, 1))
    if len(graphs) > 1:
        raise Misfit("several graphs to be connected")
    graph, edges = graphs[0], _Places(graphs[0].lits)
    sums = [_Sums(batch, edges) for batch in needed if isinstance(batch, Cardinality)]
    demand = _demands(sums, graph)
    table = _table(sums, len(graph.ends), limits)
    exclusive = _exclusive([batch for batch in needed if isinstance(batch, Exclusive)], edges, limits.deadline)
    for batch in needed:
        if not isinstance(batch, Cardinality | Connected | Exclusive | Implies):
            raise Misfit(f"the rule {batch.origin.rule}")
    _require_order([batch for batch in needed if isinstance(batch, Implies)], table, limits.deadline)
    most = np.count_nonzero(table, axis=1).astype(np.int32)
    return Problem(demand, graph.ends, most, exclusive, graph.acyclic), Loads(table)


def _demands(sums: Sequence[_Sums], graph: Connected) -> Ints:
    """Return the demand of each node. Raises Misfit unless the sums are those of all edges at each node."""
    edge, every = np.concatenate([*(one.edge for one in sums), *NOTHING], axis=None), np.arange(len(graph.ends))
    node = np.concatenate([*(one.batch.source.repeat(len(one.runs)) for one in sums), *NOTHING])
    times = np.bincount(np.concatenate([*(one.batch.source for one in sums), *NOTHING]), minlength=graph.nodes)
    if len(times) == graph.nodes and not times.all():
        raise Misfit("nodes without a sum of loads")
    expected = np.sort((graph.ends.astype(np.int64) * len(every) + every[:, None]), axis=None)
    is_same = np.array_equal(np.sort(node.astype(np.int64) * len(every) + edge), expected)
    if len(times) > graph.nodes or (times > 1).any() or not is_same:
        raise Misfit("sums of something else than the loads at a node")
    demand = np.full(graph.nodes, FREE, dtype=np.int32)
    for one in sums:
        if one.batch.op == "eq":
            demand[one.batch.source] = one.batch.bound
    return demand


def _table(sums: Sequence[_Sums], edges: int, limits: Limits) -> Ints:
    """Return the literals of the loads, int32[edges, w], those of an edge followed by zeros. Raises Misfit and GaveUp."""
    widest = max((int(one.runs.max(initial=0)) for one in sums), default=0)
    limits.require_memory(edges * widest * PER_LITERAL)
    table = np.zeros((edges, widest), dtype=np.int32)
    most = np.zeros(edges, dtype=np.int32)
    for one in sums:
        most[one.edge] = one.runs
        for cells, lits in one.cells(limits.deadline):
            table[cells] = lits
    for one in sums:  # both ends of an edge must have the same literals
        is_same = all((table[cells] == lits).all() for cells, lits in one.cells(limits.deadline))
        if not is_same or (most[one.edge] != one.runs).any():
            raise Misfit(f"the rule {one.batch.origin.rule}: sums of something else than loads")
    return table


def _exclusive(batches: Iterable[Exclusive], edges: _Places, deadline: Deadline) -> Ints:
    """Return the pairs of edges that exclude each other, int32[x, 2], ascending. Raises Misfit."""
    found, edge_count = [np.empty(0, dtype=np.int64)], len(edges)
    for batch in batches:
        for piece in pieces(*batch.lits.shape):
            deadline.require()
            edge = np.sort(edges.of(batch.lits[piece]), axis=1)
            if (edge < 0).any():
                raise Misfit(f"the rule {batch.origin.rule}: pairs of something else than edges")
            found += [
                edge[:, one].astype(np.int64) * edge_count + edge[:, other]
                for one, other in combinations(range(edge.shape[1]), 2)
            ]
    pairs = np.unique(np.concatenate(found), return_index=True)[0]  # without it, numpy imports numpy.ma
    return np.stack([pairs // max(1, edge_count), pairs % max(1, edge_count)], axis=1).astype(np.int32)


def _require_order(batches: Iterable[Implies], table: Ints, deadline: Deadline) -> None:
    """Raise Misfit unless the implications are those from each literal of a load to the one before it, and all of these."""
    lits, is_open = table.ravel(), table != 0
    is_open[:, :1] = False
    places, is_open = _Places(lits), is_open.ravel()
    if places.variables < np.count_nonzero(lits):
        raise Misfit("loads that share variables")
    for batch in batches:
        if batch.body.shape[1] != 1 or batch.head.shape[1] != 1:
            raise Misfit(f"the rule {batch.origin.rule}: clauses")
        for piece in pieces(len(batch.body)):
            deadline.require()
            at = places.of(batch.body[piece, 0])
            if (at < 0).any() or not (at % table.shape[1]).all() or (lits[at - 1] != batch.head[piece, 0]).any():
                raise Misfit(f"the rule {batch.origin.rule}: implications between loads")
            is_open[at] = False
    if is_open.any():
        raise Misfit("loads whose literals have no order")
