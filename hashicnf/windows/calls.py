"""Calls of a solver for windows: load the clauses of tiles, count conflicts and time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.backends.abilities import ABLE
from hashicnf.backends.pysat import PysatSession
from hashicnf.core.constraints import Clauses
from hashicnf.core.stats import Stats
from hashicnf.logic import Bools, Ints, Unknown, Verdict, literals_of
from hashicnf.windows.effort import Effort
from hashicnf.windows.state import State


@contextmanager
def counted_session(
    stats: Stats | None = None, solver: str = ABLE, settings: tuple[tuple[str, int], ...] = ()
) -> Iterator[AssumingSession]:
    """Open a session of a solver, by default the fastest on windows; add its counters to ``stats`` at the end."""
    with PysatSession(solver, 0, settings=settings) as session:
        try:
            yield session
        finally:
            if stats is not None:
                stats.count(session.counters())


class Calls:
    """Calls of a solver with clauses of a state; ``effort`` holds their limits."""

    def __init__(self, state: State, effort: Effort) -> None:
        """Store the state and the effort; no solver is called yet."""
        self._state, self.effort, self.stats = state, effort, effort.stats

    def load(self, session: AssumingSession, tiles: Ints, phases: Bools) -> None:
        """Add the clauses of some tiles to a session, with preferred values ``phases``, bool[v + 1], of the formula's variables."""
        with self.stats.phase("load"):
            self.give(session, self.take(tiles), phases)

    def take(self, tiles: Ints) -> list[Clauses]:
        """Add the clauses and variables of some tiles to the subformula, and return the clauses that are new."""
        subformula = self._state.subformula
        blocks = subformula.take(tiles)
        subformula.number(self._state.variables.within(tiles))
        return blocks

    def give(self, session: AssumingSession, blocks: list[Clauses], phases: Bools) -> None:
        """Add clauses to a session, and let it prefer for each variable of the subformula its value in ``phases``, bool[v + 1]."""
        session.add(blocks)
        originals = self._state.subformula.originals
        session.prefer(literals_of(phases[originals], np.arange(1, len(originals), dtype=np.int32)))

    def decide(self, session: AssumingSession, assumed: Ints, conflicts: int, portion: int) -> Verdict:
        """Call the solver by ``portion`` conflicts at a time until it has an answer, or has spent ``conflicts``.

        All portions count as one question, since they only let the deadline be checked between them.
        """
        verdict: Verdict = Unknown()
        was_asked = False
        while isinstance(verdict, Unknown) and conflicts > 0 and not self.effort.is_over():
            verdict, spent = self._call(session, assumed, min(conflicts, portion))
            conflicts -= spent
            was_asked = True
        self.stats.windows += was_asked
        return verdict

    def ask(self, session: AssumingSession, assumed: Ints, conflicts: int) -> tuple[Verdict, int]:
        """Call the solver once; return its verdict, and for how many conflicts the call counts."""
        self.stats.windows += 1
        return self._call(session, assumed, conflicts)

    def _call(self, session: AssumingSession, assumed: Ints, conflicts: int) -> tuple[Verdict, int]:
        start = session.conflicts()
        with self.stats.phase("search"):
            verdict = session.assume(assumed, conflicts)
        return verdict, self.effort.spend(session.conflicts() - start)
