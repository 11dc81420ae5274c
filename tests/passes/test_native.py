"""Clauses beside native counts: they follow from a count of ordered runs, and all of one and two literals are derived."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from hashicnf.core.constraints import Cardinality, Op, Origin
from hashicnf.core.modelcheck import broken_rows
from hashicnf.passes.native import counted
from hashicnf.testing.counting import propagate

ORIGIN = Origin("capacity", "island")


def count(runs: tuple[int, ...], op: Op, bound: int) -> Cardinality:
    """Return one constraint over the literals 1, -2, 3, ..."""
    lits = np.array([[i if i % 2 else -i for i in range(1, sum(runs) + 1)]], dtype=np.int32)
    chain = runs[0] if len({*runs}) == 1 else runs
    return Cardinality(lits, op, bound, ORIGIN, np.array([7], dtype=np.int32), chain)


def order_of(batch: Cardinality) -> list[list[int]]:
    """Return the clauses that state the order of the runs."""
    lits, found, start = batch.lits[0].tolist(), [], 0
    for length in batch.runs:
        found += [[lits[i], -lits[i + 1]] for i in range(start, start + length - 1)]
        start += length
    return found


@pytest.mark.parametrize("runs", [(2, 2), (1, 2), (2, 2, 2), (3, 2, 1), (4, 4), (1, 1, 1), (2, 1, 2, 2)])
@pytest.mark.parametrize("op", ["eq", "ge", "le"])
def test_clauses_follow_and_none_of_two_literals_is_missing(runs: tuple[int, ...], op: Op) -> None:
    width = sum(runs)
    for bound in range(width + 1):
        batch = count(runs, op, bound)
        lits, order = batch.lits[0].tolist(), order_of(batch)
        clauses = [row for block in counted([batch])[0] for row in block.lits.tolist()]
        assert {len(clause) for clause in clauses} <= {1, 2}
        assert all(block.source.tolist() == [7] * len(block) for block in counted([batch])[0])
        models = [
            model
            for model in product((False, True), repeat=width)
            if all(any(holds(model, lit) for lit in clause) for clause in order)
            and not len(broken_rows(batch, np.array([False, *model])))
        ]
        assert all(any(holds(model, lit) for lit in clause) for model in models for clause in clauses)
        assert [
            model
            for model in product((False, True), repeat=width)
            if all(any(holds(model, lit) for lit in clause) for clause in [*order, *clauses])
            and all(sum(holds(model, lit) for lit in row[0].tolist()) <= most for row, most in counted([batch])[1])
        ] == models
        for pair in combinations([*lits, *(-lit for lit in lits)], 2):
            if all(any(holds(model, lit) for lit in pair) for model in models):
                assert is_refuted(batch, [*order, *clauses], [-lit for lit in pair]), (runs, op, bound, pair)


def holds(model: tuple[bool, ...], literal: int) -> bool:
    return model[abs(literal) - 1] == (literal > 0)


def is_refuted(batch: Cardinality, clauses: list[list[int]], assumed: list[int]) -> bool:
    """Return whether unit propagation, with a count of the literals, refutes assumptions."""
    given = {abs(lit): lit > 0 for lit in assumed}
    value = propagate(clauses, given) if len(given) == len({*assumed}) else None
    if value is None:
        return True
    return any(
        sum(value.get(abs(lit)) == (lit > 0) for lit in lits[0].tolist()) > most for lits, most in counted([batch])[1]
    )


def test_several_counts_keep_their_sources() -> None:
    found, rows = counted([count((2, 2), "eq", 3), count((1, 1), "eq", 1)])
    assert sum(map(len, found)) == 3
    assert len(rows) == 4
    assert counted([count((1, 1), "eq", 1)])[0] == []
