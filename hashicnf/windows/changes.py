"""Change a model window by window, so that as many of its literals as possible fail in some model.

Each window is solved anew with all variables outside fixed: at least one of the literals must fail, and no gap may open. The search
continues from each model found, so changes add up.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.core.constraints import Connected, Formula
from hashicnf.core.deadline import Deadline
from hashicnf.core.modelcheck import require_model
from hashicnf.core.stats import Stats
from hashicnf.logic import Bools, Ints, Sat, truth
from hashicnf.windows.calls import Calls, counted_session
from hashicnf.windows.effort import Effort
from hashicnf.windows.gaps import WindowGaps
from hashicnf.windows.rules import Demands
from hashicnf.windows.settings import DEFAULTS
from hashicnf.windows.state import Problem, State
from hashicnf.windows.subformula import renamed, window_clauses
from hashicnf.windows.tiles import tiling_of

# Nodes in a tile, and conflicts for a model; each call counts as some conflicts.
SEARCHES: Final = ((12, 600), (48, 2_000), (192, 6_000))
TILES: Final = 9  # of a window; a window as large as the board is of no use
CREDIT: Final = 10  # largest excess of windows without a model over those with one; then the search ends


def holding_nearby(
    formula: Formula, connected: Connected, value: Ints, model: Bools, literals: Ints, deadline: Deadline
) -> Ints:
    """Return those of some literals of a model, int32[k], that hold in all models found by changing it window by window.

    Variables whose ``value``, int32[v + 1], is 1 or -1 do not change. Raises SolverFailed if a model breaks rules.
    """
    demands = Demands.of(connected, (), value)
    problem = Problem(formula.blocks, formula.variables.count, demands, DEFAULTS, ())
    tiling, effort = tiling_of(connected), Effort(Stats(), deadline)
    for nodes, conflicts in SEARCHES:
        if TILES * nodes >= connected.nodes:
            break
        state = State(problem, demands.known, tiling(nodes))
        state.take(model)
        literals, is_worthwhile = _changed(Changes(state, Calls(state, effort), conflicts), literals)
        model = state.model()
        require_model(model, (*formula.blocks, *formula.claim.refine(model)), "windows returned")
        if not is_worthwhile:
            break
    return literals


def _changed(changes: Changes, literals: Ints) -> tuple[Ints, bool]:
    """Return those of some literals, int32[k], that hold in all models found in windows around their tiles, and if many change."""
    state, credit = changes.state, CREDIT
    for tile in dict.fromkeys(state.tile_of[np.abs(literals)].tolist()):
        place = state.tile_of[np.abs(literals)]
        if not credit or tile not in place:
            continue
        window = state.tiles.around(np.array([tile], dtype=np.int32))
        is_near = np.isin(place, window)
        stays = ~is_near | np.isin(literals, changes.unchanged(window, literals[is_near]))
        credit += -1 if stays.all() else 1
        literals = literals[stays]
    return literals, credit > 0


class Changes:
    """The assignment of a ``state``, a model without gaps, which windows change."""

    def __init__(self, state: State, calls: Calls, conflicts: int) -> None:
        """Start with the assignment of the state. Each model may take so many ``conflicts``."""
        self.state, self._calls, self._conflicts = state, calls, conflicts

    def unchanged(self, window: Ints, literals: Ints) -> Ints:
        """Search for models in which literals within some tiles fail, until none is found; return those that hold in all models.

        ``literals`` int32[k] hold in the assignment, and in the last model it becomes. Those outside the tiles stay.
        """
        state = self.state
        model = state.assignment.model
        with state.opened(window), counted_session(self._calls.stats) as session:
            self._calls.load(session, window, model)
            gaps, number = WindowGaps.opened(state)
            here = renamed(literals, number)
            outside, inside, here = literals[here == 0], literals[here != 0], here[here != 0]
            session.prefer(-here)
            held = state.held()
            while len(here) and (found := self._model(session, held, gaps, here)) is not None:
                model[state.subformula.originals] = found
                holds = truth(found, here)
                inside, here = inside[holds], here[holds]
        return np.concatenate((outside, inside))

    def _model(self, session: AssumingSession, held: Ints, gaps: WindowGaps, literals: Ints) -> Bools | None:
        """Return values of the window without gaps, bool[1 + v], with which one of the literals fails; None if none are found.

        ``held`` int32[h] are the literals outside the window.
        """
        session.add([window_clauses(-literals[None])])
        left = self._conflicts
        while left > 0 and not self._calls.effort.is_over():
            verdict, spent = self._calls.ask(session, held, left)
            if not isinstance(verdict, Sat):
                return None
            left -= spent
            model = verdict.model[: len(self.state.subformula.originals)]
            count, cuts = gaps.broken(model)
            if not count:
                return model
            session.add([window_clauses(cuts)])
        return None
