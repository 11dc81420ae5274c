"""The trace of a search: decisions, forced literals with reasons, and conflicts in their order.

A *step* is one such event; a *record* is a step with its place in the search tree: the node it happened at and that node's
parent (-1 at the root, which is node 0). Both are in ``steps``; here is who takes them, and nothing that a solver without
a trace would have to import.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from hashicnf.errors import counted

if TYPE_CHECKING:
    from hashicnf.trace.steps import Record


class Tracer(Protocol):
    """Receives the records of a search: anything with these two names is one. Where ``active`` is False nothing is emitted."""

    active: bool

    def emit(self, record: Record) -> None:
        """Take the next record."""


class _Silence:
    """The tracer that is not active."""

    active = False

    def emit(self, record: Record) -> None:
        """Drop it."""


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
        """Keep it."""
        self.records.append(record)


SILENT: Final[Tracer] = _Silence()
