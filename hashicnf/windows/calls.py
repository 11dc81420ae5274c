"""Calls of a solver for windows that are mended: clauses of tiles go in, conflicts and time are counted."""

from __future__ import annotations

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.backends.pysat import ABLE, PysatSession
from hashicnf.logic import Bools, Ints, Verdict
from hashicnf.windows.effort import Effort
from hashicnf.windows.state import State


def open_session() -> AssumingSession:
    """Open a session of the solver that windows use: the fastest on them."""
    return PysatSession(ABLE, 0)


class Calls:
    """Calls for the clauses of a state; ``effort`` says when to stop."""

    def __init__(self, state: State, effort: Effort) -> None:
        """Begin without a call."""
        self._state, self.effort, self.stats = state, effort, effort.stats

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
