"""Refuse a batch in which every puzzle ends in the same error of usage, instead of writing its results."""

from __future__ import annotations

from typing import Final

from hashicnf.batch.execute import Result
from hashicnf.errors import Exit, UsageError

ENOUGH: Final = 10  # results with the same error of usage after which a batch is refused


class RefusedError(UsageError):
    """A batch cannot be executed: every puzzle ends in the same error of usage, or no worker can start."""


class Misuse:
    """A detector of misuse: whether all results so far are the same error of usage, such as an option that the method lacks."""

    def __init__(self) -> None:
        """Start without results."""
        self._message: str | None = None
        self._count = 0
        self._is_all = True

    @property
    def is_possible(self) -> bool:
        """Return whether all results so far are the same error of usage."""
        return self._is_all

    def add(self, result: Result) -> None:
        """Count a result. Raises RefusedError after ``ENOUGH`` results with the same error of usage."""
        if not self._is_all:
            return
        is_misuse = result.get("code") == Exit.USAGE and "stopped" not in result
        self._is_all = is_misuse and self._message in (None, result["error"])
        self._message = result.get("error")
        self._count += 1
        if self._count == ENOUGH:
            self.require_none(0)

    def require_none(self, before: int) -> None:
        """Raise RefusedError if all results of this run are the same error of usage, and there were none ``before``."""
        if self._is_all and self._count and not before:
            raise RefusedError(self._message)
