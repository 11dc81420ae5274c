"""Climb: where solutions are trees, find each assignment near the best so far, until one has no gap.

An assignment that keeps the clauses is found at once, and has some hundred gaps (``gaps``): components too many, and as many
cycles. Clauses that close the smallest of them are added, and the solver, which prefers the values of the best assignment so far,
changes little around each. What has fewer gaps than the best is the next best; of as many, what has its components nearer to
cycles, or not much farther, for a gap closes where the two meet. Of 500 gaps on a crowded board of 10,000 nodes a hundred calls
leave some twenty, a few hundred more two or four; then each takes some milliseconds.

All depends on a solver that holds on to the values it prefers: one that replaces them by those it tried last, as MiniSat does,
opens gaps elsewhere as fast as it closes these, and stays at sixty there. Where edges are to spare, cycles are no gaps, and
components alone say too little: near-trees of 3,500 nodes keep some hundred.

Reference: Demirovic and Stuckey 2019, "Techniques inspired by local search for incomplete MaxSAT and the linear algorithm: varying
resolution and solution-guided search".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.backends.pysat import FIRM
from hashicnf.logic import NO_LITERALS, Ints, Sat, Unknown, Verdict, literals_of, truth
from hashicnf.windows.calls import Calls, open_session
from hashicnf.windows.effort import Effort
from hashicnf.windows.gaps import Gaps
from hashicnf.windows.state import State
from hashicnf.windows.subformula import numbers_of, renamed, window_clauses

AS_IT_IS: Final = (("inprocessing", 0),)  # clauses are not rewritten: 5 to 10 s where that takes 6 to 33


class Climbing:
    """An assignment to all variables of a state, whose solutions are trees, while it gets better."""

    def __init__(self, state: State, effort: Effort) -> None:
        """Start with what the state has decided, which keeps its clauses."""
        self._state, self._effort, self._settings = state, effort, state.demands.settings.climbing
        self._calls = Calls(state, effort)
        self._graph = replace(state.demands.connected, acyclic=True)
        self._place = state.tile_of[np.abs(self._graph.lits)]
        self._is_open = state.is_open(self._graph.lits)

    def run(self) -> Verdict:
        """Climb to an assignment without a gap; Unknown at a limit of the effort."""
        self._effort.begin(self._settings.a_node * self._graph.nodes, insists=True)
        with open_session(self._effort.stats, FIRM, AS_IT_IS) as session:
            verdict = self._climbed(session, self._load(session))
        return Unknown(self._effort.stopped()) if isinstance(verdict, Unknown) else verdict

    def _load(self, session: AssumingSession) -> Ints:
        """Give a session all clauses; return the variable behind each of its own, int32[1 + v]."""
        state, every = self._state, np.arange(self._state.tiles.count, dtype=np.int32)
        self._calls.load(session, every, state.assignment.model)
        originals = state.subformula.originals.copy()
        state.subformula.clear()
        return originals

    def _climbed(self, session: AssumingSession, originals: Ints) -> Verdict:
        """Find assignment after assignment, each near the best so far."""
        number = numbers_of(originals, len(self._state.tile_of) - 1)
        gaps = self._gaps()
        best, values = self._height(gaps), self._state.assignment.model[originals]
        while len(gaps):
            self._effort.remain(len(gaps))
            cuts = [renamed(cut, number) for cut in self._shortest(gaps)]
            session.add([window_clauses(cut[cut != 0][None]) for cut in cuts])  # what is known is false there
            verdict = self._asked(session)
            if not isinstance(verdict, Sat):
                return verdict
            found = verdict.model[: len(originals)]
            self._state.assignment.decide(originals[1:], found[1:])
            gaps = self._gaps()
            if len(gaps) <= best[0] and (height := self._height(gaps)) <= (best[0], best[1] + self._settings.slack):
                session.prefer(literals_of(found, np.flatnonzero(found != values).astype(np.int32)))
                best, values = height, found
        return Sat(self._state.model())

    def _asked(self, session: AssumingSession) -> Verdict:
        """Call the solver until it has an answer, or the effort is over."""
        verdict: Verdict = Unknown()
        while isinstance(verdict, Unknown) and not self._effort.is_over():
            verdict, _ = self._calls.search(session, NO_LITERALS, self._state.demands.settings.portion)
        self._effort.spend(self._graph.nodes // self._settings.nodes_a_conflict)
        self._effort.stats.rounds += 1
        return verdict

    def _shortest(self, gaps: Gaps) -> list[Ints]:
        """Write the shortest of the clauses that close gaps, each int32[k]: a share of them, but all where there are few."""
        cuts = sorted((gaps.cut(gap) for gap in range(len(gaps))), key=len)
        return cuts[: max(self._settings.fewest, len(cuts) // self._settings.share)]

    def _gaps(self) -> Gaps:
        return Gaps(self._graph, truth(self._state.assignment.model, self._graph.lits))

    def _height(self, gaps: Gaps) -> tuple[int, int]:
        """Count the gaps, and how many king's moves of tiles their components are away from the nearest cycles, in all."""
        tiles, cyclic = self._state.tiles, np.unique(self._place[gaps.cyclic])
        total = 0
        for gap in range(gaps.cycles, len(gaps)):
            edges = gaps.edges(gap)
            near = np.unique(self._place[edges[self._is_open[edges]]])
            total += int(tiles.distance(near[:, None], cyclic).min(initial=tiles.count))
        return len(gaps), total
