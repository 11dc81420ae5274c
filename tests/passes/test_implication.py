"""Implications: conjunction implies disjunction, one clause each; signs, order and sources."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from hashicnf.core.constraints import Implies, Origin
from hashicnf.logic import Ints
from hashicnf.passes import implication
from hashicnf.testing import counting
from hashicnf.testing.models import projected

ORIGIN = Origin("dependency", "edge")


def lits(*rows: list[int]) -> Ints:
    return np.array(rows, dtype=np.int32)


def test_an_implication_denies_its_body() -> None:
    source = np.array([7, 8, 9], dtype=np.int32)
    block = implication.encode(Implies(lits([2], [4], [-6]), lits([1], [3], [5]), ORIGIN, source))
    assert block.lits.tolist() == [[-2, 1], [-4, 3], [6, 5]]
    assert block.source.tolist() == [7, 8, 9]
    assert block.lits.dtype == np.int32
    assert block.origin == ORIGIN


@pytest.mark.parametrize(("k", "j"), list(product(range(4), range(4))))
def test_all_of_the_body_imply_one_of_the_head(k: int, j: int) -> None:
    """Without a body the head is a clause, without a head the body is excluded, without both there is no model."""
    numbers = list(range(1, k + j + 1))
    batch = Implies(lits(numbers[:k]), lits(numbers[k:]), ORIGIN, np.zeros(1, dtype=np.int32))
    wanted = {row for row in product((False, True), repeat=k + j) if not all(row[:k]) or any(row[k:])}
    block = implication.encode(batch)
    assert block.lits.shape == (1, k + j)
    assert projected([block], numbers) == wanted
    for given in counting.partial_assignments(k + j):
        assert counting.propagate(block.lits.tolist(), given) == counting.forced(wanted, given), given
