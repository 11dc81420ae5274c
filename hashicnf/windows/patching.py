"""Close gaps by small windows, which are corrected by clauses against the gaps that are left or new.

A window around a gap is solved anew, with all variables outside fixed: this gap must be closed, and no new one may open. A model
found on the way that has fewer gaps, or as many at other places, replaces the assignment: since sums fix the number of edges, a
surplus component implies a surplus cycle elsewhere, and gaps move until they meet one. After a model with fewer gaps, the window
has to close another one. A window without a model grows along the core, as in sweeps. Every second window, at random, also grows
while it can only move its gap: otherwise, where moving is easy, gaps would move about at one place for ever.
"""

from __future__ import annotations

from random import Random

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.logic import Bools, Ints, Sat, Unsat, truth
from hashicnf.records import record
from hashicnf.windows.calls import Calls, counted_session
from hashicnf.windows.gaps import Gaps, WindowGaps
from hashicnf.windows.state import State
from hashicnf.windows.subformula import renamed, window_clauses


@record
class Patch:
    """A window that is solved anew: its variables ``originals`` int32[1 + v], and their values ``before``, bool[1 + v].

    The variables with ``is_free``, bool[1 + v], may change. ``gaps`` and ``cut``, int32[1, k], the clause that closes the gap, use
    the numbers of the session.
    """

    originals: Ints
    before: Bools
    is_free: Bools
    gaps: WindowGaps
    cut: Ints


class Patching:
    """An assignment to all variables of a state, whose gaps are closed in place by small windows."""

    def __init__(self, state: State, calls: Calls, random: Random) -> None:
        """Start with the assignment of the state."""
        self._state, self._batch, self._settings = state, state.demands.inner, state.settings.patching
        self._calls, self._random = calls, random

    def mend(self, gaps: Gaps, gap: int, edges: Ints) -> None:
        """Close a gap by a window around one of its edges, int32[k]; the window grows while the gap cannot be closed in it."""
        tiles, cut = self._state.tiles, gaps.cut(gap)
        center = int(self._state.tile_of[abs(self._batch.lits[self._random.choice(edges.tolist())])])
        window = tiles.around(np.array([center], dtype=np.int32), self._random.choice(self._settings.moves))
        insists = self._random.random() < self._settings.insistence
        while len(window) <= self._settings.tiles:
            core = self._solve(window, cut, insists=insists)
            if core is None:
                return
            window = self._state.grown(window, core, center)

    def _solve(self, window: Ints, cut: Ints, *, insists: bool) -> Ints | None:
        """Solve a window anew; return the variables of the core if it cannot close the gap, otherwise None.

        If the window ``insists``, a model that only moves the gap does not count.
        """
        model = self._state.assignment.model
        with self._state.opened(window), counted_session(self._calls.stats) as session:
            self._calls.load(session, window, model)
            patch = self._patch(cut)
            model[patch.originals], core = self.search(session, patch, insists=insists)
        return core

    def _patch(self, cut: Ints) -> Patch:
        """Return the window whose clauses the subformula contains, as a patch."""
        originals, model = self._state.subformula.originals, self._state.assignment.model
        gaps, number = WindowGaps.opened(self._state)
        near = renamed(cut, number)
        return Patch(originals, model[originals], number[originals] > 0, gaps, near[near != 0][None])

    def search(self, session: AssumingSession, patch: Patch, *, insists: bool) -> tuple[Bools, Ints | None]:
        """Return the values found with the fewest gaps, bool[1 + v], and None; or the old ones and the core, as original variables.

        The core is returned if no values have at most as many gaps as before; if the search ``insists``, also if none have fewer.
        """
        best, base, cuts, left = None, patch.before, patch.cut, self._settings.conflicts
        (most, _), held = patch.gaps.broken(base), self._state.held()
        while left > 0 and not self._calls.effort.is_over():
            session.add([window_clauses(cuts)])
            verdict, spent = self._calls.ask(session, held, left)
            left -= spent
            has_none = base is patch.before and (insists or best is None)
            if has_none and isinstance(verdict, Unsat) and verdict.core is not None:
                return patch.before, patch.originals[np.abs(verdict.core)]
            if not isinstance(verdict, Sat):
                break
            model = np.where(patch.is_free, verdict.model[: len(patch.is_free)], patch.before)
            with self._calls.stats.phase("refine"):
                found, clauses = patch.gaps.broken(model)
            if found <= most:
                best = model
            if not len(clauses):  # none left, or no edge of the window closes any
                break
            if found < most:
                most, base, cuts = found, model, clauses[[self._random.randrange(len(clauses))]]
                left = min(left, self._settings.conflicts - left)
            else:
                cuts = clauses[truth(base, clauses).any(axis=1)]
        return patch.before if best is None else best, None
