"""A DPLL session: the search itself.

The search ends as soon as every clause is satisfied, whatever the branching rule; with theories, all variables that concern them
must be decided. There is no rule of pure literals.

A *level* is a decision on the path from the root to the current node. It is open until a conflict flips it; then its other value is
implied by the clause that is added to the proof at that moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np

from hashicnf.arrays.blocking import in_pieces
from hashicnf.backends import require_conflicts, unit
from hashicnf.backends.dpll.branching import RULES, Branching, default_branching, first, material_of
from hashicnf.backends.dpll.clauses import DECIDED, NO_CONFLICT, ClauseBase
from hashicnf.backends.dpll.cores import Question, decisions_behind
from hashicnf.backends.dpll.cuts import Cuts
from hashicnf.backends.dpll.recording import DpllFigures, ProofLog, Recorder
from hashicnf.core.constraints import Cardinality, Clauses
from hashicnf.core.limits import NO_LIMITS, Limits, Meter
from hashicnf.core.progress import Progress
from hashicnf.logic import INTERRUPTED, Bools, Ints, Sat, Unknown, Unsat, Verdict
from hashicnf.propagation.codes import NOTHING, code, codes_of, literal
from hashicnf.propagation.theory import Explained, Theory
from hashicnf.trace import SILENT, Tracer


@dataclass(slots=True)
class Level:
    """A decision: the length of the trail before it, its code, and whether it has been flipped.

    An assumption counts as flipped, since its other value is not tried. ``behind`` are the decided codes that imply the flip; they
    are collected only under assumptions.
    """

    before: int
    code: int
    flipped: bool
    behind: frozenset[int] = frozenset()


class DpllSession:
    """A DPLL solver over ``variables`` variables; see the package.

    The default ``branching`` depends on whether there are ``groups``. ``theories`` are examined during the search. With
    ``log_proof``, an Unsat verdict has the DRUP lines of a proof from the clauses added and ``axioms``, the clauses of the
    theories. ``limits`` apply to the session as a whole, from its creation on; memory is not limited.
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
        statistics: DpllFigures | None = None,
    ) -> None:
        """Start without clauses; the time limit starts here. ``statistics`` are those of earlier sessions, which are continued."""
        self.variables, self.statistics = variables, DpllFigures() if statistics is None else statistics
        self._branching, self._meter = branching, Meter(limits, progress, self.statistics)
        self._base = ClauseBase()
        self._cuts = Cuts(self._base)
        self._groups: tuple[Cardinality, ...] = ()
        self._preferred: dict[int, int] = {}
        self._question: Question | None = None
        self._blocks: list[Clauses] = []
        self._levels: list[Level] = []
        self._log = ProofLog() if log_proof else None
        self._recorder = Recorder(tracer, self._base) if tracer.active else None
        self.guide(theories, groups)

    @property
    def axioms(self) -> tuple[Clauses, ...]:
        """Return the clauses of theories in order, a block each."""
        return tuple(self._cuts.axioms)

    def guide(self, theories: Iterable[Theory], groups: Iterable[Cardinality]) -> None:
        """Add theories, and constraints for branching by saturation."""
        self._restart()
        self._cuts.attach(theories)
        self._groups += tuple(groups)
        counted = (int(np.abs(group.lits).max(initial=0)) for group in self._groups)
        self._base.reserve(max((*counted, *(c >> 1 for c in self._cuts.concerns)), default=0))

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses, also between calls of ``solve``; past the deadline, when no search begins, the rest is left out."""
        self._restart()
        for block in blocks:
            self._blocks.append(block)
            if self._recorder:
                self._recorder.block(block)
            for _, rows in in_pieces(block.rows):
                if self._meter.overdue():
                    return
                for clause in codes_of(rows).tolist():
                    self._base.add(clause)

    def solve(self) -> Verdict:
        """Search for a model. Ctrl-C ends the search with Unknown; ``statistics`` are complete in any case."""
        verdict = self._decided()
        return Sat(verdict.model[: self.variables + 1]) if isinstance(verdict, Sat) else verdict

    def assume(self, literals: Ints, conflicts: int | None = None) -> Verdict:
        """Search for a model under assumptions, int32[a], which are decided first, within so many conflicts (None: no limit).

        The model has an entry for every variable that occurred so far. No proof is written: its last line would be the core.
        """
        require_conflicts(conflicts)
        question = Question(tuple(codes_of(literals).tolist()), conflicts, self.statistics.conflicts)
        self._base.reserve(max(question.assumptions, default=0) >> 1)
        log, self._log, self._question = self._log, None, question
        try:
            verdict = self._decided()
        finally:
            self._log, self._question = log, None
        return Unsat(core=_literals(question.core)) if isinstance(verdict, Unsat) else verdict

    def prefer(self, literals: Ints) -> None:
        """Set the preferred phases, int32[p]: the values that decisions try first, instead of those of the branching rule."""
        self._preferred.update((wanted >> 1, wanted) for wanted in codes_of(literals).tolist())

    def implied(self, literal: int) -> set[int] | None:
        """Return the literals implied by a literal through clauses alone, itself included; None on a contradiction.

        Raises GaveUp past the deadline, since clauses may have been left out.
        """
        if (stop := self._meter.overdue()) is not None:
            raise stop.error()
        self._restart()
        base, wanted = self._base, code(literal)
        base.reserve(wanted >> 1)
        base.is_torn = True  # until the end, in case of Ctrl-C
        consistent = base.assume_units() == NO_CONFLICT and base.propagate() == NO_CONFLICT
        facts = len(base.trail)
        if consistent and not base.truth[wanted] and not base.truth[wanted ^ 1]:
            base.assign(wanted, DECIDED)
            consistent = base.propagate() == NO_CONFLICT
        consistent = consistent and not base.truth[wanted ^ 1]
        base.is_torn = False
        return {literal, *_literals(base.trail[facts:]).tolist()} if consistent else None

    def assert_literal(self, literal: int) -> None:
        """Add a clause of one literal."""
        self.add([unit(literal)])

    def conflicts(self) -> int:
        """Return the number of conflicts of all searches so far."""
        return self.statistics.conflicts

    def _decided(self) -> Verdict:
        """Search from the root, then finish the statistics and the trace."""
        self._restart()
        try:
            branching = self._branching or RULES.get(default_branching(has_groups=bool(self._groups)))
            verdict = self._search(branching)
        except KeyboardInterrupt:
            self._base.is_torn = True
            verdict = Unknown(INTERRUPTED)
        self._meter.finish()
        if self._recorder:
            self._recorder.end(verdict, self.statistics)
        return verdict

    def _search(self, branching: Branching) -> Verdict:
        """Run the DPLL loop, if there is time for it."""
        if (stop := self._meter.overdue()) is not None:
            return Unknown(stop)
        material = material_of(self._blocks, self._cuts.concerns, self._groups)
        choose, otherwise = branching.prepared(material), first.prepare(material)
        if not self._begin():
            return self._unsat()
        while True:
            if (conflict := self._close()) != NO_CONFLICT:
                if not self._backtrack(conflict):
                    return self._unsat()
                if self._question and (late := self._question.limit(self.statistics.conflicts)):
                    return late
                continue
            is_done = not self._cuts and self._base.is_satisfied()
            decision = NOTHING if is_done else choose(self._base.truth) or otherwise(self._base.truth)
            if decision == NOTHING:
                return Sat(self._model())
            if (stop := self._meter.step()) is not None:
                return Unknown(stop)
            self._decide(self._preferred.get(decision >> 1, decision))

    def _begin(self) -> bool:
        """Assign unit clauses, then the assumptions of a call; return False if they contradict each other."""
        conflict = self._base.assume_units()
        self.statistics.propagated += len(self._base.trail)
        if conflict != NO_CONFLICT:
            self._note(conflict)
            return False
        if (question := self._question) is None:
            return True
        for assumed in question.assumptions:
            if (conflict := self._close()) != NO_CONFLICT:
                return self._backtrack(conflict)  # assumptions have no other value
            if self._base.truth[assumed ^ 1]:
                question.core = decisions_behind(self._base, [assumed ^ 1], {}) | {assumed}
                return False
            if not self._base.truth[assumed]:
                self._decide(assumed, flipped=True)
        return True

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
        """Add a clause of a theory and propagate it; return it if it is false, otherwise NO_CONFLICT."""
        index, is_new = self._cuts.keep(theory, explained)
        if is_new:
            self.statistics.cuts += 1
            if self._recorder:
                self._recorder.cut(index, theory, explained)
        before = len(self._base.trail)
        conflict = self._base.enforce(index)
        self.statistics.propagated += len(self._base.trail) - before
        return conflict

    def _decide(self, decision: int, *, flipped: bool = False) -> None:
        """Open a level."""
        self._levels.append(Level(len(self._base.trail), decision, flipped))
        self.statistics.generated += 1
        self.statistics.depth = max(self.statistics.depth, len(self._levels))
        if self._recorder:
            self._recorder.decide(decision, 1)
        self._base.assign(decision, DECIDED)

    def _backtrack(self, conflict: int) -> bool:
        """Backtrack to the last decision that is not flipped, and flip it; return False if there is none."""
        self._note(conflict)
        behind = self._behind(conflict)
        while self._levels:
            level = self._levels[-1]
            self._back_to(level.before)
            if not level.flipped:
                level.flipped, level.behind = True, behind - {level.code}
                self.statistics.generated += 1
                if self._recorder:
                    self._recorder.flip(level.code ^ 1)
                self._base.assign(level.code ^ 1, DECIDED)
                return True
            self._levels.pop()
            if self._recorder:
                self._recorder.close()
        if self._question:
            self._question.core = behind
        return False

    def _behind(self, conflict: int) -> frozenset[int]:
        """Return the decided codes that imply a conflict; none without assumptions."""
        if not self._question:
            return frozenset()
        flipped = {level.code ^ 1: level.behind for level in self._levels if level.flipped}
        return decisions_behind(self._base, (c ^ 1 for c in self._base.clauses[conflict]), flipped)

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
        values = self._base.truth[2::2]
        model = np.zeros(max(self.variables, len(values)) + 1, dtype=np.bool_)
        model[1 : len(values) + 1] = values
        return model

    def _unsat(self) -> Unsat:
        return Unsat(tuple(self._log.lines) if self._log else None)

    def __enter__(self) -> Self:
        """Start using the session."""
        return self

    def __exit__(self, *problem: object) -> None:
        """Do nothing: there is nothing to free."""


def _literals(codes: Iterable[int]) -> Ints:
    """Return codes as literals, int32[k], sorted by their variables."""
    return np.array(sorted(map(literal, codes), key=abs), dtype=np.int32)
