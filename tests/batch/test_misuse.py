"""Misuse: when a batch is refused because every puzzle ends in the same error of usage."""

from __future__ import annotations

from typing import Any

import pytest

from hashicnf.batch.misuse import ENOUGH, Misuse, RefusedError
from hashicnf.errors import Exit

MISUSE: dict[str, Any] = {"code": Exit.USAGE.value, "error": "the method has no use for it"}


def counted(*results: dict[str, Any]) -> Misuse:
    misuse = Misuse()
    for result in results:
        misuse.add(result)
    return misuse


def test_a_batch_is_refused_after_enough_results_with_one_error() -> None:
    misuse = counted(*[MISUSE] * (ENOUGH - 1))
    assert misuse.is_possible
    with pytest.raises(RefusedError, match="the method has no use for it"):
        misuse.add(MISUSE)


def test_fewer_results_refuse_it_in_the_end_unless_there_were_others_before() -> None:
    with pytest.raises(RefusedError, match="the method has no use for it"):
        counted(MISUSE).require_none(0)
    counted(MISUSE).require_none(1)
    counted().require_none(0)


@pytest.mark.parametrize(
    "other",
    [
        {"status": "solved"},
        {"code": Exit.BAD_INPUT.value, "error": MISUSE["error"]},
        {"code": Exit.USAGE.value, "error": "another error"},
        {**MISUSE, "stopped": "memory"},
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_any_other_result_makes_it_a_batch(other: dict[str, Any], place: int) -> None:
    results = [MISUSE] * ENOUGH
    results[place] = other
    misuse = counted(*results, *results)
    assert not misuse.is_possible
    misuse.require_none(0)
