"""Backends: a session takes clause blocks and returns verdicts.

A session is incremental: ``add`` blocks, ``solve``, look at the model, ``add`` more, ``solve`` again. It is a context manager, and
leaving it frees whatever it holds: solvers, files, processes. No session is believed: the pipeline checks every model.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Final, Protocol, Self, TypeGuard, runtime_checkable

import numpy as np

from hashicnf.core.constraints import Cardinality, Clauses, Origin
from hashicnf.errors import UsageError, counted
from hashicnf.logic import Bools, Ints, Stopped, Unknown, Verdict, literals_of
from hashicnf.propagation.theory import Theory

ASSERTED: Final = Origin("asserted", "literal")


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
class Guided(Session, Protocol):
    """A session that can use theories and cardinality constraints; ``guide`` is called before the first ``solve``.

    No verdict depends on ``groups``. ``theories`` are rules that the clauses leave open: no model of the session breaks them, and
    Unsat means that no model of the clauses keeps them.
    """

    def guide(self, theories: Sequence[Theory], groups: Sequence[Cardinality]) -> None:
        """Take the theories not written as clauses, and the cardinality constraints."""


@runtime_checkable
class AssumingSession(Session, Protocol):
    """A session that solves under assumptions, which hold for one call only.

    Variables need not be declared: whatever clauses, assumptions or questions mention exists. A solver that lacks an ability raises
    UsageError when it is asked for.
    """

    def assume(self, literals: Ints, conflicts: int | None = None) -> Verdict:
        """Decide the clauses under assumptions, int32[a], giving up after so many conflicts (None: never).

        ``Sat.model`` has an entry for every variable that the solver knows, ``Unsat.core`` lists assumptions that cannot hold
        together, none if the clauses have no model at all. Unknown is stopped by ``conflicts`` or by a limit of the session.
        Raises UsageError for a limit below 1.
        """

    def prefer(self, literals: Ints) -> None:
        """Set the preferred phases, int32[p]: the literals to try first in decisions. No verdict depends on them."""

    def implied(self, literal: int) -> set[int] | None:
        """Return the literals implied by a literal through unit propagation, itself included; None on a contradiction.

        What holds without the literal may be missing. A session that asks another process raises GaveUp past its deadline.
        """

    def assert_literal(self, literal: int) -> None:
        """Add a clause of one literal."""

    def conflicts(self) -> int:
        """Count the conflicts of all searches so far; 0 where a solver does not count them, or past the deadline."""


@runtime_checkable
class Counting(Session, Protocol):
    """A session that counts what its solver does."""

    def counters(self) -> dict[str, int]:
        """Return what has been counted in all searches so far, by the names of ``core.stats.COUNTERS`` that the solver keeps."""


def can_count(session: Session) -> TypeGuard[Counting]:
    """Return whether a session counts."""
    return issubclass(type(session), Counting)


def can_assume(session: Session) -> TypeGuard[AssumingSession]:
    """Return whether a session solves under assumptions."""
    return issubclass(type(session), AssumingSession)  # isinstance would compare all names of the protocol each time


def can_be_guided(session: Session) -> TypeGuard[Guided]:
    """Return whether a session can use theories and cardinality constraints."""
    return issubclass(type(session), Guided)


class Climb:
    """The values of the model that broke the fewest rules so far, to look for the next one near it."""

    def __init__(self) -> None:
        """Begin without a model."""
        self._fewest, self._values = math.inf, np.zeros(0, dtype=np.int32)

    def after(self, cuts: Iterable[Clauses], model: Bools, variables: Ints) -> Ints:
        """Look at a model that breaks ``cuts``; return the best one's literals of the ``variables``, int32[k], that it had."""
        if (broken := sum(map(len, cuts))) <= self._fewest:
            self._fewest, self._values = broken, literals_of(model, variables)
        return self._values


def require_conflicts(conflicts: int | None) -> None:
    """Raise UsageError for a limit of conflicts that is none: solvers take 0 for no limit at all."""
    if conflicts is not None and conflicts < 1:
        raise UsageError(f"the limit of conflicts must be at least 1, not {conflicts}")


def out_of_conflicts(conflicts: int) -> Unknown:
    """Return the verdict of a question that used up its limit."""
    return Unknown(Stopped("conflicts", f"limit of {counted(conflicts, 'conflict')} reached"))


def is_out_of_conflicts(verdict: Verdict) -> bool:
    """Return whether a question used up its limit of conflicts, and could be asked again with more."""
    return isinstance(verdict, Unknown) and verdict.stopped.kind == "conflicts"


def unit(literal: int) -> Clauses:
    """Make the unit clause of an asserted literal."""
    return Clauses.units([literal], ASSERTED)
