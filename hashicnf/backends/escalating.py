"""A PySAT solver that counts conflicts but cannot be interrupted: in process for a short search, then in a child process.

For a short search the start of a process is too expensive; a long search must end at once on Ctrl-C. Moving costs that start, and
repeats the few conflicts of the short search.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

import numpy as np

from hashicnf.backends import is_out_of_conflicts, out_of_conflicts, unit
from hashicnf.backends.child import ChildSession
from hashicnf.backends.pysat import PysatSession, brief_limit
from hashicnf.core.constraints import Clauses
from hashicnf.logic import Ints, Unknown, Verdict


class EscalatingSession:
    """An incremental PySAT solver that moves to a process of its own when its search takes long."""

    def __init__(self, name: str, variables: int) -> None:
        """Create the solver in this process."""
        self.name, self.variables = name, variables
        self._blocks: list[Clauses] | None = []  # for the move; None after it
        self._phases: dict[int, int] = {}
        self._counted: dict[str, int] = {}  # before the move
        self._session: PysatSession | ChildSession = PysatSession(name, variables)

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses, and keep them for the move."""
        new = list(blocks)
        if self._blocks is not None:
            self._blocks += new
        self._session.add(new)

    def solve(self) -> Verdict:
        """Decide the clauses. Raises SolverFailed if the solver fails, KeyboardInterrupt on Ctrl-C."""
        if isinstance(self._session, PysatSession):
            brief = self._session.solve_briefly()
            if not isinstance(brief, Unknown):
                return brief
            self._move()
        return self._session.solve()

    def assume(self, literals: Ints, conflicts: int | None = None) -> Verdict:
        """Decide the clauses under assumptions, int32[a], within so many conflicts; move as ``solve`` does."""
        left = conflicts
        if isinstance(self._session, PysatSession):
            if (brief := brief_limit(conflicts, self._session.is_large)) is not None:
                verdict = self._session.assume(literals, brief)
                if not isinstance(verdict, Unknown) or brief == conflicts:
                    return verdict
                left = None if conflicts is None else conflicts - brief
            self._move()
        verdict = self._session.assume(literals, left)
        return verdict if conflicts is None or not is_out_of_conflicts(verdict) else out_of_conflicts(conflicts)

    def prefer(self, literals: Ints) -> None:
        """Set the preferred phases, int32[p], and keep them for the move."""
        self._session.prefer(literals)
        if self._blocks is not None:
            self._phases.update((abs(literal), literal) for literal in literals.tolist())

    def implied(self, literal: int) -> set[int] | None:
        """Return the literals implied by a literal through unit propagation, itself included; None on a contradiction."""
        return self._session.implied(literal)

    def assert_literal(self, literal: int) -> None:
        """Add a clause of one literal."""
        self.add([unit(literal)])

    def conflicts(self) -> int:
        """Return the number of conflicts of all searches so far, including those before the move."""
        return self._counted.get("conflicts", 0) + self._session.conflicts()

    def counters(self) -> dict[str, int]:
        """Return the counters of the solver so far, including those before the move."""
        return {name: number + self._counted.get(name, 0) for name, number in self._session.counters().items()}

    def _move(self) -> None:
        """Continue in a child process."""
        self._counted = self._session.counters()
        before, self._session = self._session, ChildSession(self.name, self.variables)
        before.__exit__(None, None, None)  # only once: if interrupted above, our own exit frees it
        blocks, self._blocks = self._blocks or [], None
        self._session.add(blocks)
        if self._phases:
            self._session.prefer(np.array([*self._phases.values()], dtype=np.int32))

    def __enter__(self) -> Self:
        """Start using the session."""
        self._session.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        """Free the solver, here or there."""
        self._session.__exit__(*problem)
