"""Local backbones: what all models of a window have in common holds in all models of the board.

Where solutions are few, windows that are decided one after the other go wrong unseen, and unit propagation (``probing``) sees too
little of what is forced: that some edges would close off a part shows only when others around it are decided. So windows are
solved with all around them open. Literals in which no two of their models differ are decided for good, and the next window begins
with them. On a near-tree of 10,000 islands, a fourth of whose cells are islands, that decides two thirds of the variables which
probing leaves open, and then a sweep takes a second where none ended before. On crowded boards windows have many models, and little
is forced; the first few show that, and it ends.

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
from hashicnf.windows.calls import Calls, open_session
from hashicnf.windows.effort import Effort
from hashicnf.windows.parts import ClosedParts
from hashicnf.windows.state import Problem, State
from hashicnf.windows.subformula import window_clauses
from hashicnf.windows.tiles import Tiling
from hashicnf.windows.trees import Cycles

# While nothing is decided but what holds in all models, so do their cuts. Parity finds 40 more literals of 21,715, in half the
# time again; a share is a wish.
RULES: Final = (ClosedParts, Cycles)


def with_backbones(problem: Problem, value: Ints, tiling: Tiling, effort: Effort) -> Ints | None:
    """Find more of what holds in all models: 1, -1 or (open) 0, int32[v + 1]; None if there is no model.

    ``value`` is what is known before. The board is searched window by window, as long as enough is found.
    """
    problem = replace(problem, rules=tuple(rule for rule in problem.rules if isinstance(rule, RULES)))
    state = State(problem, value, tiling(problem.demands.settings.backbones.nodes_per_tile))
    if state.refuted or not _decide_all(state, effort):
        return None
    return state.assignment.value()


def _decide_all(state: State, effort: Effort) -> bool:
    """Decide the backbones of all windows, as long as that pays; return False if one has no model."""
    settings, calls = state.demands.settings.backbones, Calls(state, effort)
    credit: float = settings.head_start
    size, margin = settings.interior, settings.margin
    for top, left in state.tiles.corners(size):
        if effort.is_used_up() or credit <= 0:
            break
        asked = _open(state, state.tiles.rectangle(top, top + size, left, left + size))
        if not len(asked):
            continue
        window = state.tiles.rectangle(top - margin, top + size + margin, left - margin, left + size + margin)
        before = effort.spent
        with open_session(effort.stats) as session:
            fixed = _OpenWindow(state, session, calls, window).backbone(asked, credit)
        state.subformula.clear()
        if fixed is None:
            return False
        state.assignment.decide(np.abs(fixed), fixed > 0)
        credit += settings.price * len(fixed) - (effort.spent - before)
    return True


def _open(state: State, tiles: Ints) -> Ints:
    """List the undecided variables of some tiles, int32[k]."""
    variables = state.variables.within(tiles)
    undecided: Ints = variables[~state.assignment.decided[variables]]
    return undecided


class _OpenWindow:
    """A window with all around it open: a session with its clauses, and the rules that see what it closes off."""

    def __init__(self, state: State, session: AssumingSession, calls: Calls, tiles: Ints) -> None:
        """Give the session the clauses of some tiles."""
        self._state, self._session, self._calls = state, session, calls
        self._settings = state.demands.settings.backbones
        self._spent, self._known = 0, 0
        with calls.stats.phase("load"):
            self._add(calls.take(tiles))
        self._open = _open(state, tiles)
        self._number = state.subformula.number(self._open)
        session.prefer(-self._number)  # names them all: some stand in no clause
        with calls.stats.phase("refine"):
            self._rules = state.rules_near(*state.tiles.rectangle_around(tiles))

    def backbone(self, variables: Ints, credit: float) -> Ints | None:
        """Find literals, int32[k], that hold in all models: those of some variables, and what follows; None if there is no model.

        Those that are not decided are left when the ``credit`` of conflicts, and the price of the literals found, are spent.
        """
        verdict = self._ask(NO_LITERALS, self._settings.first)
        if not isinstance(verdict, Sat):
            return None if isinstance(verdict, Unsat) else NO_LITERALS
        numbers = self._state.subformula.number(variables)
        waiting, fixed = dict.fromkeys(literals_of(verdict.model, numbers).tolist()), set[int]()
        while waiting and self._spent < self._allowed(credit, len(fixed)) and not self._calls.effort.is_used_up():
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
        """Return how many conflicts may be spent in this window when so many literals are found."""
        return min(self._settings.conflicts, credit + self._settings.price * found)

    def _holds(self, literal: int, waiting: dict[int, None]) -> bool:
        """Return whether a literal is seen to hold in all models; a model in which it fails rules out some that are ``waiting``."""
        if self._session.implied(-literal) is None:
            return True
        # a model far from the first rules out more
        self._session.prefer(-np.array([literal, *waiting], dtype=np.int32))
        verdict = self._ask(np.array([-literal], dtype=np.int32), self._settings.each)
        if isinstance(verdict, Sat):
            for other in [other for other in waiting if verdict.model[abs(other)] != (other > 0)]:
                del waiting[other]
        return isinstance(verdict, Unsat)

    def _ask(self, assumed: Ints, conflicts: int) -> Verdict:
        """Call the solver until a model breaks no rule, or so many conflicts are spent."""
        while conflicts > 0 and not self._calls.effort.is_used_up():
            verdict, spent = self._calls.ask(self._session, assumed, conflicts)
            conflicts -= spent
            self._spent += spent
            if not isinstance(verdict, Sat):
                return verdict
            with self._calls.stats.phase("refine"):
                cuts = self._cuts(verdict.model[self._number])
            if not cuts:
                return verdict
            self._add(cuts)
        return Unknown()

    def _add(self, blocks: list[Clauses]) -> None:
        """Give the session clauses, and what is decided of the variables that are new in them."""
        held = self._state.held()
        self._session.add([*blocks, window_clauses(held[np.abs(held) >= self._known][:, None])])
        self._known = len(self._state.subformula.originals)

    def _cuts(self, values: Bools) -> list[Clauses]:
        """Write clauses against what values of the open variables, bool[k], break."""
        state = self._state
        state.assignment.decide(self._open, values)
        cuts = [cut for rule in self._rules for cut in rule.violated(state.assignment, self._open)]
        state.assignment.forget(self._open)
        return [block for cut in cuts for block in state.subformula.write_cut(cut, NO_LITERALS)]
