"""Cubes that cover sets of codes."""

from __future__ import annotations

import random

import pytest

from hashicnf.planning.horizons.cover import cover, exactly, holds


@pytest.mark.parametrize("bits", [1, 2, 3, 4, 5])
def test_a_cover_holds_the_codes_and_no_forbidden_one(bits: int) -> None:
    rng = random.Random(bits)
    for _ in range(30):
        kinds = [rng.choice(("in", "out", "free")) for _ in range(1 << bits)]
        wanted, free = (frozenset(c for c, kind in enumerate(kinds) if kind == name) for name in ("in", "free"))
        cubes = cover(wanted, free, bits)
        held = {code for code in range(1 << bits) if any(holds(cube, code) for cube in cubes)}
        assert wanted <= held <= wanted | free


def test_halves_and_single_codes_are_one_cube() -> None:
    assert cover(frozenset({1, 3, 5, 7}), frozenset(), 3) == ((1,),)
    assert cover(frozenset({1, 3, 5}), frozenset({7}), 3) == ((1,),)
    assert cover(frozenset(range(8)), frozenset(), 3) == ((),)
    assert cover(frozenset({5}), frozenset(), 3) == (exactly(5, 3),) == ((1, -2, 3),)
