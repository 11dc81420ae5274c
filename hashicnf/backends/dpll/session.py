"""A DPLL session: the search itself.

A *level* is a decision on the way from the root to where the search is. It is open until a conflict flips it; then the
other value is as good as forced, by the clause that the proof writes down at that moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

import numpy as np

from hashicnf.backends.dpll.branching import Branching, Choose, first, jeroslow_wang, material_of, saturation
from hashicnf.backends.dpll.clauses import DECIDED, NO_CONFLICT, ClauseBase
from hashicnf.backends.dpll.cuts import Cuts
from hashicnf.backends.dpll.recording import DpllStatistics, ProofLog, Recorder
from hashicnf.core.constraints import Cardinality, Clauses
from hashicnf.core.limits import Limits, Meter, Progress
from hashicnf.logic import INTERRUPTED, Bools, Sat, Unknown, Unsat, Verdict
from hashicnf.propagation.codes import NOTHING, codes_of, literal
from hashicnf.propagation.theory import Explained, Theory
from hashicnf.trace import SILENT, Tracer

NO_LIMITS: Final = Limits()


@dataclass(slots=True)
class Level:
    """A decision: how long the trail was before it, its code, and whether it has been flipped."""

    before: int
    code: int
    flipped: bool = False


class DpllSession:
    """A DPLL solver over ``variables`` variables; see the package.

    ``branching`` is saturation where there are ``groups``, else Jeroslow-Wang, unless given. ``theories`` are asked during the
    search. With ``log_proof`` an Unsat verdict carries the DRUP lines of a proof from the clauses added and ``axioms``, the clauses
    of the theories. ``limits`` hold for the session as a whole, from its creation on; there are no lists to limit the memory of.
    """

    def __init__(
        self,
        variables: int,
        *,
        branching: Branching | None = None,
        limits: Limits = NO_LIMITS,
        tracer: Tracer = SILENT,
        theories: Iterable[Theory] = (),
        groups: Iterable[Cardinality] = (),
        log_proof: bool = False,
        progress: Progress | None = None,
    ) -> None:
        """Start without clauses; the clock runs from here."""
        self.variables, self.statistics = variables, DpllStatistics()
        self._branching, self._meter = branching, Meter(limits, progress, self.statistics)
        self._base = ClauseBase()
        self._cuts = Cuts(self._base)
        self._groups: tuple[Cardinality, ...] = ()
        self._blocks: list[Clauses] = []
        self._levels: list[Level] = []
        self._log = ProofLog() if log_proof else None
        self._recorder = Recorder(tracer, self._base) if tracer.active else None
        self.guide(theories, groups)

    @property
    def axioms(self) -> tuple[Clauses, ...]:
        """List the clauses that theories gave, in the order in which they came, a block each."""
        return tuple(self._cuts.axioms)

    def guide(self, theories: Iterable[Theory], groups: Iterable[Cardinality]) -> None:
        """Take more theories, and more constraints for branching by saturation."""
        self._restart()
        self._cuts.attach(theories)
        self._groups += tuple(groups)
        counted = (int(np.abs(group.lits).max(initial=0)) for group in self._groups)
        self._base.reserve(max((*counted, *(c >> 1 for c in self._cuts.concerns)), default=0))

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses, also between calls of ``solve``."""
        self._restart()
        for block in blocks:
            self._blocks.append(block)
            if self._recorder:
                self._recorder.block(block)
            for clause in codes_of(block.lits).tolist():
                self._base.add(clause)

    def solve(self) -> Verdict:
        """Search for a model. Ctrl-C ends the search with Unknown; ``statistics`` are right in any case."""
        self._restart()
        branching = self._branching or (saturation if self._groups else jeroslow_wang).BRANCHING
        try:
            material = material_of(self._blocks, self._cuts.concerns, self._groups)
            verdict = self._search(branching.prepare(material), first.prepare(material))
        except KeyboardInterrupt:
            self._base.is_torn = True
            verdict = Unknown(INTERRUPTED)
        self._meter.finish()
        if self._recorder:
            self._recorder.end(verdict, self.statistics)
        return verdict

    def _search(self, choose: Choose, otherwise: Choose) -> Verdict:
        """Run the DPLL loop."""
        if (stop := self._meter.overdue()) is not None:
            return Unknown(stop)
        if (conflict := self._base.assume_units()) != NO_CONFLICT:
            self._note(conflict)
            return self._unsat()
        while True:
            if (conflict := self._close()) != NO_CONFLICT:
                if not self._backtrack(conflict):
                    return self._unsat()
                continue
            decision = choose(self._base.truth)
            if decision == NOTHING and self._cuts:
                decision = otherwise(self._base.truth)
            if decision == NOTHING:
                return Sat(self._model())
            if (stop := self._meter.step()) is not None:
                return Unknown(stop)
            self._decide(decision)

    def _close(self) -> int:
        """Propagate clauses and theories to a fixed point; return a false clause or NO_CONFLICT."""
        base = self._base
        while True:
            before = len(base.trail)
            conflict = base.propagate()
            self.statistics.propagated += len(base.trail) - before
            if self._recorder:
                self._recorder.forced()
            if conflict != NO_CONFLICT:
                return conflict
            answers = self._cuts.ask() if self._cuts else []
            if not answers:
                return NO_CONFLICT
            for theory, explained in answers:
                if (conflict := self._cut(theory, explained)) != NO_CONFLICT:
                    return conflict

    def _cut(self, theory: Theory, explained: Explained) -> int:
        """Keep a clause of a theory and draw its consequence; return it if it is false."""
        index, is_new = self._cuts.keep(theory, explained)
        if is_new:
            self.statistics.cuts += 1
            if self._recorder:
                self._recorder.cut(index, theory, explained)
        return self._base.enforce(index)

    def _decide(self, decision: int) -> None:
        """Open a level."""
        self._levels.append(Level(len(self._base.trail), decision))
        self.statistics.generated += 1
        self.statistics.depth = max(self.statistics.depth, len(self._levels))
        if self._recorder:
            self._recorder.decide(decision, 1)
        self._base.assign(decision, DECIDED)

    def _backtrack(self, conflict: int) -> bool:
        """Go back to the last decision that has another value left, and take it; False if there is none."""
        self._note(conflict)
        while self._levels:
            level = self._levels[-1]
            self._back_to(level.before)
            if not level.flipped:
                level.flipped = True
                self.statistics.generated += 1
                if self._recorder:
                    self._recorder.flip(level.code ^ 1)
                self._base.assign(level.code ^ 1, DECIDED)
                return True
            self._levels.pop()
            if self._recorder:
                self._recorder.close()
        return False

    def _note(self, conflict: int) -> None:
        """Count, log and trace a conflict."""
        self.statistics.conflicts += 1
        if self._log:
            self._log.conflict([literal(level.code) for level in self._levels if not level.flipped])
        if self._recorder:
            self._recorder.conflict(conflict)

    def _back_to(self, length: int) -> None:
        self._base.undo(length)
        self._cuts.undone(length)

    def _restart(self) -> None:
        """Return to the root."""
        self._levels.clear()
        self._back_to(0)
        if self._recorder:
            self._recorder.restart()

    def _model(self) -> Bools:
        model = np.zeros(self.variables + 1, dtype=np.bool_)
        values = self._base.truth[2::2]
        model[1 : len(values) + 1] = values
        return model

    def _unsat(self) -> Unsat:
        return Unsat(tuple(self._log.lines) if self._log else None)

    def __enter__(self) -> Self:
        """Start using the session."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is held that would need to be freed."""
