"""Read a problem off the batches of a family: connectivity, sums at the nodes, pairs that exclude each other.

The shape that is understood: one ``Connected``; a ``Cardinality`` over all edges of each node, whose runs are the loads of the
edges in the order encoding, starting with the literals of ``Connected``; ``Implies`` that order the runs; ``Exclusive`` over edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from hashicnf.core.constraints import Batch, Cardinality, Connected, Exclusive, Implies
from hashicnf.frontier.problem import FREE, Problem
from hashicnf.logic import Bools, Ints
from hashicnf.records import record


class Misfit(Exception):
    """The batches say something that is no problem of loads."""


@record
class Loads:
    """The literals of loads: edge e carries at least j + 1 if ``lits[e][j]`` is true; positive variables."""

    lits: tuple[tuple[int, ...], ...]

    def model(self, loads: Sequence[int], variables: int) -> Bools:
        """Return the model of some loads, bool[variables + 1]."""
        model = np.zeros(variables + 1, dtype=np.bool_)
        model[[lit for load, run in zip(loads, self.lits, strict=True) for lit in run[:load]]] = True
        return model


def read_problem(batches: Iterable[Batch]) -> tuple[Problem, Loads]:
    """Read the problem, and what its loads are called in the batches. Raises Misfit, whose text names the obstacle."""
    needed = [batch for batch in batches if not batch.redundant]
    graphs = [batch for batch in needed if isinstance(batch, Connected)]
    if len(graphs) != 1:
        raise Misfit("no graph that its edges must connect" if not graphs else "several graphs to be connected")
    graph = graphs[0]
    edge_of = {lit: edge for edge, lit in enumerate(graph.lits.tolist())}
    runs: dict[int, tuple[int, ...]] = {}
    demand = np.full(graph.nodes, FREE - 1, dtype=np.int32)
    for batch in needed:
        if isinstance(batch, Cardinality):
            _read_sums(batch, graph, edge_of, runs, demand)
    if (demand < FREE).any() or len(runs) < len(graph.lits):
        raise Misfit("nodes without a sum of loads")
    ordered = {pair for run in runs.values() for pair in zip(run[1:], run, strict=False)}
    pairs: set[tuple[int, int]] = set()
    for batch in needed:
        if isinstance(batch, Exclusive):
            pairs |= _pairs(batch, edge_of)
        elif isinstance(batch, Implies):
            ordered -= _orders(batch, ordered)
        elif not isinstance(batch, Cardinality | Connected):
            raise Misfit(f"the rule {batch.origin.rule}")
    if ordered:
        raise Misfit("loads whose literals have no order")
    most = np.array([len(runs[edge]) for edge in range(len(graph.lits))], dtype=np.int32)
    exclusive = np.array(sorted(pairs), dtype=np.int32).reshape(-1, 2)
    problem = Problem(demand, graph.ends, most, exclusive, graph.acyclic)
    return problem, Loads(tuple(runs[edge] for edge in range(len(graph.lits))))


def _read_sums(
    batch: Cardinality, graph: Connected, edge_of: dict[int, int], runs: dict[int, tuple[int, ...]], demand: Ints
) -> None:
    """Note the demands of nodes, and the runs of the edges at them."""
    if batch.op != "eq" and (batch.op, batch.bound) != ("ge", 1):
        raise Misfit(f"the rule {batch.origin.rule}: sums that are bounds")
    chain = max(1, batch.chain)
    for node, row in zip(batch.source.tolist(), batch.lits.tolist(), strict=True):
        edges = []
        for start in range(0, len(row), chain):
            run = tuple(row[start : start + chain])
            edge = edge_of.get(run[0])
            if edge is None or runs.setdefault(edge, run) != run:
                raise Misfit(f"the rule {batch.origin.rule}: sums of something else than loads")
            edges.append(edge)
        if demand[node] >= FREE or any(node not in graph.ends[edge] for edge in edges):
            raise Misfit(f"the rule {batch.origin.rule}: sums of something else than the loads at a node")
        if len(edges) != np.count_nonzero(graph.ends == node):
            raise Misfit(f"the rule {batch.origin.rule}: sums of some of the loads at a node")
        demand[node] = batch.bound if batch.op == "eq" else FREE


def _pairs(batch: Exclusive, edge_of: dict[int, int]) -> set[tuple[int, int]]:
    found = set()
    for row in batch.lits.tolist():
        if any(lit not in edge_of for lit in row):
            raise Misfit(f"the rule {batch.origin.rule}: pairs of something else than edges")
        found |= {(min(pair), max(pair)) for pair in combinations([edge_of[lit] for lit in row], 2)}
    return found


def _orders(batch: Implies, ordered: set[tuple[int, int]]) -> set[tuple[int, int]]:
    if batch.body.shape[1] != 1 or batch.head.shape[1] != 1:
        raise Misfit(f"the rule {batch.origin.rule}: clauses")
    stated = set(zip(batch.body[:, 0].tolist(), batch.head[:, 0].tolist(), strict=True))
    if not stated <= ordered:
        raise Misfit(f"the rule {batch.origin.rule}: implications between loads")
    return stated
