"""Local backbones: literals that hold in all models of a window hold in all models of the board.

If a board has few solutions, windows that are decided one after the other make wrong decisions that show only much later, and unit
propagation (``probing``) derives few of the forced literals: for example, it cannot derive that some edges would disconnect a part
before the edges around that part are decided. So each window is solved with nothing outside it assumed. The literals on which all
of its models agree are decided permanently, and the next window starts from them. On a near-tree of 10,000 islands, a fourth of
whose cells are islands, this decides two thirds of the variables that probing leaves open; afterwards a sweep takes a second, where
no sweep succeeded before. On crowded boards windows have many models and few forced literals; the first few windows show this, and
the search for backbones ends.

References: de Haan, Kanj and Szeider 2013, "Local backbones"; Janota, Lynce and Marques-Silva 2015, "Algorithms for computing
backbones of propositional formulae" (a model rules out all literals in which it differs from the first).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.core.constraints import Clauses
from hashicnf.logic import NO_LITERALS, Bools, Ints, Sat, Unknown, Unsat, Verdict, literals_of
from hashicnf.windows.calls import Calls, counted_session
from hashicnf.windows.effort import Effort
from hashicnf.windows.parts import ClosedParts
from hashicnf.windows.state import Problem, State
from hashicnf.windows.subformula import window_clauses
from hashicnf.windows.tiles import Tiling
from hashicnf.windows.trees import Cycles

# Only literals that hold in all models are decided, so the cuts of these rules hold in all models too. Parity would find 40 more
# literals of 21,715, but take half as much time again; the cuts of ``Spare`` are wishes, which need not hold.
RULES: Final = (ClosedParts, Cycles)


def with_backbones(problem: Problem, value: Ints, tiling: Tiling, effort: Effort) -> Ints | None:
    """Extend known values by local backbones: 1, -1 or (undecided) 0, int32[v + 1]; None if there is no model.

    ``value`` int32[v + 1] are the values known before. The search goes window by window, as long as it finds enough literals.
    """
    problem = replace(problem, rules=tuple(rule for rule in problem.rules if isinstance(rule, RULES)))
    state = State(problem, value, tiling(problem.settings.backbones.nodes_per_tile))
    if state.refuted or not _decide_all(state, effort):
        return None
    return state.assignment.value()


def _decide_all(state: State, effort: Effort) -> bool:
    """Decide the backbones of all windows, as long as enough literals are found; return False if a window has no model."""
    settings, calls = state.settings.backbones, Calls(state, effort)
    credit: float = min(settings.head_start, settings.head_start_a_node * state.demands.connected.nodes)
    size, margin = settings.interior, settings.margin
    for top, left in state.tiles.corners(size):
        if effort.is_used_up() or credit <= 0:
            break
        asked = _open(state, state.tiles.rectangle(top, top + size, left, left + size))
        if not len(asked):
            continue
        window = state.tiles.rectangle(top - margin, top + size + margin, left - margin, left + size + margin)
        with counted_session(effort.stats) as session:
            opened = _OpenWindow(state, session, calls, window)
            fixed = opened.backbone(asked, credit)
        state.subformula.clear()
        if fixed is None:
            return False
        state.assignment.decide(np.abs(fixed), fixed > 0)
        credit += settings.price * len(fixed) - opened.spent
    return True


def _open(state: State, tiles: Ints) -> Ints:
    """List the undecided variables of some tiles, int32[k]."""
    variables = state.variables.within(tiles)
    undecided: Ints = variables[~state.assignment.decided[variables]]
    return undecided


class _OpenWindow:
    """A window without assumptions about its surroundings: a session with its clauses, and the rules about connectivity."""

    def __init__(self, state: State, session: AssumingSession, calls: Calls, tiles: Ints) -> None:
        """Add the clauses of the window's ``tiles`` to the session."""
        self._state, self._session, self._calls = state, session, calls
        self._settings = state.settings.backbones
        self.spent, self._known = 0, 0
        with calls.stats.phase("load"):
            self._add(calls.take(tiles))
        self._open = _open(state, tiles)
        self._number = state.subformula.number(self._open)
        session.prefer(-self._number)  # makes all of them known to the solver: some occur in no clause
        with calls.stats.phase("refine"):
            self._rules = state.rules_near(*state.tiles.rectangle_around(tiles))

    def backbone(self, variables: Ints, credit: float) -> Ints | None:
        """Find literals of these variables, and their consequences, that hold in all models: int32[k]; None if there is no model.

        The search ends early when the ``credit`` of conflicts, and the conflicts granted for each literal found, are spent.
        """
        verdict = self._ask(NO_LITERALS, self._settings.first)
        if not isinstance(verdict, Sat):
            return None if isinstance(verdict, Unsat) else NO_LITERALS
        numbers = self._state.subformula.number(variables)
        waiting, fixed = dict.fromkeys(literals_of(verdict.model, numbers).tolist()), set[int]()
        while waiting and self.spent < self._allowed(credit, len(fixed)) and not self._calls.effort.is_used_up():
            literal, _ = waiting.popitem()
            if self._holds(literal, waiting):
                follows = self._session.implied(literal) or {literal}
                self._session.assert_literal(literal)
                fixed |= follows
                for other in follows:
                    waiting.pop(other, None)
        found = np.array([*fixed], dtype=np.int32)
        literals: Ints = np.sign(found) * self._state.subformula.originals[np.abs(found)]
        return literals

    def _allowed(self, credit: float, found: int) -> float:
        """Return how many conflicts may be spent in this window after ``found`` literals have been found."""
        return min(self._settings.conflicts, credit + self._settings.price * found)

    def _holds(self, literal: int, waiting: dict[int, None]) -> bool:
        """Return whether a literal is proved to hold in all models; remove from ``waiting`` the literals that a model refutes."""
        if self._session.implied(-literal) is None:
            return True
        # a model far from the first removes more literals
        self._session.prefer(-np.array([literal, *waiting], dtype=np.int32))
        verdict = self._ask(np.array([-literal], dtype=np.int32), self._settings.each)
        if isinstance(verdict, Sat):
            for other in [other for other in waiting if verdict.model[abs(other)] != (other > 0)]:
                del waiting[other]
        return isinstance(verdict, Unsat)

    def _ask(self, assumed: Ints, conflicts: int) -> Verdict:
        """Call the solver until a model violates no rule, the formula is refuted, or so many conflicts are spent."""
        while conflicts > 0 and not self._calls.effort.is_used_up():
            verdict, spent = self._calls.ask(self._session, assumed, conflicts)
            conflicts -= spent
            self.spent += spent
            if not isinstance(verdict, Sat):
                return verdict
            with self._calls.stats.phase("refine"):
                cuts = self._cuts(verdict.model[self._number])
            if not cuts:
                return verdict
            self._add(cuts)
        return Unknown()

    def _add(self, blocks: list[Clauses]) -> None:
        """Add clauses to the session, and a unit clause for each decided variable that is new in them."""
        held = self._state.held()
        self._session.add([*blocks, window_clauses(held[np.abs(held) >= self._known][:, None])])
        self._known = len(self._state.subformula.originals)

    def _cuts(self, values: Bools) -> list[Clauses]:
        """Return clauses that exclude the violations of rules by these values, bool[k], of the open variables."""
        state = self._state
        state.assignment.decide(self._open, values)
        cuts = [cut for rule in self._rules for cut in rule.violated(state.assignment, self._open)]
        state.assignment.forget(self._open)
        return [block for cut in cuts for block in state.subformula.write_cut(cut, NO_LITERALS)]
