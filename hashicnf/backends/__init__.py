"""Backends: sessions of solvers, which take clause blocks and return verdicts.

A session is incremental: ``add`` blocks, ``solve``, examine the model, ``add`` more, ``solve`` again. It is a context manager, and
leaving the context frees its resources: solvers, files, processes. Sessions are not trusted: the pipeline checks every model.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Final, Protocol, Self, TypeGuard, runtime_checkable

import numpy as np

from hashicnf.core.constraints import Cardinality, Clauses, Origin
from hashicnf.errors import UsageError, counted
from hashicnf.logic import Bools, Ints, Stopped, Unknown, Verdict, answered, literals_of
from hashicnf.propagation.theory import Theory

ASSERTED: Final = Origin("asserted", "literal")


class Session(Protocol):
    """A solver with clauses in it."""

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses; they stay for all later calls of ``solve``."""

    def solve(self) -> Verdict:
        """Decide the clauses added so far, within the rest of the session's time limit.

        Raises SolverFailed if the solver crashes or its answer cannot be read.
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

    No verdict depends on ``groups``. ``theories`` are rules that the clauses leave open: every model of the session satisfies them,
    and Unsat means that no model of the clauses does.
    """

    def guide(self, theories: Sequence[Theory], groups: Sequence[Cardinality]) -> None:
        """Add the theories that are not encoded as clauses, and the cardinality constraints."""


@runtime_checkable
class AssumingSession(Session, Protocol):
    """A session that solves under assumptions, which hold for one call only.

    Variables need not be declared: those in clauses, assumptions or other arguments exist. A method that the solver does not
    support raises UsageError.
    """

    def assume(self, literals: Ints, conflicts: int | None = None) -> Verdict:
        """Decide the clauses under assumptions, int32[a], within so many conflicts (None: no limit).

        ``Sat.model`` has an entry for every variable that the solver knows; ``Unsat.core`` lists assumptions that contradict each
        other, none if the clauses have no model at all. Unknown is stopped by ``conflicts`` or by a limit of the session.
        Raises UsageError for a limit below 1.
        """

    def prefer(self, literals: Ints) -> None:
        """Set the preferred phases, int32[p]: the literals to try first in decisions. No verdict depends on them."""

    def implied(self, literal: int) -> set[int] | None:
        """Return the literals implied by a literal through unit propagation, itself included; None on a contradiction.

        Literals that hold without it may be missing. Raises GaveUp past the deadline, since clauses may have been left out.
        """

    def assert_literal(self, literal: int) -> None:
        """Add a clause of one literal."""

    def conflicts(self) -> int:
        """Return the number of conflicts of all searches so far; 0 if a solver does not count them, or past the deadline."""


@runtime_checkable
class Counting(Session, Protocol):
    """A session with counters of its solver."""

    def counters(self) -> dict[str, int]:
        """Return the counters of all searches so far, by those names of ``core.stats.COUNTERS`` that the solver supports."""


@runtime_checkable
class Native(Session, Protocol):
    """A session whose solver may count literals."""

    def add_counts(self, counts: Iterable[tuple[Ints, int]]) -> None:
        """Add literals, int32[g, k], of which at most so many of a row may be true. Raises UsageError if it cannot."""


def is_native(session: Session) -> TypeGuard[Native]:
    """Return whether a session takes counts, if its solver does."""
    return issubclass(type(session), Native)


def can_count(session: Session) -> TypeGuard[Counting]:
    """Return whether a session has counters."""
    return issubclass(type(session), Counting)


def can_assume(session: Session) -> TypeGuard[AssumingSession]:
    """Return whether a session solves under assumptions."""
    return issubclass(type(session), AssumingSession)  # isinstance would compare all names of the protocol each time


def can_be_guided(session: Session) -> TypeGuard[Guided]:
    """Return whether a session can use theories and cardinality constraints."""
    return issubclass(type(session), Guided)


class BestSoFar:
    """The values of the model with the fewest violations so far, near which the next one is searched."""

    def __init__(self) -> None:
        """Start without a model."""
        self._fewest, self._values = math.inf, np.zeros(0, dtype=np.int32)

    def after(self, cuts: Iterable[Clauses], model: Bools, variables: Ints) -> Ints:
        """Record a model that violates ``cuts``; return the best model's literals of ``variables``, int32[k]."""
        if (broken := sum(map(len, cuts))) <= self._fewest:
            self._fewest, self._values = broken, literals_of(model, variables)
        return self._values


def require_conflicts(conflicts: int | None) -> None:
    """Raise UsageError for a limit of conflicts below 1, since solvers interpret 0 as no limit."""
    if conflicts is not None and conflicts < 1:
        raise UsageError(f"the limit of conflicts must be at least 1, not {conflicts}")


def out_of_conflicts(conflicts: int) -> Unknown:
    """Return the verdict of a call that reached its limit of conflicts."""
    return Unknown(Stopped("conflicts", f"limit of {counted(conflicts, 'conflict')} reached"))


def is_out_of_conflicts(verdict: Verdict) -> bool:
    """Return whether a call reached its limit of conflicts, so that it could be repeated with a larger one."""
    return isinstance(verdict, Unknown) and verdict.stopped.kind == "conflicts"


def repeatable(verdict: Verdict) -> Verdict:
    """Return the verdict of a call that has an answer, or can be repeated with more conflicts. Raises GaveUp for any other."""
    return verdict if is_out_of_conflicts(verdict) else answered(verdict)


def unit(literal: int) -> Clauses:
    """Return the unit clause of an asserted literal."""
    return Clauses.units([literal], ASSERTED)
