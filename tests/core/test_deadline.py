"""The deadline of a run, which keeps the limit that was asked for."""

from __future__ import annotations

import time

import pytest

from hashicnf.core.deadline import GRAIN, NEVER, Deadline
from hashicnf.errors import GaveUp, UsageError
from hashicnf.logic import Stopped


def test_never_is_never_past() -> None:
    assert Deadline.after(None) is NEVER
    assert (NEVER.left(), NEVER.is_past()) == (None, False)


def test_no_time_is_past_at_once() -> None:
    deadline = Deadline.after(0)
    assert (deadline.left(), deadline.is_past()) == (0, True)


def test_time_passes_and_the_limit_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    deadline = Deadline.after(2.5)
    now = 102.0
    assert (deadline.left(), deadline.is_past()) == (0.5, False)
    now = 102.5
    assert (deadline.left(), deadline.is_past()) == (0, True)
    now = 200.0
    assert (deadline.left(), deadline.is_past()) == (0, True)
    assert deadline.stopped() == Stopped("time", "time limit of 2.5 s reached")
    assert deadline.stopped(" in the end").reason == "time limit of 2.5 s reached in the end"


def test_what_is_observed_in_time_is_passed_on_until_the_time_is_over() -> None:
    seen: list[str] = []

    def observe(phase: str, share: float | None = None, size: int | None = None) -> None:
        seen.append(phase)

    Deadline.after(1000).ending(observe)("encode")
    Deadline.after(1000).ending()("encode")
    assert seen == ["encode"]
    with pytest.raises(GaveUp, match="time limit of 0 s reached while it was made"):
        Deadline.after(0).ending(observe, " while it was made")("encode")


def test_a_loop_ends_at_the_first_look_at_the_clock_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    deadline, seen = Deadline.after(2.5), list[int]()

    def loop() -> None:
        nonlocal now
        for step in deadline.within(range(3 * GRAIN)):
            seen.append(step)
            now += 2.5 / (GRAIN + 1)

    with pytest.raises(GaveUp, match=r"time limit of 2.5 s reached"):
        loop()
    assert seen == list(range(2 * GRAIN))
    assert list(NEVER.within("abc")) == ["a", "b", "c"]


@pytest.mark.parametrize("seconds", [-1, -1.0, float("nan"), float("inf"), 1e7])
def test_times_that_no_clock_can_keep_are_refused(seconds: float) -> None:
    with pytest.raises(UsageError, match=rf"^{seconds:.0f} is no time limit: give 0 to 1,000,000 seconds, or none"):
        Deadline.after(seconds)
