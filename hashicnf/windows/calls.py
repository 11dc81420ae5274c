"""Calls of a solver for windows that are mended: clauses of tiles go in, conflicts and time are counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.backends.pysat import ABLE, PysatSession
from hashicnf.core.stats import Stats
from hashicnf.logic import Bools, Ints, Sat, Unknown, Verdict
from hashicnf.windows.effort import Effort
from hashicnf.windows.state import State


@contextmanager
def open_session(
    stats: Stats | None = None, solver: str = ABLE, settings: tuple[tuple[str, int], ...] = ()
) -> Iterator[AssumingSession]:
    """Open a session of a solver, by default the fastest on windows; ``stats`` take over what it has counted."""
    with PysatSession(solver, 0, settings=settings) as session:
        try:
            yield session
        finally:
            if stats is not None:
                stats.count(session.counters())


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

    def begin(self) -> Verdict:
        """Decide all variables so that the clauses are kept, by the phases of the state where these allow it."""
        state = self._state
        verdict: Verdict = Unknown()
        every = np.arange(state.tiles.count, dtype=np.int32)
        with open_session(self.stats) as session:
            self.load(session, every, state.phases)
            while isinstance(verdict, Unknown) and not self.effort.is_over():
                verdict, _ = self.ask(session, every[:0], state.demands.settings.portion)
            if isinstance(verdict, Sat):
                originals = state.subformula.originals[1:]
                state.assignment.decide(originals, verdict.model[1 : len(originals) + 1])
        state.subformula.clear()
        return verdict

    def ask(self, session: AssumingSession, assumed: Ints, conflicts: int) -> tuple[Verdict, int]:
        """Call the solver; return also how many conflicts that counts for."""
        start = session.conflicts()
        with self.stats.phase("search"):
            verdict = session.assume(assumed, conflicts)
        self.stats.windows += 1
        return verdict, self.effort.spend(session.conflicts() - start)
