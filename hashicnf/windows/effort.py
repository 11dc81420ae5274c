"""The effort of windows: conflicts spent, and the limits of conflicts and time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Final

from hashicnf.core.deadline import Deadline
from hashicnf.core.stats import Stats
from hashicnf.errors import counted
from hashicnf.logic import Stopped

CALL: Final = 20  # conflicts that each call of the solver adds: preparing a call takes as long as so many


class Effort:
    """The limits of a sweep: a deadline and a number of conflicts; ``stats`` counts the calls."""

    def __init__(self, stats: Stats, deadline: Deadline) -> None:
        """Start with no conflict spent, no limit of conflicts and no attempt begun."""
        self.stats, self.deadline = stats, deadline
        self._limit, self.spent = inf, 0
        self._end = self._fewest = inf
        self._patience = 0

    def allow(self, conflicts: int | None) -> None:
        """Let the sweep spend so many conflicts from now on (None: no limit)."""
        self._limit = inf if conflicts is None else self.spent + conflicts

    def begin(self, patience: int) -> None:
        """Begin an attempt at the board, which ends after ``patience`` conflicts without progress."""
        self._end = self.spent + patience
        self._patience, self._fewest = patience, inf

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Let other attempts be made within one, whose patience they leave as it is."""
        kept, before = (self._patience, self._fewest), self.spent
        left = self._end - before
        try:
            yield
        finally:
            self._patience, self._fewest = kept
            self._end = self.spent + left

    def remain(self, left: int) -> None:
        """Record how much is left to do in the attempt; if it is less than ever before, restore the attempt's patience."""
        if left < self._fewest:
            self._fewest = left
            self._end = self.spent + self._patience

    def spend(self, conflicts: int) -> int:
        """Count a call of the solver and its conflicts; return for how many conflicts both count together."""
        self.spent += CALL + conflicts
        return CALL + conflicts

    def is_over(self) -> bool:
        """Return whether a limit of the attempt or of the sweep is reached."""
        return self.is_used_up() or self.spent >= self._end

    def is_used_up(self) -> bool:
        """Return whether a limit of the sweep is reached."""
        return self.deadline.is_past() or self.spent >= self._limit

    def stopped(self) -> Stopped:
        """Return why windows ended without a result."""
        attempts = f"{counted(self.stats.windows, 'attempt')} at windows of the board"
        if self.deadline.is_past():
            return self.deadline.stopped(f" after {attempts}")
        return Stopped("conflicts", f"no answer after {attempts}")
