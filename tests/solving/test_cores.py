"""Irreducible cores, against contradictions that are known."""

from __future__ import annotations

import random

from hashicnf.solving.cores import irreducible


def test_a_core_is_a_contradiction_from_which_nothing_can_be_left_out() -> None:
    rng = random.Random(3)
    for _ in range(200):
        sets = [set(rng.sample(range(12), rng.randint(1, 5))) for _ in range(rng.randint(1, 4))]

        def contradiction(parts: list[int]) -> set[int] | None:
            """Return one of the sets that contradict themselves, with more parts."""
            inside = [some for some in sets if some <= {*parts}]  # noqa: B023 - called in this round only
            return rng.choice(inside) | {*parts[:2]} if inside else None

        core = rng.sample(range(12), 12)
        found = irreducible(core, contradiction)
        assert found == [part for part in core if part in found]
        assert contradiction(found) is not None
        assert all(contradiction([other for other in found if other != part]) is None for part in found)


def test_what_is_not_known_to_be_needless_stays() -> None:
    assert irreducible([3, 1, 2], lambda _: None) == [3, 1, 2]
    assert irreducible([], lambda _: None) == []
