"""How far a batch is: what was found, and what fails."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from hashicnf.errors import counted

ERROR: Final = "error"  # the one status that is a noun


@dataclass(slots=True)
class State:
    """How far a batch is: puzzles altogether as far as known, done by this run and before it, results by status, seconds.

    ``errors_before`` of those that were done before are errors.
    """

    total: int
    done: int = 0
    before: int = 0
    errors_before: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    start: float = field(default_factory=time.monotonic)

    @property
    def errors(self) -> int:
        """Count the errors, whenever they were found."""
        return self.statuses[ERROR] + self.errors_before

    @property
    def seconds(self) -> float:
        """Return the seconds since the start."""
        return time.monotonic() - self.start

    @property
    def rate(self) -> float:
        """Return results per second."""
        return self.done / self.seconds if self.done else 0.0

    @property
    def left(self) -> float | None:
        """Estimate the seconds that are left, None while nothing is known."""
        return (self.total - self.before - self.done) / self.rate if self.done else None


def outcomes(statuses: Counter[str]) -> list[str]:
    """Write how many results have each status, most first."""
    return [
        counted(count, ERROR) if status == ERROR else f"{count:,} {status}" for status, count in statuses.most_common()
    ]
