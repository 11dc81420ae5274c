"""One window of a sweep: its tiles, the session with its clauses, and its growth."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

import numpy as np

from hashicnf.backends import AssumingSession, BestSoFar
from hashicnf.core.constraints import Clauses
from hashicnf.logic import NO_LITERALS, Bools, Ints, Sat, Unsat, Verdict
from hashicnf.windows.calls import Calls
from hashicnf.windows.rules import Holds
from hashicnf.windows.settings import WindowPlan
from hashicnf.windows.state import Rules, State
from hashicnf.windows.tiles import is_within

MARGIN: Final = 2  # tiles around a growing window for which rules are prepared, since it will probably grow again


class Outcome(Enum):
    """The result of a window; ``REFUTED`` means that the formula has no model, whatever the decisions around the window."""

    SOLVED = auto()
    UNSOLVED = auto()
    REFUTED = auto()


class Window:
    """A window of a sweep, which ``solve`` decides."""

    def __init__(self, state: State, plan: WindowPlan, session: AssumingSession, calls: Calls) -> None:
        """Start without tiles."""
        self._state, self._plan, self._settings = state, plan, state.settings
        self._session, self._calls, self._stats = session, calls, calls.stats
        self._tiles = np.zeros(0, dtype=np.int32)
        self._conditions: dict[Holds, Ints] = {}
        self._rules: Rules = ()
        self._seen = (range(0), range(0))
        self._forgotten: list[tuple[Ints, Bools]] = []
        self._growths = self._spent = self._widened = self._leeway = 0

    def solve(self, more: Ints, center: int) -> Outcome:
        """Decide the tiles ``more``, and decide tiles around them anew as needed; at a limit, restore the former decisions.

        The window grows towards tiles of cores that are nearest to the tile ``center``.
        """
        try:
            while self._may_grow(more) and not self._is_over():
                self._grow(more)
                found = self._search()
                if isinstance(found, Outcome):
                    return found
                more = self._tiles_to_add(found, center)
        finally:
            self._state.subformula.clear()
        self._restore()
        return Outcome.UNSOLVED

    def _restore(self) -> None:
        """Restore the former decisions in the tiles of the window."""
        assignment = self._state.assignment
        if len(self._tiles):
            assignment.forget(self._state.variables.within(self._tiles))
        for variables, values in self._forgotten:
            assignment.decide(variables, values)

    def _may_grow(self, more: Ints) -> bool:
        """Return whether there are tiles to add, and the window is not too large with them; the first tiles are always accepted."""
        return len(more) > 0 and (not len(self._tiles) or len(self._tiles) + len(more) <= self._plan.most_tiles)

    def _is_over(self) -> bool:
        """Return whether a limit of conflicts or time is reached."""
        return self._left() <= 0 or self._calls.effort.is_over()

    def _left(self) -> int:
        """Return how many conflicts are left."""
        return self._plan.conflicts * (1 + self._widened) - self._spent

    def _grow(self, more: Ints) -> None:
        """Undo the decisions in some tiles, keeping them as preferred values, and add the clauses of these tiles."""
        state = self._state
        self._tiles = np.union1d(self._tiles, more)
        with self._stats.phase("load"):
            variables = state.variables.within(more)
            decided = variables[state.assignment.decided[variables]]
            self._forgotten.append((decided, state.assignment.model[decided]))
            state.assignment.forget(variables)
            known = len(state.subformula.originals)
            self._session.add(self._calls.take(more))  # variables in no clause are decided too: rules read them
            new = state.subformula.originals[known:]
            variables = np.arange(known, known + len(new), dtype=np.int32)
            self._session.prefer(np.where(state.phases[new], variables, -variables))
        self._conditions.pop(Holds.WISHED, None)
        with self._stats.phase("refine"):
            self._look_around()

    def _look_around(self) -> None:
        """Contract the rules to the surroundings of the window, unless the window lies within those of the last time."""
        rows, columns = self._state.tiles.rectangle_around(self._tiles)
        if not (is_within(rows, self._seen[0]) and is_within(columns, self._seen[1])):
            self._seen = self._state.tiles.rectangle_around(self._tiles, MARGIN if self._growths else 0)
            self._rules = self._state.rules_near(*self._seen)
            self._conditions.clear()

    def _search(self) -> Ints | Outcome:
        """Solve or refute the window; otherwise return the variables of the core, int32[k], empty if a limit was reached."""
        state, stats, best = self._state, self._stats, BestSoFar()
        while not self._is_over():
            originals = state.subformula.originals
            decided = state.assignment.decided[originals]
            verdict = self._decide(np.concatenate([state.held(), *self._conditions.values()]))
            if isinstance(verdict, Unsat) and verdict.core is not None:
                core = np.setdiff1d(originals[np.abs(verdict.core)], 0)
                if self._gives_way(verdict.core, at_once=not len(core)):
                    continue
                return core if len(verdict.core) else Outcome.REFUTED
            if not isinstance(verdict, Sat):
                break
            free = np.flatnonzero(~decided & (originals > 0))
            solved = originals[free]
            state.assignment.decide(solved, verdict.model[free])
            state.phases[solved] = verdict.model[free]
            with stats.phase("refine"):
                cuts = self._cuts(solved)
            state.assignment.forget(solved if cuts else solved[~state.finished[state.tile_of[solved]]])
            if not cuts:
                return Outcome.SOLVED
            with stats.phase("load"):
                self._session.add(cuts)
                self._session.prefer(best.after(cuts, verdict.model, free.astype(np.int32)))
        return NO_LITERALS

    def _decide(self, assumptions: Ints) -> Verdict:
        """Call the solver with the conflicts left."""
        effort = self._calls.effort
        before = effort.spent
        verdict = self._calls.decide(self._session, assumptions, self._left(), self._settings.portion)
        self._spent += effort.spent - before
        return verdict

    def _gives_way(self, core: Ints, *, at_once: bool) -> bool:
        """Drop wishes if a core, literals of the session int32[k], contains their condition; return whether it does.

        The window must first have grown a number of times, unless ``at_once``.
        """
        is_patient = self._growths < self._settings.insistence and not at_once
        if is_patient or not np.isin(self._conditions.get(Holds.WISHED, NO_LITERALS), core).any():
            return False
        del self._conditions[Holds.WISHED]
        self._leeway += self._settings.leeway
        return True

    def _cuts(self, solved: Ints) -> list[Clauses]:
        """Return clauses against the rules' violations by the model; of wishes, ``leeway`` many are left out."""
        state = self._state
        cuts = [cut for rule in self._rules for cut in rule.violated(state.assignment, solved)]
        wished = [cut for cut in cuts if cut.holds is Holds.WISHED]
        heeded = [cut for cut in cuts if cut.holds is not Holds.WISHED] + wished[: max(0, len(wished) - self._leeway)]
        return [block for cut in heeded for block in state.subformula.write_cut(cut, self._condition(cut.holds))]

    def _condition(self, holds: Holds) -> Ints:
        """Return the literals, int32[h], under which a cut is valid."""
        if holds is Holds.ALWAYS:
            return NO_LITERALS
        if holds not in self._conditions:
            self._conditions[holds] = self._state.subformula.auxiliaries(1)
        return self._conditions[holds]

    def _tiles_to_add(self, core: Ints, center: int) -> Ints:
        """Return the nearest tiles of the core, after some growths also those around them; without a core, those around all."""
        tiles = self._state.tiles
        self._growths += 1
        if not len(core):
            if self._widened == self._plan.widenings:
                return core
            self._widened += 1
            return np.setdiff1d(tiles.around(self._tiles), self._tiles)
        nearest = tiles.nearest(np.unique(self._state.tile_of[core]), center)
        is_patient = self._growths <= self._settings.patience
        return nearest if is_patient else np.setdiff1d(tiles.around(nearest), self._tiles)
