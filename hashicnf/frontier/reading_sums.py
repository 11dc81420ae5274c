"""Make a counting problem from batches without a graph: exactly so many literals of each of some sets are true.

Each literal is an edge, and each set a node at which its literals end. That exactly one literal of a set is true may be stated in
two batches, at least one and at most one, of which one may be redundant; pairs of a set of which at most one is true, but perhaps
none, exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np

from hashicnf.core.constraints import Batch, Cardinality, Exclusive, Implies
from hashicnf.core.deadline import Deadline
from hashicnf.frontier.problem import Misfit, Problem
from hashicnf.logic import Ints

Row: TypeAlias = tuple[int, ...]


class _Sums:
    """The sets of literals of some batches: those with a sum, those with at least and those with at most one true literal.

    The last two map a set to the rule that needs it, "" if only redundant ones state it.
    """

    def __init__(self, batches: Iterable[Batch], deadline: Deadline) -> None:
        """Collect the sets. Raises Misfit for other constraints that are not redundant, GaveUp past the deadline."""
        self.exact: list[tuple[Row, int]] = []
        self.at_least: dict[Row, str] = {}
        self.at_most: dict[Row, str] = {}
        for batch in batches:
            deadline.require()
            if not self._takes(batch) and not batch.redundant:
                raise Misfit(f"the rule {batch.origin.rule}, which is no sum of single literals")

    def _takes(self, batch: Batch) -> bool:
        """Collect the sets of a batch; return whether it is a sum of single literals."""
        rule = "" if batch.redundant else batch.origin.rule
        match batch:
            case Cardinality(op="eq", bound=bound) if bound >= 0 and set(batch.runs) <= {1}:
                self.exact += [(row, bound) for row in _rows(batch.lits)]
            case Cardinality(op="ge", bound=1) if set(batch.runs) <= {1}:
                _collect(self.at_least, batch.lits, rule)
            case Exclusive():
                _collect(self.at_most, batch.lits, rule)
            case Implies() if not batch.body.shape[1] and batch.head.shape[1] == 1:
                self.exact += [(row, 1) for row in _rows(batch.head)]
            case _:
                return False
        return True

    def nodes(self) -> list[tuple[Row, int]]:
        """List the sets with a sum, and their sums. Raises Misfit for a set with only a lower bound."""
        for row, rule in self.at_least.items():
            if rule and row not in self.at_most:
                raise Misfit(f"the rule {rule}: sums that are bounds")
        return [*self.exact, *((row, 1) for row in self.at_least if row in self.at_most)]

    def pairs(self) -> set[tuple[int, int]]:
        """Return the pairs of literals that exclude each other, and whose sets have no sum."""
        alone = (row for row, rule in self.at_most.items() if rule and row not in self.at_least)
        return {pair for row in alone for pair in combinations(row, 2)}


def _collect(rules: dict[Row, str], lits: Ints, rule: str) -> None:
    for row in _rows(lits):
        rules[row] = rules.get(row) or rule


def _rows(lits: Ints) -> list[Row]:
    """List the rows of literals, each sorted. Raises Misfit for a row that holds a variable twice."""
    rows = [tuple(row) for row in np.sort(lits, axis=1).tolist()]
    if any(len({abs(lit) for lit in row}) < len(row) for row in rows):
        raise Misfit("sums that hold a variable twice")
    return rows


def read_sums(batches: Sequence[Batch], deadline: Deadline) -> tuple[Problem, Ints]:
    """Return the problem, which is not connected, and the literal of each edge, int32[m]. Raises Misfit and GaveUp."""
    sums = _Sums(batches, deadline)
    nodes, pairs = sums.nodes(), sums.pairs()
    ends: dict[int, list[int]] = {}
    for node, (row, _) in enumerate(deadline.within(nodes)):
        for lit in row:
            ends.setdefault(lit, []).append(node)
    if not ends or any(-lit in ends for lit in ends) or any(lit not in ends for pair in pairs for lit in pair):
        raise Misfit("literals that are in no sum")
    number = {lit: edge for edge, lit in enumerate(ends)}
    width = max(map(len, ends.values()))
    problem = Problem(
        demand=np.array([demand for _, demand in nodes], dtype=np.int32),
        ends=np.array([[*near, *[-1] * (width - len(near))] for near in ends.values()], dtype=np.int32),
        most=np.ones(len(ends), dtype=np.int32),
        exclusive=np.array(sorted((number[a], number[b]) for a, b in pairs), dtype=np.int32).reshape(-1, 2),
        connected=False,
    )
    return problem, np.array([*ends], dtype=np.int32)
