"""Clauses of all lengths in one array, and clauses that demand another solution than a known one."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from hashicnf.core.constraints import Clauses, Origin
from hashicnf.solving.flat import FlatClauses, differing_in_parts


@pytest.mark.parametrize("lengths", [(1,), (2, 3), (3, 1, 2), (2, 0), (0, 1), (0,), ()])
def test_a_model_holds_if_it_satisfies_every_clause(lengths: tuple[int, ...]) -> None:
    rows = [np.array([*product((1, -2), (2, -3), (3, -1))][1::3], dtype=np.int32)[:, :length] for length in lengths]
    blocks = [Clauses(lits, Origin("rule", "node"), np.zeros(len(lits), dtype=np.int32)) for lits in rows]
    together, later = FlatClauses(blocks), FlatClauses(blocks[:1])
    for values in product([False, True], repeat=3):
        model = np.array([False, *values])
        is_held = not any(len(block.violated(model)) for block in blocks)
        assert together.hold(model) == is_held
        assert later.hold(model) >= is_held
    later.add(blocks[1:])
    assert all(later.hold(m) == together.hold(m) for m in np.eye(4, dtype=np.bool_))


@pytest.mark.parametrize("parts", [0, 1, 2, 3, 5])
def test_exactly_the_other_assignments_satisfy_the_clauses_in_parts(parts: int) -> None:
    known = np.array([False, True, False, True, True])
    auxiliaries = np.arange(5, 5 + parts, dtype=np.int32)
    blocks = differing_in_parts(known, np.arange(1, 5, dtype=np.int32), auxiliaries)
    assert all(block.width <= max(parts, 1 + -(-4 // parts)) for block in blocks if parts)
    found = set()
    for values in product([False, True], repeat=4 + parts):
        model = np.array([False, *values])
        if not any(len(block.violated(model)) for block in blocks):
            found.add(values[:4])
    assert found == {*product([False, True], repeat=4)} - {(True, False, True, True)}
