"""The effort of windows: work done, and limits of work."""

from __future__ import annotations

from typing import Final

from hashicnf.core.deadline import Deadline
from hashicnf.core.stats import Stats
from hashicnf.errors import counted
from hashicnf.logic import Stopped

CALL: Final = 20  # conflicts that a call of the solver counts for: what is done around it takes as long


class Effort:
    """The limits of a sweep: a deadline, and a number of conflicts, None without limit; ``stats`` counts the calls."""

    def __init__(self, stats: Stats, deadline: Deadline, conflicts: int | None = None) -> None:
        """Begin."""
        self.stats, self.deadline = stats, deadline
        self._limit, self._spent = conflicts, 0

    def spend(self, conflicts: int) -> None:
        """Count a call of the solver, and its conflicts."""
        self._spent += CALL + conflicts

    def is_over(self) -> bool:
        """Return whether a limit is reached."""
        return self.deadline.is_past() or (self._limit is not None and self._spent >= self._limit)

    def stopped(self) -> Stopped:
        """Return why windows ended without a result."""
        attempts = f"{counted(self.stats.windows, 'attempt')} at windows of the board"
        if self.deadline.is_past():
            return self.deadline.stopped(f" after {attempts}")
        return Stopped("conflicts", f"no answer after {attempts}")
