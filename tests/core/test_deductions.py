"""The deductions that a deduction uses and needs, compared with the definition."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from hashicnf.core.techniques import Deductions


@pytest.mark.parametrize("seed", range(20))
def test_a_deduction_needs_what_it_uses_and_what_that_needs(seed: int) -> None:
    rng = random.Random(seed)
    reads, changed = ([rng.sample(range(8), rng.randrange(4)) for _ in range(12)] for _ in "rc")
    deductions, needed = Deductions(), list[set[int]]()
    for number in range(12):
        deductions.add(reads[number], changed[number])
        used = [one for one in range(number) if {*reads[number]} & {*changed[one]}]
        needed.append({number}.union(*(needed[one] for one in used)))
        assert deductions.used() == used
        assert deductions.needed() == sorted(needed[-1])


class Counted(list[int]):
    """Things on which a deduction relies, which count how often they are iterated over."""

    looks = 0

    def __iter__(self) -> Iterator[int]:
        """Count, and yield them."""
        type(self).looks += 1
        return super().__iter__()


def test_what_a_deduction_uses_is_seen_without_a_look_at_the_others() -> None:
    deductions = Deductions()
    for number in range(100):
        deductions.add(Counted([number]), [number + 1])
        assert deductions.used() == [number - 1] * bool(number)
    assert Counted.looks == 100
