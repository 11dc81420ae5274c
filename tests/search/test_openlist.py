"""The order in which an open list returns its nodes."""

from __future__ import annotations

import pytest

from hashicnf.search._openlist import ORDERS, OpenList

EXPECTED = {
    "deepest": ["far", "newer", "new", "older", "old"],
    "lifo": ["newer", "new", "older", "old", "far"],
    "fifo": ["far", "older", "old", "newer", "new"],
    "shallowest": ["older", "old", "newer", "new", "far"],
}


def test_every_tie_break_has_its_order() -> None:
    assert ORDERS.keys() == EXPECTED.keys()


@pytest.mark.parametrize("tie_break", EXPECTED)
def test_of_equal_priorities_the_tie_break_decides(tie_break: str) -> None:
    """Three families of children, the first of which is deepest; a family is pushed between two pops."""
    waiting: OpenList[str] = OpenList(tie_break)
    for depth, family in ((5, ["far"]), (1, ["older", "old"]), (1, ["newer", "new"])):
        waiting.push(-1.0, 0, 0, "first of all", "", None)
        for name in family:
            waiting.push(0.0, 0, depth, name, name, None)
        assert _popped(waiting) == "first of all"
    waiting.push(1.0, 0, 9, "last of all", "", None)
    assert [_popped(waiting) for _ in range(len(waiting))] == [*EXPECTED[tie_break], "last of all"]
    assert waiting.pop() is None


def _popped(waiting: OpenList[str]) -> str:
    entry = waiting.pop()
    assert entry is not None
    _, _, _, _, _, state, _, _ = entry
    return state
