"""Incremental CNF: solve clauses under one cube after the other, until a cube has a model.

A solver that takes assumptions keeps its learned clauses from cube to cube. For other solvers each cube is a separate formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, Self

from hashicnf.backends import Session
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.logic import NO_LITERALS, Ints, Unsat, Verdict

ASSUMED = Origin("cube", "literal")


class Assuming(Protocol):
    """A session that solves under assumptions."""

    def assume(self, literals: Ints) -> Verdict:
        """Decide the clauses under assumptions, int32[a]."""


class Anew:
    """A session that creates another session for each call, with the assumptions as unit clauses."""

    def __init__(self, begin: Callable[[], Session]) -> None:
        """Store the function that creates sessions."""
        self._begin = begin
        self._blocks: list[Clauses] = []

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses."""
        self._blocks += blocks

    def solve(self) -> Verdict:
        """Decide the clauses."""
        return self.assume(NO_LITERALS)

    def assume(self, literals: Ints) -> Verdict:
        """Decide the clauses with assumptions, int32[a], within the limits of the sessions of ``begin``."""
        with self._begin() as session:
            session.add([*self._blocks, Clauses.units(literals, ASSUMED)])
            return session.solve()

    def __enter__(self) -> Self:
        """Return the session."""
        return self

    def __exit__(self, *problem: object) -> None:
        """Do nothing: there is nothing to free."""


def under_cubes(session: Assuming, cubes: Sequence[Ints]) -> tuple[Verdict, int]:
    """Solve under cubes, int32[k] each, until one is not refuted; return the verdict, and the number of cubes refuted."""
    for refuted, cube in enumerate(cubes):
        verdict = session.assume(cube)
        if not isinstance(verdict, Unsat):
            return verdict, refuted
    return Unsat(), len(cubes)
