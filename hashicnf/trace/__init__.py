"""The trace of a search: decisions, forced literals with reasons, and conflicts in their order.

A *step* is one such event; a *record* is a step with its place in the search tree: its node and the parent of that node
(-1 at the root, which is node 0). Both are defined in ``steps``; this module defines the receivers of records, and imports nothing
that a solver without a trace does not need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from hashicnf.errors import counted

if TYPE_CHECKING:
    from hashicnf.trace.steps import Record


class Tracer(Protocol):
    """Receives the records of a search; any object with these two attributes will do. None are emitted if ``active`` is False."""

    active: bool

    def emit(self, record: Record) -> None:
        """Receive the next record."""


class _Silence:
    """The tracer that is not active."""

    active = False

    def __repr__(self) -> str:
        """Return the name of the only instance, for signatures in help texts."""
        return "SILENT"

    def emit(self, record: Record) -> None:
        """Ignore the record."""


class Collector:
    """Keep all records in a list."""

    active = True

    def __init__(self) -> None:
        """Start empty."""
        self.records: list[Record] = []

    def __repr__(self) -> str:
        """Count the records."""
        return f"<collector: {counted(len(self.records), 'record')}>"

    def emit(self, record: Record) -> None:
        """Append the record."""
        self.records.append(record)


SILENT: Final[Tracer] = _Silence()
