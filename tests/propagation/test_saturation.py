"""The choice of the tightest constraint, and of a literal in it."""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np
import pytest

from hashicnf.core.constraints import Cardinality, Op, Origin
from hashicnf.propagation.codes import NOTHING, code
from hashicnf.propagation.saturation import Saturation, _ways


def count(op: Op, bound: int, *rows: tuple[int, ...], first: int = 0) -> Cardinality:
    source = np.arange(first, first + len(rows), dtype=np.int32)
    return Cardinality(np.array(rows, dtype=np.int32), op, bound, Origin("sum", "node"), source)


def truth(*true: int, variables: int = 9) -> bytearray:
    found = bytearray(2 * variables + 2)
    for literal in true:
        found[code(literal)] = 1
    return found


@pytest.mark.parametrize("op", ["eq", "ge", "le"])
@pytest.mark.parametrize("need", range(-1, 6))
def test_ways_are_the_choices_that_meet_the_bound(op: Op, need: int) -> None:
    meets = {"eq": int.__eq__, "ge": int.__ge__, "le": int.__le__}[op]
    for free in range(5):
        assert _ways(op, free, need) == sum(meets(sum(choice), need) for choice in product((0, 1), repeat=free))


def test_the_tightest_constraint_is_chosen() -> None:
    wide, tight = count("eq", 2, (1, 2, 3, 4)), count("eq", 1, (5, 6, 7), first=1)
    saturation = Saturation([wide, tight], range(1, 8))
    assert comb(4, 2) > comb(3, 1)
    assert saturation.choose(truth(), 0) == (code(7), 1)
    assert saturation.choose(truth(1, -2), 0) == (code(4), 0), "two ways are left of the first"


def test_of_equal_ones_that_nearest_to_the_last_is_chosen() -> None:
    chain = count("eq", 1, (1, 2), (2, 3), (4, 5), (5, 6))
    saturation = Saturation([chain], range(1, 7))
    assert [saturation.choose(truth(), last)[1] for last in range(4)] == [0, 1, 2, 3]
    assert saturation.choose(truth(1, -2, 3), 0)[1] == 2, (
        "what is complete is passed over, and what cannot be reached comes last"
    )
    assert saturation.choose(truth(4, -5), 3) == (code(6), 3)
    assert saturation.choose(truth(4), 0)[1] == 0, "where two ways are left, no tighter one is looked for"


def test_the_literal_whose_other_constraint_is_fullest_is_chosen() -> None:
    shared = count("eq", 1, (1, 2)), count("eq", 2, (1, 3, 4, 5), (2, 6, 7, 8), first=1)
    saturation = Saturation(shared, range(1, 9))
    assert saturation.choose(truth(3), 0) == (code(1), 0)
    assert saturation.choose(truth(6), 0) == (code(2), 0)


def test_without_an_open_constraint_the_variables_follow_in_turn() -> None:
    saturation = Saturation([count("eq", 1, (1, 2))], range(1, 5))
    assert saturation.choose(truth(1, -2), 0) == (code(3), 0)
    assert saturation.choose(truth(1, -2, -3), 0) == (code(4), 0)
    assert saturation.choose(truth(1, -2, 3, 4), 0) == (NOTHING, 0)
    assert Saturation([], [2]).choose(truth(), 0) == (code(2), 0)
