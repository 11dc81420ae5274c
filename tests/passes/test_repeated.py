"""A literal that occurs several times in a row is counted as often, in every encoding, simplified or not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import get_args

import numpy as np
import pytest

from hashicnf.core.constraints import Batch, Cardinality, Exclusive, Op, Origin
from hashicnf.core.variables import VariablePool
from hashicnf.passes.cardinality import CARDINALITY
from hashicnf.passes.exclusive import EXCLUSIVE
from hashicnf.passes.simplify import propagated
from hashicnf.pipeline.compile import lower_batch
from hashicnf.pipeline.compiled import Lowering
from hashicnf.testing.counting import holds
from hashicnf.testing.models import projected

VARIABLES = 4
RULE = Origin("rule", "thing")
ONE = np.zeros(1, dtype=np.int32)
ROWS = ([1, 1], [1, -1], [1, 1, 2], [1, -1, 2], [2, 1, 2, 1, 3], [1, 2, 3, 4, -1, -2, 4], [1, 1, 1, 2, 2, 3, -4])


def wanted(row: list[int], op: Op, bound: int) -> set[tuple[bool, ...]]:
    every = product((False, True), repeat=VARIABLES)
    return {values for values in every if holds(sum(values[abs(lit) - 1] == (lit > 0) for lit in row), op, bound)}


def models(batches: Sequence[Batch], name: str) -> set[tuple[bool, ...]]:
    """Return the models of constraints that are encoded by the encoding of this name, of either kind."""
    pool = VariablePool()
    pool.declare("x", VARIABLES, meaning="anything")
    blocks = [block for batch in batches for block in lower_batch(batch, Lowering(name, name), pool)]
    return projected(blocks, range(1, VARIABLES + 1))


@pytest.mark.parametrize("row", ROWS, ids=str)
@pytest.mark.parametrize("name", [name for name, one in CARDINALITY.all().items() if one.missing() is None])
def test_counts(name: str, row: list[int]) -> None:
    lits = np.array([row], dtype=np.int32)
    for op, bound in product(get_args(Op), range(-1, len(row) + 2)):
        batch = Cardinality(lits, op, bound, RULE, ONE)
        assert models([batch], name) == wanted(row, op, bound), (op, bound)
        assert models(propagated([batch], VARIABLES).batches, name) == wanted(row, op, bound), (op, bound)


@pytest.mark.parametrize("row", ROWS, ids=str)
@pytest.mark.parametrize("name", EXCLUSIVE.names())
def test_at_most_one(name: str, row: list[int]) -> None:
    batch = Exclusive(np.array([row], dtype=np.int32), RULE, ONE)
    assert models([batch], name) == wanted(row, "le", 1)
    assert models(propagated([batch], VARIABLES).batches, name) == wanted(row, "le", 1)
