"""The deadline of a run.

A deadline is set once, where the time limit is given, and passed on to all functions that take long. It keeps the limit that the
user asked for, so that messages name that limit and not the time that was left.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

from hashicnf.errors import UsageError, brief, limit_reached
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.core.progress import Observer
    from hashicnf.logic import Stopped

T = TypeVar("T")

GRAIN: Final = 10_000  # short steps of a loop between two checks of the clock
MOST_SECONDS: Final = 1e6  # eleven days; the operating system counts no further in milliseconds


@record
class Deadline:
    """A moment ``end`` on the clock of ``time.monotonic``, ``seconds`` after the deadline was set; None is no limit."""

    seconds: float | None = None
    end: float = float("inf")

    @classmethod
    def after(cls, seconds: float | None, spent: float = 0.0) -> Deadline:
        """Return the deadline ``seconds`` from now, less ``spent`` seconds; None is no limit, 0 has passed at once.

        Raises UsageError unless ``seconds`` is a number from 0 to ``MOST_SECONDS``.
        """
        require_seconds(seconds)
        return NEVER if seconds is None else cls(seconds, time.monotonic() + seconds - spent)

    def earlier(self, share: float) -> Deadline:
        """Return an earlier deadline with the same limit: one that leaves this share (0 to 1) of the limit unused."""
        return self if self.seconds is None else Deadline(self.seconds, self.end - share * self.seconds)

    def within_seconds(self, seconds: float) -> Deadline:
        """Return this deadline, or the one ``seconds`` from now if that is sooner."""
        other = Deadline.after(seconds)
        return self if self.end <= other.end else other

    def left(self) -> float | None:
        """Return the seconds that are left, at least 0; None without a limit."""
        return None if self.seconds is None else max(0.0, self.end - time.monotonic())

    def spent(self) -> float:
        """Return the seconds that have passed since the deadline was set, at most its limit; 0 without a limit."""
        return 0.0 if self.seconds is None else self.seconds - max(0.0, self.end - time.monotonic())

    def is_past(self) -> bool:
        """Return whether the deadline has passed."""
        return self.seconds is not None and time.monotonic() >= self.end

    def require(self, more: str = "") -> None:
        """Raise GaveUp if the deadline has passed; ``more`` is appended to its reason."""
        if self.is_past():
            raise self.stopped(more).error()

    def within(self, steps: Iterable[T]) -> Iterator[T]:
        """Yield the steps of a loop, each of which is short; raise GaveUp, as ``require`` does, when the deadline has passed."""
        for number, step in enumerate(steps):
            if number % GRAIN == 0:
                self.require()
            yield step

    def ending(self, observe: Observer | None = None, more: str = "") -> Observer:
        """Return an observer that passes its calls to ``observe``, and raises GaveUp, as ``require`` does, after the deadline."""

        def observe_in_time(phase: str, share: float | None = None, size: int | None = None) -> None:
            self.require(more)
            if observe is not None:
                observe(phase, share, size)

        return observe_in_time

    def stopped(self, more: str = "") -> Stopped:
        """Return the ``Stopped`` of this time limit; ``more`` is appended to its reason."""
        from hashicnf.logic import Stopped  # brings numpy, which the help of commands does without

        return Stopped("time", f"{limit_reached(self.seconds)}{more}")


NEVER: Final = Deadline()


def require_seconds(seconds: float | None) -> None:
    """Raise UsageError unless a time limit is None or a number from 0 to ``MOST_SECONDS``."""
    if seconds is not None and not 0 <= seconds <= MOST_SECONDS:
        raise UsageError(
            f"{brief(seconds).removesuffix('.0')} is no time limit: give 0 to {MOST_SECONDS:,.0f} seconds, or none"
        )
