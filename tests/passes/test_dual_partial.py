"""The partial dual forest: linear size, between no clauses and the whole encoding, and connected after few rounds."""

from __future__ import annotations

import numpy as np
import pytest
from pysat.solvers import Solver

import hashicnf
from hashicnf.core.constraints import Clauses
from hashicnf.passes.connectivity import dual_elimination, dual_partial
from hashicnf.testing.graphs import drawn

ROUNDS = 8


def square(side: int) -> str:
    return " ".join(["?" * side] * side)


def rows(blocks: list[Clauses]) -> set[tuple[int, ...]]:
    return {tuple(row) for block in blocks for row in block.lits.tolist()}


def size(side: int) -> int:
    batch, pool = drawn(square(side)).batch(loops=True)
    return len(rows(dual_partial.encode(batch, pool)))


def test_it_is_linear_where_the_whole_is_not() -> None:
    """Compare graphs with 361 and 841 faces."""
    assert 2 * size(20) < size(30) < 2.5 * size(20)
    batch, pool = drawn(square(20)).batch(loops=True)
    assert len(rows(dual_elimination.encode(batch, pool))) > 4 * size(20)


def test_without_a_bound_it_is_the_whole() -> None:
    (one, pool), (other, second) = (drawn(square(6)).batch(loops=True) for _ in range(2))
    assert rows(dual_elimination.encode(one, pool, widest=10**6)) == rows(dual_elimination.encode(other, second))


@pytest.mark.parametrize("side", [5, 6])
def test_no_single_node_is_left_alone(side: int) -> None:
    batch, pool = drawn(square(side)).batch(loops=True)
    clauses = [list(row) for row in rows(dual_partial.encode(batch, pool))]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for node in range(batch.nodes):
            around = batch.lits[(batch.ends == node).any(axis=1)]
            assert not solver.solve((-around).tolist())


def test_it_takes_few_rounds() -> None:
    """The board takes 80 rounds with cuts only."""
    made = hashicnf.generate("hashi", islands=200, size=(20, 20), doubles=0.0, seed=1)
    rounds = {
        name: hashicnf.solve(made.puzzle, connectivity=name, solver="minisat22").stats.rounds
        for name in ("lazy", "dual-partial")
    }
    assert rounds["dual-partial"] <= ROUNDS < rounds["lazy"]


def test_every_connected_choice_is_a_model() -> None:
    batch, pool = drawn(square(3)).batch(loops=True)
    clauses = [list(row) for row in rows(dual_partial.encode(batch, pool))]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for code in range(1 << len(batch.lits)):
            signs = np.where(code >> np.arange(len(batch.lits)) & 1, 1, -1)
            model = np.append(False, np.zeros(int(np.abs(batch.lits).max()), dtype=np.bool_))
            model[np.abs(batch.lits)] = (signs * np.sign(batch.lits)) > 0
            if not dual_partial.ENCODING.refine(batch, model):  # type: ignore[misc]
                assert solver.solve((signs * batch.lits).tolist())
