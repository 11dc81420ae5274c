"""The deadline of a run.

A deadline is set once, where the time limit comes in, and handed down to everything that takes time. It remembers the limit that
was asked for, so that a message names that limit and not what was left of it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

from hashicnf.errors import UsageError
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.core.stats import Observer
    from hashicnf.logic import Stopped

T = TypeVar("T")

GRAIN: Final = 10_000  # short steps of a loop between two looks at the clock
MOST_SECONDS: Final = 1e6  # eleven days; the operating system counts no further in milliseconds


@record
class Deadline:
    """A moment: ``end`` on the clock of ``time.monotonic``, ``seconds`` after it was set; None is no limit."""

    seconds: float | None = None
    end: float = float("inf")

    @classmethod
    def after(cls, seconds: float | None, spent: float = 0.0) -> Deadline:
        """Set a deadline from now on, ``spent`` seconds of which are over; None is never, 0 is past at once.

        Raises UsageError for a time that no clock can keep.
        """
        require_seconds(seconds)
        return NEVER if seconds is None else cls(seconds, time.monotonic() + seconds - spent)

    def earlier(self, share: float) -> Deadline:
        """Return the deadline of the same limit that is reached when all but this share of it is over."""
        return self if self.seconds is None else Deadline(self.seconds, self.end - share * self.seconds)

    def within_seconds(self, seconds: float) -> Deadline:
        """Return this deadline, or the one after so many seconds from now if that is sooner."""
        other = Deadline.after(seconds)
        return self if self.end <= other.end else other

    def left(self) -> float | None:
        """Return the seconds that are left, at least 0; None without a limit."""
        return None if self.seconds is None else max(0.0, self.end - time.monotonic())

    def is_past(self) -> bool:
        """Return whether the deadline has passed."""
        return self.seconds is not None and time.monotonic() >= self.end

    def require(self, more: str = "") -> None:
        """Raise GaveUp if the deadline has passed; ``more`` is appended to its reason."""
        if self.is_past():
            raise self.stopped(more).error()

    def within(self, steps: Iterable[T]) -> Iterator[T]:
        """Yield the steps of a loop, each of which is short, and raise GaveUp as ``require`` does where time is over."""
        for number, step in enumerate(steps):
            if number % GRAIN == 0:
                self.require()
            yield step

    def ending(self, observe: Observer | None = None, more: str = "") -> Observer:
        """Return an observer that passes on what it is told, and raises GaveUp as ``require`` does where time is over."""

        def observe_in_time(phase: str, share: float | None = None, size: int | None = None) -> None:
            self.require(more)
            if observe is not None:
                observe(phase, share, size)

        return observe_in_time

    def stopped(self, more: str = "") -> Stopped:
        """Return the ``Stopped`` of this time limit; ``more`` is appended to its reason."""
        from hashicnf.logic import Stopped  # brings numpy, which the help of commands does without

        return Stopped("time", f"time limit of {self.seconds:g} s reached{more}")


NEVER: Final = Deadline()


def require_seconds(seconds: float | None) -> None:
    """Raise UsageError for a limit of time that no clock can keep; a limit of 0 is one: it is over at once."""
    if seconds is not None and not 0 <= seconds <= MOST_SECONDS:
        raise UsageError(f"{seconds} is no time limit: give 0 to {MOST_SECONDS:,.0f} seconds, or none")
