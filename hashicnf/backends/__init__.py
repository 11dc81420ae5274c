"""Backends: a session takes clause blocks and returns verdicts.

A session is incremental: ``add`` blocks, ``solve``, look at the model, ``add`` more, ``solve`` again. It is a context manager, and
leaving it frees whatever it holds: solvers, files, processes. No session is believed: the pipeline checks every model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Protocol, Self, runtime_checkable

from hashicnf.core.constraints import Cardinality, Clauses
from hashicnf.logic import Verdict
from hashicnf.propagation.theory import Theory


class Session(Protocol):
    """A solver with clauses in it."""

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses; they stay for all later calls of ``solve``."""

    def solve(self) -> Verdict:
        """Decide the clauses added so far, within what is left of the session's time limit.

        Raises SolverFailed when the solver crashes or its answer cannot be read.
        """

    def __enter__(self) -> Self:
        """Start using the session."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Free everything, also after an error or Ctrl-C."""


@runtime_checkable
class Guided(Protocol):
    """A session that can use theories and cardinality constraints; ``guide`` is called before the first ``solve``.

    No verdict depends on ``groups``. ``theories`` are rules that the clauses leave open: no model of the session breaks them, and
    Unsat means that no model of the clauses keeps them.
    """

    def guide(self, theories: Sequence[Theory], groups: Sequence[Cardinality]) -> None:
        """Take the theories not written as clauses, and the cardinality constraints."""
