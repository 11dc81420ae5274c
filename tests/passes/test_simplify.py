"""Simplifying batches: exactly the literals that unit propagation derives from their clauses are fixed, and no model is lost."""

from __future__ import annotations

import numpy as np
import pytest
from pysat.solvers import Solver

import hashicnf
from hashicnf.core.constraints import Batch, Cardinality, Clauses, Connected, Exclusive, Implies, Op, Origin
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Ints
from hashicnf.passes.simplify import FIXED, propagated
from hashicnf.pipeline.compile import compile_puzzle, lower_batch, state
from hashicnf.pipeline.compiled import Lowering
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing.models import projected
from tests.portions import each

RULE = Origin("rule", "thing")
VARIABLES = 12
OPS: tuple[Op, ...] = ("eq", "ge", "le")


def rows(rng: np.random.Generator, width: int) -> Ints:
    lits = np.array([rng.permutation(VARIABLES)[:width] + 1 for _ in range(2)], dtype=np.int32)
    return np.where(rng.random((2, width)) < 0.5, -lits, lits)


def drawn(seed: int) -> list[Batch]:
    """Return random constraints of every kind over the same variables, including ordered runs with the clauses of their order."""
    rng = np.random.default_rng(seed)
    two = np.arange(2, dtype=np.int32)
    runs = rng.permutation(VARIABLES // 2)[:3]
    first, second = (2 * runs + 1).astype(np.int32), (2 * runs + 2).astype(np.int32)
    ordered = np.stack((first, second), axis=1).reshape(1, 6)
    return [
        Implies(np.empty((2, 0), dtype=np.int32), rows(rng, 1), RULE, two),
        Implies(rows(rng, 2), rows(rng, 1), RULE, two),
        Implies(second[:, None], first[:, None], RULE, np.arange(3, dtype=np.int32)),
        Cardinality(ordered, OPS[seed % 3], int(rng.integers(1, 6)), RULE, two[:1], 2),
        Cardinality(rows(rng, 4), OPS[rng.integers(3)], int(rng.integers(1, 4)), RULE, two),
        Exclusive(rows(rng, 4), RULE, two, redundant=bool(seed % 2)),
        Clauses(rows(rng, 3), RULE, two),
    ]


def lowered(batches: list[Batch] | tuple[Batch, ...]) -> list[Clauses]:
    """Return an encoding without auxiliaries by which unit propagation derives all consequences of a single constraint."""
    pool = VariablePool()
    pool.declare("x", VARIABLES, meaning="anything")
    found = [block for batch in batches for block in lower_batch(batch, Lowering("direct", "pairwise"), pool)]
    assert pool.count == VARIABLES
    return found


def derived(blocks: list[Clauses]) -> set[int] | None:
    """Return the literals that unit propagation derives; None for a contradiction, which a solver must confirm."""
    clauses = [clause for block in blocks for clause in block.lits.tolist()]
    if [] in clauses:
        return None
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        consistent, _ = solver.propagate()
    return closed(clauses) if consistent else None


def closed(clauses: list[list[int]]) -> set[int]:
    """Return the result of unit propagation by its definition."""
    true = set[int]()
    while True:
        open_ = [[lit for lit in clause if -lit not in true] for clause in clauses if not true & set(clause)]
        units = {clause[0] for clause in open_ if len(clause) == 1}
        if not units or any(-lit in units for lit in units):
            return true | units
        true |= units


@each("seed", range(120))
def test_what_is_fixed_is_what_unit_propagation_finds(seed: int) -> None:
    batches = drawn(seed)
    plain, simple = lowered(batches), propagated(batches, VARIABLES).batches
    wanted = derived(plain)
    if wanted is None:
        assert list(simple) == batches
        return
    fixed = [
        lit for batch in simple if isinstance(batch, Clauses) and batch.origin is FIXED for lit in batch.lits.ravel()
    ]
    assert set(fixed) == wanted
    assert len(fixed) == len(wanted)
    lits = list(range(1, VARIABLES + 1))
    assert projected(plain, lits) == projected(lowered(simple), lits)
    rest = [block for block in lowered(simple) if block.origin is not FIXED]
    assert not {abs(lit) for lit in fixed} & {abs(int(lit)) for block in rest for lit in block.lits.ravel()}
    assert all(block.width > 1 for block in rest)


def test_rows_keep_sources_and_redundancy_and_order() -> None:
    lits = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]], dtype=np.int32)
    given = Implies(
        np.empty((1, 0), dtype=np.int32), np.array([[4]], dtype=np.int32), RULE, np.array([7], dtype=np.int32)
    )
    batch = Exclusive(lits, RULE, np.array([3, 4, 5], dtype=np.int32), redundant=True)
    units, left = propagated([batch, given], 9).batches
    assert isinstance(units, Clauses)
    assert isinstance(left, Exclusive)
    assert units.lits.tolist() == [[4], [-5], [-6]]  # as they followed
    assert units.source.tolist() == [3, 4, 5]
    assert (left.lits.tolist(), left.source.tolist(), left.redundant) == ([[1, 2, 3], [7, 8, 9]], [3, 5], True)


def test_where_nothing_follows_nothing_changes() -> None:
    batch = Exclusive(np.array([[1, 2, 3]], dtype=np.int32), RULE, np.zeros(1, dtype=np.int32))
    assert propagated([batch], 3).batches == (batch,)
    assert propagated([], 0).batches == ()


@pytest.mark.parametrize("runs", [3, 62, 63, 64, 100])
def test_rows_of_many_runs_stay_apart_where_their_shapes_differ(runs: int) -> None:
    """The numbers of the shapes of so many runs take more bits than a word has."""
    lits = np.arange(1, 3 * 3 * runs + 1, dtype=np.int32).reshape(3, runs, 3)
    false = [lits[0, 1:, 2], lits[1, :, 2], lits[2, :, 1:].ravel()]
    sums = Cardinality(lits.reshape(3, -1), "ge", 2, RULE, np.arange(3, dtype=np.int32), 3)
    _, *left = propagated([sums], int(lits.max()), -np.concatenate(false)).batches
    assert all(isinstance(batch, Cardinality) for batch in left)
    found = {int(batch.source[0]): batch.runs for batch in left if isinstance(batch, Cardinality)}
    assert found == {0: (3, *[2] * (runs - 1)), 1: (2,) * runs, 2: (1,) * runs}


def test_connectivity_stays_as_it_is() -> None:
    puzzle = hashicnf.parse("1.2.1\n")
    stated, simple = state(puzzle), compile_puzzle(puzzle, Encodings(simplify=True, connectivity="lazy"))
    assert [batch for batch in stated.batches if isinstance(batch, Connected)] == list(simple.connected)
    assert isinstance(hashicnf.solve(puzzle, simplify=True).verdict, hashicnf.Sat)


@pytest.mark.parametrize("connectivity", ["lazy", "planar"])
def test_other_families_can_be_simplified_on_request(connectivity: str) -> None:
    for seed in range(6):
        puzzle = hashicnf.generate("hashi", size="9x9", islands=20, seed=seed).puzzle
        plain = hashicnf.encode(puzzle, connectivity=connectivity)
        simple = hashicnf.encode(puzzle, connectivity=connectivity, simplify=True)
        assert "simplify" not in plain.description
        assert simple.description["simplify"] is True
        assert simple.formula.clause_count < plain.formula.clause_count
        assert simple.variables.groups[0] == plain.variables.groups[0]
        answer = hashicnf.solve(puzzle, connectivity=connectivity, simplify=True)
        assert isinstance(answer.verdict, hashicnf.Sat)
