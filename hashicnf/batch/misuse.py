"""Misuse: a batch of which every puzzle ends in the same error of usage is refused, not written."""

from __future__ import annotations

from typing import Final

from hashicnf.batch.execute import Result
from hashicnf.errors import Exit, UsageError

ENOUGH: Final = 10  # results of a run that all are the same error of usage


class RefusedError(UsageError):
    """A batch asks for what cannot be had: every puzzle ends in the same error of usage, or no worker can begin."""


class Misuse:
    """The error of usage that every result so far has been, such as an option that the method has no use for."""

    def __init__(self) -> None:
        """Begin without results."""
        self._message: str | None = None
        self._count = 0
        self._is_all = True

    @property
    def is_possible(self) -> bool:
        """Return whether there was nothing else so far."""
        return self._is_all

    def add(self, result: Result) -> None:
        """Look at a result. Raises RefusedError when there were enough to be sure."""
        if not self._is_all:
            return
        self._is_all = result.get("code") == Exit.USAGE and self._message in (None, result["error"])
        self._message = result.get("error")
        self._count += 1
        if self._count == ENOUGH:
            self.require_none(0)

    def require_none(self, before: int) -> None:
        """Raise RefusedError if there was nothing else in this run, or before."""
        if self._is_all and self._count and not before:
            raise RefusedError(f"every puzzle ends in the same error: {self._message}")
