"""Close gaps by large windows, in which an encoding demands at once what they must connect.

Small windows that cuts correct (``repair``) close most gaps soon, but not the last ones: where edges cannot be spared or solutions
are few, it takes a window of hundreds of nodes, and cuts say too little about its cycles. With the rest of the graph contracted
(``links``), connectivity of a window is small enough to be encoded. A window that has no model grows, or lets its gap move: it is
closed, but another may open at a link drawn by lot.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Clauses
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Bools, Ints, Sat, Unknown, Unsat, Verdict
from hashicnf.passes.connectivity.choice import ConnectivityChoice
from hashicnf.pipeline.reduce import demanded, none_inside
from hashicnf.windows.calls import Calls, open_session
from hashicnf.windows.gaps import Gaps
from hashicnf.windows.links import demand, possible_links
from hashicnf.windows.state import State
from hashicnf.windows.subformula import window_clauses


class Closing:
    """An assignment to all variables of a state, while large windows close its gaps."""

    def __init__(self, state: State, calls: Calls, random: Random) -> None:
        """Start with the assignment as it is."""
        self._state, self._batch, self._settings = state, state.demands.connected, state.demands.settings.closing
        self._calls, self._random = calls, random
        # By either encoding repair alone closes as many gaps, within a fifth; by link-elimination a third as many.
        self._encoding = ConnectivityChoice("vertex-elimination" if self._batch.embedding is None else "planar")

    def mend(self, gaps: Gaps, gap: int, tile: int) -> None:
        """Close a gap that has an edge in a tile, or move it."""
        tiles = self._state.tiles
        for moves in self._settings.moves:
            center = self._random.choice(tiles.around(np.array([tile], dtype=np.int32), moves).tolist())
            window = tiles.around(np.array([center], dtype=np.int32), moves)
            verdict = self._solve(window, gaps, gap, may_move=False)
            if isinstance(verdict, Unsat) and self._random.random() < self._settings.elsewhere:
                verdict = self._solve(window, gaps, gap, may_move=True)
            if not isinstance(verdict, Unsat):
                return

    def _solve(self, window: Ints, gaps: Gaps, gap: int, *, may_move: bool) -> Verdict:
        """Solve a window anew, and take its model if there is one."""
        state, calls = self._state, self._calls
        assignment, free = state.assignment, state.variables.within(window)
        verdict: Verdict = Unknown()
        assignment.decided[free] = False
        with open_session(calls.stats) as session:
            calls.load(session, window, assignment.model)
            originals = state.subformula.originals
            is_free = ~assignment.decided[originals]
            is_free[0] = False
            with calls.stats.phase("load"):
                session.add(self._demand(gaps, gap, originals, is_free, may_move=may_move))
            left = self._settings.conflicts
            while isinstance(verdict, Unknown) and left > 0 and not calls.effort.is_over():
                verdict, spent = calls.ask(session, window[:0], min(left, state.demands.settings.portion))
                left -= spent
        if isinstance(verdict, Sat):
            assignment.model[originals[is_free]] = verdict.model[: len(is_free)][is_free]
        assignment.decided[free] = True
        state.subformula.clear()
        return verdict

    def _demand(self, gaps: Gaps, gap: int, originals: Ints, is_free: Bools, *, may_move: bool) -> list[Clauses]:
        """Demand that a gap be closed, and that all variables of a window, bool[1 + v], but the free ones keep their values."""
        assignment, batch = self._state.assignment, self._batch
        held = np.flatnonzero(~is_free)[1:].astype(np.int32)
        units = np.where(assignment.model[originals[held]], held, -held)
        free = ~assignment.decided[np.abs(batch.lits)]
        graph = demand(gaps, free, gap, self._places(gaps, free) if may_move else held[:0])
        number = np.zeros(len(assignment.model), dtype=np.int32)
        number[originals] = np.arange(len(originals), dtype=np.int32)
        graph = replace(graph, lits=np.sign(graph.lits) * number[np.abs(graph.lits)])
        pool = VariablePool()
        pool.declare("window", len(originals) - 1, meaning="as in the window")
        blocks = demanded(graph, self._encoding, pool)
        if batch.acyclic and graph.known is not None:
            blocks.append(none_inside(graph, components(graph.nodes, graph.ends[graph.known > 0])))
        return [window_clauses(units[:, None]), *blocks]

    def _places(self, gaps: Gaps, free: Bools) -> Ints:
        """Draw a free edge by lot that does not lie within what is held: another gap may open there. int32[1], or none."""
        batch = self._batch
        part = components(batch.nodes, batch.ends[gaps.chosen & ~free])[batch.ends]
        able = np.flatnonzero(free & (part[:, 0] != part[:, 1]) & possible_links(gaps)).tolist()
        return np.array([self._random.choice(able)] if able else [], dtype=np.int32)
