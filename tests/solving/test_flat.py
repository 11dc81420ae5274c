"""Clauses that demand another solution than a known one."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from hashicnf.solving.flat import differing_in_parts


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
