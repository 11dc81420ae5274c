"""Make a counting problem from the batches of a family: connectivity, sums at the nodes, pairs that exclude each other.

The batches must have this form: one ``Connected``; a ``Cardinality`` over all edges of each node, whose runs are the loads of the
edges in the order encoding, starting with the literals of ``Connected``; ``Implies`` that order the runs; ``Exclusive`` over edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, islice

import numpy as np

from hashicnf.core.constraints import Batch, Cardinality, Connected, Exclusive, Implies
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.frontier.problem import FREE, Problem
from hashicnf.logic import Bools, Ints, Shares
from hashicnf.records import record


class Misfit(Exception):
    """The batches are no counting problem of loads; the text names the obstacle."""


@record
class Loads:
    """The literals of loads: edge e carries at least j + 1 if ``lits[e][j]`` is true; all of different variables."""

    lits: tuple[tuple[int, ...], ...]

    def models(self, loads: Ints, variables: int) -> Bools:
        """Return the models of some loads, int32[k, m], as bool[k, variables + 1]."""
        where = [(edge, least, lit) for edge, run in enumerate(self.lits) for least, lit in enumerate(run, 1)]
        edge, least, lit = np.array(where, dtype=np.int32).reshape(-1, 3).T
        found = np.zeros((len(loads), variables + 1), dtype=np.bool_)
        found[:, np.abs(lit)] = (loads[:, edge] >= least) == (lit > 0)
        return found

    def shares(self, of_loads: Shares, variables: int) -> Shares:
        """Return the share of each variable, float64[variables + 1], from those of the loads, float64[m, most + 1]."""
        found = np.zeros(variables + 1)
        for edge, run in enumerate(self.lits):
            for place, lit in enumerate(run, 1):
                is_always = not of_loads[edge, :place].any()
                share = 1.0 if is_always else of_loads[edge, place:].sum()
                found[abs(lit)] = share if lit > 0 else 1.0 - share
        return found


def read_problem(batches: Iterable[Batch], deadline: Deadline = NEVER) -> tuple[Problem, Loads]:
    """Return the problem, and the literals of its loads. Raises Misfit, whose text names the obstacle, and GaveUp."""
    needed = [batch for batch in batches if not batch.redundant]
    graphs = [batch for batch in needed if isinstance(batch, Connected)]
    if len(graphs) != 1:
        raise Misfit("several graphs to be connected" if graphs else "no graph to be connected")
    graph = graphs[0]
    edge_of = {lit: edge for edge, lit in enumerate(deadline.within(graph.lits.tolist()))}
    demand, runs = _demands(needed, graph, edge_of, deadline)
    most = np.array([*map(len, runs)], dtype=np.int32)
    exclusive = np.array(sorted(_exclusive(needed, edge_of, runs, deadline)), dtype=np.int32).reshape(-1, 2)
    return Problem(demand, graph.ends, most, exclusive, graph.acyclic), Loads(runs)


def _demands(
    batches: Iterable[Batch], graph: Connected, edge_of: Mapping[int, int], deadline: Deadline
) -> tuple[Ints, tuple[tuple[int, ...], ...]]:
    """Return the demand of each node, and the literals of the loads of each edge."""
    at: list[set[int]] = [set() for _ in deadline.within(range(graph.nodes))]
    for edge, ends in enumerate(deadline.within(graph.ends.tolist())):
        for node in ends:
            at[node].add(edge)
    runs: dict[int, tuple[int, ...]] = {}
    demands: dict[int, int] = {}
    for batch in batches:
        if isinstance(batch, Cardinality):
            _read_sums(batch, at, edge_of, runs, demands, deadline)
    if len(demands) < graph.nodes or len(runs) < len(edge_of):
        raise Misfit("nodes without a sum of loads")
    demand = np.array([demands[node] for node in range(graph.nodes)], dtype=np.int32)
    return demand, tuple(runs[edge] for edge in range(len(edge_of)))


def _exclusive(
    batches: Iterable[Batch], edge_of: Mapping[int, int], runs: Iterable[tuple[int, ...]], deadline: Deadline
) -> set[tuple[int, int]]:
    """Return the pairs of edges that exclude each other. Raises Misfit for batches of other types."""
    unordered = {pair for run in deadline.within(runs) for pair in zip(run[1:], run, strict=False)}
    pairs: set[tuple[int, int]] = set()
    for batch in batches:
        if isinstance(batch, Exclusive):
            pairs |= _pairs(batch, edge_of, deadline)
        elif isinstance(batch, Implies):
            unordered -= _orders(batch, unordered, deadline)
        elif not isinstance(batch, Cardinality | Connected):
            raise Misfit(f"the rule {batch.origin.rule}")
    if unordered:
        raise Misfit("loads whose literals have no order")
    return pairs


def _read_sums(
    batch: Cardinality,
    at: Sequence[set[int]],
    edge_of: Mapping[int, int],
    runs: dict[int, tuple[int, ...]],
    demands: dict[int, int],
    deadline: Deadline,
) -> None:
    """Add the demands of nodes to ``demands``, and the literals of the edges ``at`` them to ``runs``. Raises Misfit."""
    if batch.op != "eq" and (batch.op, batch.bound) != ("ge", 1):
        raise Misfit(f"the rule {batch.origin.rule}: sums that are bounds")
    for node, row in deadline.within(zip(batch.source.tolist(), batch.lits.tolist(), strict=True)):
        edges, literals = set(), iter(row)
        for length in batch.runs:
            run = tuple(islice(literals, length))
            edge = edge_of.get(run[0])
            if edge is None or runs.setdefault(edge, run) != run:
                raise Misfit(f"the rule {batch.origin.rule}: sums of something else than loads")
            edges.add(edge)
        if node in demands or not node < len(at) or edges != at[node]:
            raise Misfit(f"the rule {batch.origin.rule}: sums of something else than the loads at a node")
        demands[node] = batch.bound if batch.op == "eq" else FREE


def _pairs(batch: Exclusive, edge_of: Mapping[int, int], deadline: Deadline) -> set[tuple[int, int]]:
    found = set()
    for row in deadline.within(batch.lits.tolist()):
        if any(lit not in edge_of for lit in row):
            raise Misfit(f"the rule {batch.origin.rule}: pairs of something else than edges")
        found |= {(min(pair), max(pair)) for pair in combinations([edge_of[lit] for lit in row], 2)}
    return found


def _orders(batch: Implies, ordered: set[tuple[int, int]], deadline: Deadline) -> set[tuple[int, int]]:
    if batch.body.shape[1] != 1 or batch.head.shape[1] != 1:
        raise Misfit(f"the rule {batch.origin.rule}: clauses")
    stated = set(deadline.within(zip(batch.body[:, 0].tolist(), batch.head[:, 0].tolist(), strict=True)))
    if not stated <= ordered:
        raise Misfit(f"the rule {batch.origin.rule}: implications between loads")
    return stated
