"""The lazy loop: a formula in a solver, with the rules that its clauses leave open.

If a model breaks such a rule, clauses that exclude it are added, and the solver is called again, until a model satisfies all rules
or there is none. The clauses are kept, so later calls profit from earlier ones. Models are not trusted: a model that violates the
clauses of an earlier round raises an error, instead of making the loop endless.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from types import TracebackType
from typing import Final, Self

import numpy as np

from hashicnf.arrays.blocking import in_pieces
from hashicnf.backends import (
    AssumingSession,
    BestSoFar,
    can_assume,
    can_be_guided,
    can_count,
    is_native,
    is_out_of_conflicts,
    out_of_conflicts,
    require_conflicts,
)
from hashicnf.backends.choose import has, open_session
from hashicnf.core.constraints import Clauses, Formula, count_by_rule
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.errors import InternalError, SolverFailed, UsageError
from hashicnf.logic import NO_LITERALS, Bools, Ints, Sat, Unknown, Unsat, Verdict, literals_of, resized, truth
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.distinct_models import require_distinct
from hashicnf.solving.flat import ASKED, FlatClauses, differing

LEAST_PATIENCE: Final = 100  # least limit of conflicts of a search for another solution
MOST_PATIENCE: Final = 5_000  # largest limit of it: a quarter of a second
ROUND: Final = 20  # conflicts of a budget per round: a round with hardly any takes as long
LEAST_ROUNDS: Final = 100  # of a budget
FEW_NODES: Final = 800  # nodes of a board up to which the loop mostly solves it at once, so windows have no advantage


class LazyLoop:
    """A compiled puzzle in a solver that can be called repeatedly; a context manager that opens the solver and frees it.

    ``cuts`` are the clauses that refinement has added: every solution satisfies them, so they may be added to any other solver of
    the same formula. ``added`` are the clauses of ``add`` and ``exclude``.
    """

    def __init__(self, compiled: Compiled, solver: str, deadline: Deadline = NEVER, stats: Stats | None = None) -> None:
        """Store the formula, and the name of the solver, which is opened when the context is entered."""
        self.solver, self.cuts, self.added = solver, list[Clauses](), list[Clauses]()
        self.compiled, self.deadline = compiled, deadline
        self._formula, self._stats = compiled.formula, stats or Stats(solver)
        self._size = self._formula.variables.count + 1
        self._asked: FlatClauses | None = None  # the clauses of ``add``
        self._excluded: set[bytes] = set()  # excluded solutions; checking as many clauses would take ever longer
        self._climbs = self._is_noted = self._is_open = False
        self._resources = ExitStack()

    def _open(self) -> None:
        """Open the solver and load the formula; if loading fails, free the solver."""
        with self._stats.phase("load"), ExitStack() as opened:
            self._session = opened.enter_context(open_session(self.solver, self._size - 1, self.deadline))
            self._aside = Aside(self._formula, has_others=bool(self.compiled.native))
            self._session.add(self._aside.others)
            if self.compiled.native:
                self._add_native()
            if can_be_guided(self._session):
                self._session.guide(self.compiled.theories, self.compiled.counted)
                self._session.add(self._aside.fetched(self._formula.blocks))
            if self._climbs:
                self.prefer(NO_LITERALS)
            self._resources, self._is_open = opened.pop_all(), True

    def _add_native(self) -> None:
        """Load the constraints that are not encoded. Raises UsageError if the solver takes only clauses."""
        from hashicnf.passes.native import counted

        if not is_native(self._session):
            raise UsageError(f"{self.solver} takes only clauses")
        clauses, rows = counted(self.compiled.native)
        self._session.add(clauses)
        self._session.add_counts(rows)

    def __enter__(self) -> Self:
        """Open the solver and load the formula. Raises UsageError, SolverMissing."""
        self._open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Free the solver; unless an error ends the loop, add its counters to the figures."""
        if kind is None:
            self._note()
        self._resources.__exit__(kind, error, trace)

    def _note(self) -> None:
        """Add the counters of the solver to the figures, once: before a search for another solution, or at the end."""
        if not self._is_noted and can_count(self._session):
            self._is_noted = True
            self._stats.count(self._session.counters())

    def hand_over(self, solver: str) -> None:
        """Replace the solver by another one with the same clauses. Raises UsageError, SolverMissing."""
        if solver == self.solver:
            return
        was_noted = self._is_noted
        self._note()
        self._resources.close()
        self.solver = self._stats.solver = solver
        self._open()
        self._is_noted = was_noted
        self._load([*self.cuts, *self.added])

    @property
    def formula(self) -> Formula:
        """Return the formula that was loaded, without the clauses added later."""
        return self._formula

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses for all later calls."""
        new = list(blocks)
        self._load(new)
        self.added += new
        self._asked = self._asked or FlatClauses()
        self._asked.add(new)

    def auxiliaries(self, count: int) -> Ints:
        """Return new variables, int32[count], for example selectors of clauses. Models have values for them too."""
        new = np.arange(self._size, self._size + count, dtype=np.int32)
        self._size += count
        return new

    def prefer(self, literals: Ints) -> None:
        """Set the preferred phases, int32[p]. Raises UsageError if the solver does not support phases."""
        self._assuming().prefer(literals)

    def stay_near(self, model: Bools) -> None:
        """Search for the next model near this one, which may be from another solver. Raises UsageError as ``prefer`` does."""
        self.prefer(literals_of(model, self.open))

    def climb(self) -> None:
        """From now on, search for each model near the model with the fewest broken rules so far in the call.

        Its values of the problem's variables become the preferred phases; by default a solver prefers its last model, even if that
        broke many rules. Raises UsageError, here or when the solver is opened, if it does not support phases.
        """
        self._climbs = True
        if self._is_open:
            self.prefer(NO_LITERALS)

    def conflicts(self) -> int:
        """Return the number of conflicts of all calls so far. Raises UsageError if the solver does not count them."""
        return self._assuming().conflicts()

    def refuted(self, literals: Ints) -> Ints:
        """Return those of some literals, int32[k], from which unit propagation derives a contradiction.

        Raises UsageError if the solver cannot propagate only.
        """
        session = self._assuming()
        self._load(self._aside.fetched([Clauses.units(literals, ASKED)]))
        return literals[[session.implied(literal) is None for literal in literals.tolist()]]

    @property
    def rounds(self) -> int:
        """Return the number of rounds so far, as in the figures."""
        return self._stats.rounds

    def ask(
        self, assumptions: Ints = NO_LITERALS, conflicts: int | None = None, rounds: float = float("inf")
    ) -> Verdict:
        """Find a model of all clauses and rules, bool[V + 1] followed by the auxiliaries, under assumptions int32[a].

        Returns Unknown after so many conflicts in all rounds together (None: no limit), and if these are limited after so many
        ``rounds``. ``Unsat.core`` lists assumptions that contradict each other. Raises UsageError if the solver does not support
        assumptions or limits, SolverFailed if its answer is wrong.
        """
        end, most = None, self.rounds + rounds
        if conflicts is not None:
            require_conflicts(conflicts)
            end = self.conflicts() + conflicts
        last: FlatClauses | None = None  # the cuts of the round before
        best = BestSoFar()
        if len(assumptions):
            self._load(self._aside.fetched([Clauses.units(assumptions, ASKED)]))
        while True:
            with self._stats.phase("search"):
                verdict = self._round(assumptions, 0 if end is not None and self.rounds >= most else end)
            self._stats.rounds += 1
            if not isinstance(verdict, Sat):
                return _of_all_rounds(verdict, assumptions, conflicts)
            model = self._whole(verdict.model)
            with self._stats.phase("refine"):
                self._require(last is None or last.hold(model))
                if not (cuts := self._formula.claim.refine(model)):
                    self._require(self._asked is None or self._asked.hold(model))
                    self._require(not self._excluded or self._solution_of(model) not in self._excluded)
                    self._require(bool(truth(model, assumptions).all()))
                    return Sat(model)
                last = FlatClauses(cuts)
                if last.hold(model):
                    raise InternalError("the clauses that should exclude a disconnected model allow it")
            self._count(cuts)
            self._load(cuts)
            if self._climbs:
                self.prefer(best.after(cuts, model, self.open))

    @cached_property
    def open(self) -> Ints:
        """Return the problem's own variables that no unit clause fixes, int32[k]: two solutions differ in some of them."""
        return self._formula.undecided(self.compiled.problem)

    def exclude(self, model: Bools) -> None:
        """Exclude the solution of a model from all later calls; a loop that climbs searches for the next one near it."""
        block = differing(model, self.open)
        self._load([block])
        self.added.append(block)
        self._excluded.add(self._solution_of(model))
        if self._climbs:
            self.stay_near(model)

    def _solution_of(self, model: Bools) -> bytes:
        """Return the values of the ``open`` variables in a model, as bits."""
        return np.packbits(model[self.open]).tobytes()

    def has_another(self, model: Bools, least: int) -> bool | None:
        """Return whether there is a model of another solution; None if undecided.

        The limit is the number of conflicts of all calls so far, but at least ``least`` and at most ``MOST_PATIENCE``; solvers that
        do not count conflicts are not called. The given solution is excluded from later calls. The figures of the loop do not
        change.
        """
        if not len(self.open):
            return False
        if not has(self.solver, "conflict limits"):
            return None
        self._note()
        self._stats, kept = Stats(self.solver), self._stats
        try:
            self.exclude(model)
            verdict = self.ask(conflicts=max(least, min(self.conflicts(), MOST_PATIENCE)))
        finally:
            self._stats = kept
        if isinstance(verdict, Sat):
            require_distinct(self.compiled, model, verdict.model)
        return None if isinstance(verdict, Unknown) else isinstance(verdict, Sat)

    def _round(self, assumptions: Ints, end: int | None) -> Verdict:
        """Call the solver once, up to the conflict number ``end``."""
        has_auxiliaries = self._size > self._formula.variables.count + 1  # which a model of ``solve`` may leave out
        if not len(assumptions) and end is None and not has_auxiliaries:
            return self._session.solve()
        left = None if end is None else end - self.conflicts()
        return out_of_conflicts(0) if left is not None and left < 1 else self._assuming().assume(assumptions, left)

    def _load(self, blocks: list[Clauses]) -> None:
        with self._stats.phase("load"):
            self._session.add([*self._aside.fetched(blocks), *blocks])

    def _assuming(self) -> AssumingSession:
        if can_assume(self._session):
            return self._session
        raise _asked_once(self.solver)

    def _whole(self, model: Bools) -> Bools:
        """Return a model with a value for each variable of the formula, also for those that the solver has not seen."""
        whole = resized(model, self._size - 1)
        self._aside.complete(whole)
        return whole

    def _require(self, holds: bool) -> None:
        """Raise SolverFailed if a condition on a model does not hold, since no solver is trusted."""
        if not holds:
            raise SolverFailed(f"{self.solver} returned a model that breaks clauses it was given")

    def _count(self, cuts: list[Clauses]) -> None:
        self.cuts += cuts
        self._stats.count_clauses({f"{rule} cuts": number for rule, number in count_by_rule(cuts).items()})
        self._stats.cuts += sum(map(len, cuts))


def rounds_for(conflicts: int) -> int:
    """Return the most rounds of a budget of conflicts: some graphs take thousands, each with one cut and hardly any conflict."""
    return max(LEAST_ROUNDS, conflicts // ROUND)


def _asked_once(solver: str) -> UsageError:
    """Return the error for a solver that does not support assumptions; it names solvers that do."""
    from hashicnf.backends.abilities import abilities, solvers, use_instead
    from hashicnf.backends.choose import DEFAULT_SOLVER, OWN_SOLVER

    able = [name for name in solvers() if not abilities(name).lacks]
    advice = use_instead(solver, able, [DEFAULT_SOLVER, OWN_SOLVER])
    return UsageError(f"{solver} takes no assumptions, phases or limits of conflicts, which this needs; {advice}")


def _of_all_rounds(verdict: Unsat | Unknown, assumptions: Ints, conflicts: int | None) -> Verdict:
    """Return the verdict of a call from that of its last round: with the limit of all rounds, and a core only with assumptions."""
    if is_out_of_conflicts(verdict) and conflicts is not None:
        return out_of_conflicts(conflicts)
    if isinstance(verdict, Unsat) and not len(assumptions):
        return replace(verdict, core=None)
    return verdict


class Aside:
    """Unit clauses whose variables occur in no other constraint: half of a simplified formula.

    They are not loaded into the solver, since these literals are true in any case. They are loaded when a later clause contains one
    of the variables. ``others`` are the clauses for the solver.
    """

    def __init__(self, formula: Formula, *, has_others: bool = False) -> None:
        """Set aside the blocks of unit clauses whose variables occur only once; none if the formula ``has_others`` than clauses."""
        units = [] if has_others else [block for block in formula.blocks if block.width == 1]
        self.others = [block for block in formula.blocks if block.width != 1] if units else [*formula.blocks]
        self._is_held = np.zeros(formula.variables.count + 1, dtype=np.bool_)
        self._held: list[Clauses] = []
        if not units:
            return
        variables = [np.abs(block.lits[:, 0]) for block in units]
        times = np.bincount(np.concatenate(variables), minlength=len(self._is_held))
        is_free = times == 1
        for mentioned in self._mentioned(self.others):
            is_free[mentioned] = False
        for block, some in zip(units, variables, strict=True):
            is_alone = bool(is_free[some].all())
            (self._held if is_alone else self.others).append(block)
            self._is_held[some] = is_alone

    def fetched(self, blocks: Iterable[Clauses]) -> list[Clauses]:
        """Return the clauses to load before ``blocks``: all clauses set aside, if one of their variables occurs in ``blocks``."""
        if not self._held or not any(self._is_held[mentioned].any() for mentioned in self._mentioned(blocks)):
            return []
        found, self._held = self._held, []
        return found

    def complete(self, model: Bools) -> None:
        """Set the values of the variables set aside in a model, bool[V + 1 or more]."""
        for block in self._held:
            literals = block.lits[:, 0]
            model[np.abs(literals)] = literals > 0

    def _mentioned(self, blocks: Iterable[Clauses]) -> Iterator[Ints]:
        """Yield arrays of the formula's variables that occur in clauses, with repetitions."""
        for block in blocks:
            for _, lits in in_pieces(block.rows):
                variables = np.abs(lits)
                yield variables[variables < len(self._is_held)]
