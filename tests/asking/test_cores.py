"""Irreducible cores, compared with known contradictions."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hashicnf.asking.cores import Core, irreducible
from hashicnf.logic import Sat, Unknown

SOLVED = Sat(np.zeros(1, dtype=np.bool_))


def test_a_core_is_a_contradiction_from_which_nothing_can_be_left_out() -> None:
    rng = random.Random(3)
    for _ in range(200):
        sets = [set(rng.sample(range(12), rng.randint(1, 5))) for _ in range(rng.randint(1, 4))]

        def contradiction(parts: list[int], _: int) -> Core:
            """Return one of the contradictory sets, with further parts."""
            inside = [some for some in sets if some <= {*parts}]  # noqa: B023 - called in this round only
            return [*{*rng.choice(inside), *parts[:2]}] if inside else SOLVED

        core = rng.sample(range(12), 12)
        found, is_minimal = irreducible(core, contradiction, [1], lambda _: None)
        assert is_minimal
        assert found == [part for part in core if part in found]
        assert contradiction(found, 1) is not SOLVED
        assert all(contradiction([other for other in found if other != part], 1) is SOLVED for part in found)


@pytest.mark.parametrize(
    ("most", "asked", "kept"), [(4, [5, 3, 1], [5, 4, 1, 2]), (3, [5, 3, 1], [5, 4, 1, 2]), (1, [5], None)]
)
def test_parts_that_a_model_shows_to_be_needed_are_not_asked_about(
    most: int, asked: list[int], kept: list[int] | None
) -> None:
    """Only part 3 is needless; the model without 5 shows that 4 is needed, that without 1 that 2 is."""
    tried: list[int] = []
    held: list[int] = []

    def contradiction(parts: list[int], _: int) -> Core:
        tried.extend({1, 2, 3, 4, 5} - {*parts} - {3} or {3})
        return parts if tried[-1] == 3 else SOLVED

    def also(_: object, part: int, others: list[int], needed: list[int]) -> list[int]:
        assert needed == ([] if part == 5 else [5, 4])
        assert part in others
        assert needed == held
        return [4 if part == 5 else 2]

    found, is_minimal = irreducible(
        [5, 4, 3, 1, 2], contradiction, [1], held.append, also, is_over=lambda _: len(held) > most
    )
    assert tried == asked
    assert (found, is_minimal) == (kept or [5, 4, 3, 1, 2], kept is not None)


def test_what_is_not_known_to_be_needless_stays() -> None:
    assert irreducible([3, 1, 2], lambda *_: Unknown(), [1], lambda _: None) == ([3, 1, 2], False)
    assert irreducible([], lambda *_: Unknown(), [1], lambda _: None) == ([], True)


@pytest.mark.parametrize("most", [1, 5])
def test_what_stays_open_in_one_round_is_asked_again_with_more_effort(most: int) -> None:
    """Part k needs an effort of k; the even parts are needed."""
    held: list[int] = []
    asked: list[tuple[list[int], int]] = []

    def contradiction(parts: list[int], effort: int) -> Core:
        missing = {*range(1, 6)} - {*parts} - gone
        asked.append((sorted(missing), effort))
        if effort < max(missing):
            return Unknown()
        if any(part % 2 == 0 for part in missing):
            return SOLVED
        gone.update(missing)
        return [part for part in parts if part not in held]

    gone: set[int] = set()
    kept, is_minimal = irreducible([5, 4, 3, 2, 1], contradiction, range(1, most + 1), held.append)
    assert is_minimal == (most == 5)
    assert kept == ([4, 2] if is_minimal else [5, 4, 3, 2])
    assert held == ([2, 4] if is_minimal else [])
    assert [effort for missing, effort in asked if missing == [4]] == [*range(1, min(most, 4) + 1)]


def test_no_part_is_asked_of_when_it_is_over() -> None:
    asked: list[tuple[int, int]] = []

    def contradiction(parts: list[int], effort: int) -> Core:
        asked.append((len(parts), effort))
        return Unknown()

    kept, is_minimal = irreducible(
        range(9), contradiction, (1, 10, 100), lambda _: None, is_over=lambda effort: effort > 1 and len(asked) == 12
    )
    assert asked == [(8, 1)] * 9 + [(8, 10)] * 3
    assert (kept, is_minimal) == ([*range(9)], False)


def test_a_round_that_decides_nothing_ends_early() -> None:
    """That part 4 is needed is found in the first round, which so goes on; the second one ends after three parts."""
    asked: list[tuple[int, int]] = []

    def contradiction(parts: list[int], effort: int) -> Core:
        (missing,) = {*range(1, 9)} - {*parts}
        asked.append((missing, effort))
        return SOLVED if missing == 4 else Unknown()

    kept, is_minimal = irreducible(range(8, 0, -1), contradiction, (1, 2, 9), lambda _: None, vain=5)
    assert asked == [(part, 1) for part in range(8, 0, -1)] + [(8, 2), (7, 2), (6, 2), (8, 9)]
    assert (kept, is_minimal) == ([*range(8, 0, -1)], False)


def test_undecided_parts_are_left_out_together_and_divided_where_one_is_needed() -> None:
    """Parts 2 and 7 are needed, and a model without part 7 shows so of 2; nothing is decided in the first round."""
    asked: list[list[int]] = []

    def contradiction(parts: list[int], effort: int) -> Core:
        asked.append(missing := [part for part in range(1, 9) if part not in parts])
        if effort == 1:
            return Unknown()
        return SOLVED if {2, 7} & {*missing} else parts

    def also(_: object, part: int, undecided: list[int], needed: list[int]) -> list[int]:
        assert (part, undecided, needed) == (7, [*range(7, 0, -1)], [])
        return [2]

    kept, is_minimal = irreducible(range(8, 0, -1), contradiction, (1, 2), lambda _: None, also, together=2)
    assert (kept, is_minimal) == ([7, 2], True)
    assert asked[:8] == [[part] for part in range(8, 0, -1)]
    assert asked[8:] == [[*range(1, 9)], [5, 6, 7, 8], [7, 8], [8], [7, 8], [5, 6, 8], [1, 3, 4, 5, 6, 8]]
