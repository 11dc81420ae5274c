"""Limits for tests of what ends at one: short ones first, longer ones on a machine that is too busy to get far in those."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def patiently(seconds: float, run: Callable[[float], T], gets_far: Callable[[T], bool]) -> T:
    """Run with a limit of so many seconds, then with longer ones until the run gets far enough; return the last one."""
    for factor in (1, 4, 16, 64):
        last = run(factor * seconds)
        if gets_far(last):
            break
    return last
