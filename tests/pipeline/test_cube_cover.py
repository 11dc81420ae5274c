"""Cubes cover all assignments exactly if each assignment is in one of them."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import numpy as np
import pytest

from hashicnf.pipeline import cube_cover
from hashicnf.pipeline.cube_cover import cover_all


def covers(*cubes: tuple[int, ...]) -> bool:
    return cover_all([np.array(cube, dtype=np.int32) for cube in cubes])


def test_cubes_cover_what_they_contain() -> None:
    random, found = Random(5), []
    for _ in range(200):
        cubes = [
            tuple(random.choice((v, -v)) for v in random.sample((1, 2, 3), random.randint(1, 3))) for _ in range(9)
        ]
        assignments = [
            {v * sign for v, sign in zip((1, 2, 3), signs, strict=True)} for signs in product((1, -1), repeat=3)
        ]
        found.append(all(any(assignment.issuperset(cube) for cube in cubes) for assignment in assignments))
        assert covers(*cubes) == found[-1], cubes
    assert {*found} == {True, False}


def test_the_empty_cube_covers_all_and_no_cubes_cover_nothing() -> None:
    assert covers((), (1,))
    assert not covers()


def test_cubes_in_any_order_and_those_that_contradict_themselves() -> None:
    assert covers((2, 1), (1, -2), (-1, 2), (-1, -2))
    assert not covers((1, -1), (2,))
    assert covers((2**31 - 2, 1), (1, 2 - 2**31), (-1,)), "numbers that no table could hold"


def test_cubes_that_take_long_are_not_known_to_cover_all(monkeypatch: pytest.MonkeyPatch) -> None:
    at = [
        [7 * pigeon + hole + 1 for hole in range(7)] for pigeon in range(8)
    ]  # eight pigeons have no place in seven holes
    homeless = [tuple(-hole for hole in holes) for holes in at]
    cubes = [*homeless, *((at[p][h], at[q][h]) for h in range(7) for p, q in combinations(range(8), 2))]
    assert covers(*cubes)
    monkeypatch.setattr(cube_cover, "MOST_CONFLICTS", 1)
    assert not covers(*cubes)
