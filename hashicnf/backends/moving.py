"""A PySAT solver that counts conflicts but cannot be interrupted: in process for a short search, then in a child process.

A short search is not worth the start of a process; a long one has to end at once on Ctrl-C. The move costs that start, and the few
conflicts of the short search are made again.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import Self

from hashicnf.backends.child import ChildSession
from hashicnf.backends.pysat import PysatSession
from hashicnf.core.constraints import Clauses
from hashicnf.logic import Unknown, Verdict


class MovingSession:
    """An incremental PySAT solver that moves into a process of its own when its search takes long."""

    def __init__(self, name: str, variables: int) -> None:
        """Make the solver in this process."""
        self.name, self.variables = name, variables
        self._blocks: list[Clauses] = []
        self._session: PysatSession | ChildSession = PysatSession(name, variables)

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses, and keep them for the move."""
        new = list(blocks)
        self._blocks += new
        self._session.add(new)

    def solve(self) -> Verdict:
        """Decide the clauses. Raises SolverFailed when the solver breaks, KeyboardInterrupt on Ctrl-C."""
        if isinstance(self._session, PysatSession):
            brief = self._session.solve_briefly()
            if not isinstance(brief, Unknown):
                return brief
            self._session.__exit__(None, None, None)
            self._session = ChildSession(self.name, self.variables)
            self._session.add(self._blocks)
        return self._session.solve()

    def __enter__(self) -> Self:
        """Start using the session."""
        self._session.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Free the solver, here or there."""
        self._session.__exit__(kind, error, trace)
