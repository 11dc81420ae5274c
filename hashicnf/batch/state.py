"""The progress of a batch: numbers of results and errors, and estimates of time."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from hashicnf.errors import counted

ERROR: Final = "error"  # the one status that is a noun


@dataclass(slots=True)
class State:
    """The progress of a batch: puzzles in ``total`` as far as known, ``done`` by this run and ``before`` it, results by status.

    ``errors_before`` is the number of errors among those done before, ``copies`` that of inputs with the text of another one of
    this run; both are counted in ``before``, too.
    """

    total: int
    done: int = 0
    before: int = 0
    errors_before: int = 0
    copies: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    start: float = field(default_factory=time.monotonic)

    @property
    def errors(self) -> int:
        """Return the number of errors, of this run and before."""
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
        """Return an estimate of the remaining seconds, None before the first result."""
        return (self.total - self.before - self.done) / self.rate if self.done else None


def outcomes(statuses: Counter[str]) -> list[str]:
    """Return texts of the number of results for each status, the most frequent first."""
    return [
        counted(count, ERROR) if status == ERROR else f"{count:,} {status}" for status, count in statuses.most_common()
    ]
