"""Calls of a solver for windows that are mended: clauses of tiles go in, conflicts and time are counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.backends.pysat import ABLE, PysatSession
from hashicnf.core.constraints import Clauses
from hashicnf.core.stats import Stats
from hashicnf.logic import Bools, Ints, Unknown, Verdict, literals_of
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
        with self.stats.phase("load"):
            self.give(session, self.take(tiles), phases)

    def take(self, tiles: Ints) -> list[Clauses]:
        """Take the clauses of some tiles into the subformula."""
        subformula = self._state.subformula
        blocks = subformula.take(tiles)
        subformula.number(self._state.variables.within(tiles))
        return blocks

    def give(self, session: AssumingSession, blocks: list[Clauses], phases: Bools) -> None:
        """Give a session clauses, and let it prefer the ``phases``, bool[v + 1], of the variables of the subformula."""
        session.add(blocks)
        originals = self._state.subformula.originals
        session.prefer(literals_of(phases[originals], np.arange(1, len(originals), dtype=np.int32)))

    def decide(self, session: AssumingSession, assumed: Ints, conflicts: int, portion: int) -> Verdict:
        """Call the solver, by so many conflicts at a time, until it has an answer or has spent ``conflicts``."""
        verdict: Verdict = Unknown()
        while isinstance(verdict, Unknown) and conflicts > 0 and not self.effort.is_over():
            verdict, spent = self.ask(session, assumed, min(conflicts, portion))
            conflicts -= spent
        return verdict

    def ask(self, session: AssumingSession, assumed: Ints, conflicts: int) -> tuple[Verdict, int]:
        """Call the solver for a window; return also how many conflicts that counts for."""
        self.stats.windows += 1
        start = session.conflicts()
        with self.stats.phase("search"):
            verdict = session.assume(assumed, conflicts)
        return verdict, self.effort.spend(session.conflicts() - start)
