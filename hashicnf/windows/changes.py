"""Change a model window by window, so that as many of its literals as possible fail in some model.

Each window is solved anew with all variables outside fixed: at least one of the literals must fail, and no gap may open. The search
continues from each model found, so changes add up.
"""

from __future__ import annotations

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.logic import Bools, Ints, Sat, truth
from hashicnf.windows.calls import Calls, counted_session
from hashicnf.windows.gaps import WindowGaps
from hashicnf.windows.state import State
from hashicnf.windows.subformula import renamed, window_clauses


class Changes:
    """The assignment of a state, a model without gaps, which windows change."""

    def __init__(self, state: State, calls: Calls, conflicts: int) -> None:
        """Start with the assignment of the state. Each model may take so many ``conflicts``."""
        self._state, self._calls, self._conflicts = state, calls, conflicts

    def model(self) -> Bools:
        """Return the last model, bool[v + 1]."""
        return self._state.model()

    def unchanged(self, window: Ints, literals: Ints) -> Ints:
        """Search for models in which literals within some tiles fail, until none is found; return those that hold in all models.

        ``literals`` int32[k] hold in the assignment, and in the last model it becomes. Those outside the tiles stay.
        """
        state = self._state
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
            model = verdict.model[: len(self._state.subformula.originals)]
            count, cuts = gaps.broken(model)
            if not count:
                return model
            session.add([window_clauses(cuts)])
        return None
