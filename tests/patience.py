"""Waiting in tests: for a condition, and for runs that end at a limit, longer on a machine that is too busy."""

from __future__ import annotations

import time
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


def wait_until(condition: Callable[[], T], seconds: float = 60.0) -> T:
    """Wait until a condition holds, and return its value; fail after some seconds."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)
    return found
