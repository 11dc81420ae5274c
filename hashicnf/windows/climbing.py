"""Climbing: improve an assignment by local search in windows around its gaps, on boards whose solutions are trees.

A window lies around a component and the cycle nearest to it, since a gap closes where the two meet. All variables outside the
window are fixed, so a call of the solver takes a millisecond, instead of sixty for the whole of a board of 20,000 nodes. After
windows without success some windows are larger, at last as large as the board; the larger, the less often.
"""

from __future__ import annotations

from dataclasses import replace
from math import log2
from random import Random
from typing import Final

import numpy as np

from hashicnf.backends.abilities import FIRM
from hashicnf.logic import Ints
from hashicnf.windows.calls import Calls, counted_session
from hashicnf.windows.gaps import Gaps
from hashicnf.windows.local_search import LocalSearch
from hashicnf.windows.neighbourhood import Neighbourhood
from hashicnf.windows.state import State
from hashicnf.windows.subformula import window_clauses

AS_IT_IS: Final = (("inprocessing", 0),)  # without rewriting clauses: 5 to 10 s, with it 6 to 33 s


class Climbing:
    """An assignment to all variables of a state whose solutions are trees, improved in place by local search."""

    def __init__(self, state: State, calls: Calls, random: Random) -> None:
        """Start with the assignment of the state."""
        self._state, self._calls, self._random = state, calls, random
        self._settings = state.settings.climbing
        self._graph = replace(state.demands.inner, acyclic=True)
        self._place = state.tile_of[np.abs(self._graph.lits)]
        self._vain = 0  # windows since one closed a gap

    def mend(self, gaps: Gaps, gap: int, edges: Ints) -> None:  # noqa: ARG002
        """Search a window around a gap, which some of the ``edges`` int32[k] would close, and keep the best assignment found."""
        state, calls, lots, model = self._state, self._calls, self._random, self._state.assignment.model
        window = self._window(gaps, np.unique(self._place[edges]))
        with state.opened(window), counted_session(calls.stats, FIRM, AS_IT_IS) as session:
            calls.load(session, window, model)
            session.add([window_clauses(state.held()[:, None])])
            originals = state.subformula.originals
            near = Neighbourhood.of(state, self._graph)
            search = LocalSearch(near, model[originals], session, calls, self._settings, lots)
            has_fewer = search.run(shakes=int(lots.random() < self._settings.shakes))
            model[originals[near.free]] = search.best.values[near.free]
        self._vain = 0 if has_fewer else self._vain + 1

    def _window(self, gaps: Gaps, here: Ints) -> Ints:
        """Choose a window between the tiles of a gap, ascending, and the cycle nearest to all, or a random half, of these tiles."""
        tiles, lots, settings = self._state.tiles, self._random, self._settings
        some = np.array(lots.sample(here.tolist(), -(-len(here) // lots.choice((1, 2)))), dtype=np.int32)
        there = np.unique(self._place[gaps.cyclic])
        there = there if len(there) else some
        way = tiles.distance(some[:, None], there)
        one, other = np.unravel_index(way.argmin(), way.shape)
        steps = min(int(-log2(1 - lots.random())), self._vain // (settings.windows * len(gaps)))
        moves = int(lots.choice(settings.rims) * settings.growth**steps) + (int(way[one, other]) + 1) // 2
        center = tiles.between(int(some[one]), int(there[other]))
        return tiles.around(np.array([center], dtype=np.int32), min(moves, max(tiles.rows, tiles.columns)))
