"""Calls of a solver for windows that are mended: clauses of tiles go in, conflicts and time are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.logic import Bools, Ints, Verdict
from hashicnf.windows.effort import Effort
from hashicnf.windows.state import State

Sessions: TypeAlias = Callable[[], AssumingSession]


class Calls:
    """Sessions of a solver for the clauses of a state; ``effort`` says when to stop."""

    def __init__(self, state: State, sessions: Sessions, effort: Effort) -> None:
        """Begin without a session."""
        self._state, self.sessions, self.effort, self.stats = state, sessions, effort, effort.stats

    def load(self, session: AssumingSession, tiles: Ints, phases: Bools) -> None:
        """Give a session the clauses of some tiles."""
        subformula = self._state.subformula
        with self.stats.phase("load"):
            session.add(subformula.take(tiles))
            subformula.number(self._state.variables.within(tiles))
            number = np.arange(len(subformula.originals), dtype=np.int32)
            session.prefer(np.where(phases[subformula.originals], number, -number)[1:])

    def ask(self, session: AssumingSession, assumed: Ints, conflicts: int) -> tuple[Verdict, int]:
        """Call the solver; return also how many conflicts that counts for."""
        start = session.conflicts()
        with self.stats.phase("search"):
            verdict = session.assume(assumed, conflicts)
        self.stats.windows += 1
        return verdict, self.effort.spend(session.conflicts() - start)
