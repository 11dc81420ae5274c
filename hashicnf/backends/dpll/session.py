"""A DPLL session: the search itself."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import Final, Self

import numpy as np

from hashicnf.backends.dpll._telling import Teller
from hashicnf.backends.dpll.branching import NOTHING, Branching, Choose, Material, first, jeroslow_wang
from hashicnf.backends.dpll.clauses import DECIDED, NO_CONFLICT, ClauseBase
from hashicnf.backends.dpll.levels import DpllStatistics, Level
from hashicnf.backends.dpll.proof import ProofLog
from hashicnf.constraints import Cardinality, Clauses
from hashicnf.effort import INTERRUPTED, Limits, Meter, Progress
from hashicnf.logic import Bools, Sat, Unknown, Unsat, Verdict
from hashicnf.theory import Explained, Theory, code, literal
from hashicnf.trace import SILENT, Tracer

NO_LIMITS: Final = Limits()


class DpllSession:
    """A DPLL solver over ``variables`` variables; see the package.

    ``theories`` are asked during the search, ``groups`` serve branching by saturation. With ``proof`` an Unsat verdict carries the
    DRUP lines, for the clauses added together with ``axioms``. The limits hold for each call of ``solve``; memory is not counted.
    """

    def __init__(
        self,
        variables: int,
        branching: Branching = jeroslow_wang.BRANCHING,
        *,
        theories: Iterable[Theory] = (),
        groups: Iterable[Cardinality] = (),
        limits: Limits = NO_LIMITS,
        proof: bool = False,
        tracer: Tracer = SILENT,
        progress: Progress | None = None,
    ) -> None:
        """Start without clauses."""
        self.variables, self.statistics = variables, DpllStatistics()
        self.axioms: list[Explained] = []
        self._branching, self._groups, self._limits, self._progress = branching, tuple(groups), limits, progress
        self._theories = tuple(theories)
        self._base = ClauseBase(variables)
        self._blocks: list[Clauses] = []
        self._short: list[int] = []
        self._known: dict[tuple[int, ...], int] = {}
        self._levels: list[Level] = []
        self._examined = -1
        self._log = ProofLog() if proof else None
        self._teller = Teller(tracer, self._base) if tracer.active else None

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses, also between calls of ``solve``."""
        self._restart()
        for block in blocks:
            self._blocks.append(block)
            if self._teller:
                self._teller.block(block)
            for clause in (np.abs(block.lits) * 2 + (block.lits < 0)).tolist():
                index = self._base.add(clause)
                if len(self._base.clauses[index]) < 2:
                    self._short.append(index)

    def solve(self) -> Verdict:
        """Search for a model. Ctrl-C ends the search with Unknown; ``statistics`` are right in any case."""
        self._restart()
        self.statistics = DpllStatistics()
        meter = Meter(self._limits, self._progress, self.statistics)
        choose = self._branching.prepare(Material(self.variables, tuple(self._blocks), self._groups))
        try:
            verdict = self._search(choose, meter)
        except KeyboardInterrupt:
            verdict = Unknown(INTERRUPTED.reason)
        meter.finish()
        if self._teller:
            self._teller.end(verdict, self.statistics)
        return verdict

    def _search(self, choose: Choose, meter: Meter) -> Verdict:
        """Decide, propagate, turn round."""
        otherwise = first.prepare(Material(self.variables, ()))
        if (conflict := self._assume_units()) != NO_CONFLICT:
            self._note(conflict)
            return self._unsat()
        while True:
            if (conflict := self._close()) != NO_CONFLICT:
                if not self._turn(conflict):
                    return self._unsat()
                continue
            decision = choose(self._base.truth)
            if decision == NOTHING and self._theories:
                decision = otherwise(self._base.truth)
            if decision == NOTHING:
                return Sat(self._model())
            if (stop := meter.step()) is not None:
                return Unknown(stop.reason)
            self._decide(decision)

    def _assume_units(self) -> int:
        """Assign the clauses of one literal; return one that cannot be met, or NO_CONFLICT."""
        for index in self._short:
            if (conflict := self._enforce(index)) != NO_CONFLICT:
                return conflict
        return NO_CONFLICT

    def _enforce(self, index: int) -> int:
        """Assign the last undecided literal of a clause that has no true one; return it if it has neither."""
        is_true, free = self._base.state_of(self._base.clauses[index])
        if not is_true and not free:
            return index
        if not is_true and len(free) == 1:
            self._base.assign(free[0], index)
        return NO_CONFLICT

    def _close(self) -> int:
        """Propagate and ask the theories until nothing follows any more; return a false clause or NO_CONFLICT."""
        base = self._base
        while True:
            before = len(base.trail)
            conflict = base.propagate()
            self.statistics.propagated += len(base.trail) - before
            if self._teller:
                self._teller.forced()
            if conflict != NO_CONFLICT:
                return conflict
            answers = self._ask()
            if not answers:
                return NO_CONFLICT
            for origin_of, explained in answers:
                if (conflict := self._enforce(self._cut(origin_of, explained))) != NO_CONFLICT:
                    return conflict

    def _ask(self) -> list[tuple[Theory, Explained]]:
        """Examine each theory that something new concerns."""
        new, self._examined = self._base.trail[max(0, self._examined) :], len(self._base.trail)
        first_time = len(new) == len(self._base.trail)
        return [
            (theory, explained)
            for theory in self._theories
            if first_time or not theory.concerns.isdisjoint(new)
            for explained in theory.examine(self._base.truth)
        ]

    def _cut(self, theory: Theory, explained: Explained) -> int:
        """Keep a clause of a theory, once, and return its number."""
        key = tuple(sorted(explained.clause))
        if key not in self._known:
            self._known[key] = self._base.add(map(code, explained.clause))
            self.statistics.cuts += 1
            self.axioms.append(explained)
            if len(key) < 2:
                self._short.append(self._known[key])
            if self._teller:
                self._teller.cut(self._known[key], theory, explained)
        return self._known[key]

    def _decide(self, decision: int) -> None:
        """Open a level."""
        self._levels.append(Level(len(self._base.trail), decision))
        self.statistics.generated += 1
        self.statistics.depth = max(self.statistics.depth, len(self._levels))
        if self._teller:
            self._teller.decide(decision, 1)
        self._base.assign(decision, DECIDED)

    def _note(self, conflict: int) -> None:
        """Count, log and tell a conflict."""
        self.statistics.conflicts += 1
        if self._log:
            self._log.conflict([literal(level.code) for level in self._levels if not level.turned])
        if self._teller:
            self._teller.conflict(conflict)

    def _turn(self, conflict: int) -> bool:
        """Go back to the last decision that has another value left, and take it; False if there is none."""
        self._note(conflict)
        while self._levels:
            level = self._levels[-1]
            self._back_to(level.before)
            if not level.turned:
                level.turned = True
                self.statistics.generated += 1
                if self._teller:
                    self._teller.turn(level.code ^ 1)
                self._base.assign(level.code ^ 1, DECIDED)
                return True
            self._levels.pop()
            if self._teller:
                self._teller.close()
        return False

    def _back_to(self, length: int) -> None:
        self._base.undo(length)
        self._examined = min(self._examined, length)

    def _restart(self) -> None:
        self._levels.clear()
        self._back_to(0)
        self._examined = -1

    def _model(self) -> Bools:
        return np.array([False, *self._base.truth[2::2]], dtype=np.bool_)

    def _unsat(self) -> Unsat:
        return Unsat(tuple(self._log.lines) if self._log else None)

    def __enter__(self) -> Self:
        """Start using the session."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is held that would need to be freed."""
