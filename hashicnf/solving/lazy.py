"""The lazy loop: a formula in a solver, with the rules that its clauses leave open.

A model that breaks such a rule is refined: clauses that exclude it are added, and the solver is asked again, until a model keeps
all or there is none. The clauses stay, so later questions start from what earlier ones paid for. Nothing is believed: a model that
ignores the clauses of an earlier round ends the loop with an error instead of turning it for ever.
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
    Climb,
    can_assume,
    can_be_guided,
    can_count,
    is_out_of_conflicts,
    out_of_conflicts,
    require_conflicts,
)
from hashicnf.backends.choose import open_session
from hashicnf.backends.pysat import counts_conflicts
from hashicnf.core.constraints import Clauses, Formula, count_by_rule
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.errors import InternalError, SolverFailed, UsageError
from hashicnf.logic import NO_LITERALS, Bools, Ints, Sat, Unknown, Unsat, Verdict, literals_of, resized, truth
from hashicnf.pipeline.compiled import Compiled
from hashicnf.solving.flat import ASKED, FlatClauses, differing

LEAST_PATIENCE: Final = 100  # conflicts of a look for another solution, where the first took fewer
MOST_PATIENCE: Final = 5_000  # where it took more: a quarter of a second
FEW_NODES: Final = 800  # of a board that the loop mostly solves at once; windows have no advantage up to here


class LazyLoop:
    """A compiled puzzle in a solver that can be asked again and again; a context manager that opens the solver and frees it.

    ``cuts`` are the clauses that refinement has added: every solution keeps them, so they may be given to any other solver of the
    same formula. ``added`` are those that came by ``add``.
    """

    def __init__(self, compiled: Compiled, solver: str, deadline: Deadline = NEVER, stats: Stats | None = None) -> None:
        """Take the formula, and the name of the solver that is opened when the loop is entered."""
        self.solver, self.cuts, self.added = solver, list[Clauses](), list[Clauses]()
        self._compiled, self._formula = compiled, compiled.formula
        self._deadline, self._stats = deadline, stats or Stats(solver)
        self._size = self._formula.variables.count + 1
        self._asked: FlatClauses | None = None  # what was added, end to end
        self._excluded: set[bytes] = set()  # to hold each model against as many clauses would take longer and longer
        self._climbs = self._is_noted = self._is_open = False
        self._resources = ExitStack()

    def _open(self) -> None:
        """Open the solver and load the formula; where that fails, the solver is freed."""
        with self._stats.phase("load"), ExitStack() as opened:
            self._session = opened.enter_context(open_session(self.solver, self._size - 1, self._deadline))
            self._aside = Aside(self._formula)
            self._session.add(self._aside.others)
            if can_be_guided(self._session):
                self._session.guide(self._compiled.theories, self._compiled.counted)
                self._session.add(self._aside.fetched(self._formula.blocks))
            if self._climbs:
                self.prefer(NO_LITERALS)
            self._resources, self._is_open = opened.pop_all(), True

    def __enter__(self) -> Self:
        """Open the solver and load the formula. Raises UsageError, SolverMissing."""
        self._open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Free the solver; unless an error ends the loop, note what it has counted."""
        if kind is None:
            self._note()
        self._resources.__exit__(kind, error, trace)

    def _note(self) -> None:
        """Put what the solver has counted into the figures, once: before it looks for another solution, or at the end."""
        if not self._is_noted and can_count(self._session):
            self._is_noted = True
            self._stats.count(self._session.counters())

    def hand_over(self, solver: str) -> None:
        """Let another solver take the place of this one, with all clauses that it was given. Raises UsageError, SolverMissing."""
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
        """Return the formula that was loaded, without what was added."""
        return self._formula

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses, which hold for all later questions."""
        new = list(blocks)
        self._load(new)
        self.added += new
        self._asked = self._asked or FlatClauses()
        self._asked.add(new)

    def auxiliaries(self, count: int) -> Ints:
        """Make new variables, int32[count], such as literals that switch clauses on. Models have values for them too."""
        new = np.arange(self._size, self._size + count, dtype=np.int32)
        self._size += count
        return new

    def prefer(self, literals: Ints) -> None:
        """Set the preferred phases, int32[p]. Raises UsageError where the solver has none."""
        self._assuming().prefer(literals)

    def climb(self) -> None:
        """From now on, look for each model of a question near the one before it that broke the fewest rules.

        Its values of the problem's variables become the preferred phases; a solver left alone prefers its last model, whatever that
        broke. A solver without phases raises UsageError, here or when it is opened.
        """
        self._climbs = True
        if self._is_open:
            self.prefer(NO_LITERALS)

    def conflicts(self) -> int:
        """Count the conflicts of all questions so far. Raises UsageError where the solver is no session of ours."""
        return self._assuming().conflicts()

    def refuted(self, literals: Ints) -> Ints:
        """Return those of some literals, int32[k], from which unit propagation runs into a contradiction.

        Raises UsageError where the solver cannot be asked so.
        """
        session = self._assuming()
        self._load(self._aside.fetched([Clauses.units(literals, ASKED)]))
        return literals[[session.implied(literal) is None for literal in literals.tolist()]]

    def ask(self, assumptions: Ints = NO_LITERALS, conflicts: int | None = None) -> Verdict:
        """Find a model, bool[V + 1] with the auxiliaries after it, that keeps all clauses and rules, under assumptions int32[a].

        Gives up after so many conflicts in all rounds together (None: never). ``Unsat.core`` lists assumptions that cannot hold
        together. Raises UsageError where the solver cannot be asked so, SolverFailed where it breaks its word.
        """
        end = None
        if conflicts is not None:
            require_conflicts(conflicts)
            end = self.conflicts() + conflicts
        last: FlatClauses | None = None  # the cuts of the round before
        climb = Climb()
        if len(assumptions):
            self._load(self._aside.fetched([Clauses.units(assumptions, ASKED)]))
        while True:
            with self._stats.phase("search"):
                verdict = self._round(assumptions, end)
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
                self.prefer(climb.after(cuts, model, self.open))

    @cached_property
    def open(self) -> Ints:
        """List the problem's own variables that no clause fixes, int32[k]: two solutions differ in some of them."""
        return self._formula.undecided(self._compiled.problem)

    def exclude(self, model: Bools) -> None:
        """Let every later model be of another solution; a loop that climbs looks for the next one near this."""
        block = differing(model, self.open)
        self._load([block])
        self.added.append(block)
        self._excluded.add(self._solution_of(model))
        if self._climbs:  # the model may be from elsewhere, and not known to the solver
            self.prefer(literals_of(model, self.open))

    def _solution_of(self, model: Bools) -> bytes:
        """Return the values of what is open in a model, as bits."""
        return np.packbits(model[self.open]).tobytes()

    def has_another(self, model: Bools, least: int = LEAST_PATIENCE) -> bool | None:
        """Return whether there is a model of another solution.

        None where that takes more conflicts than all questions so far (at least ``least``, at most ``MOST_PATIENCE``), or the
        solver does not count them. What comes after is asked of other models only. The figures of the loop stay as they are.
        """
        if not len(self.open):
            return False
        if not can_assume(self._session) or not counts_conflicts(self.solver):
            return None
        self._note()
        self._stats, kept = Stats(self.solver), self._stats
        try:
            self.exclude(model)
            verdict = self.ask(conflicts=max(least, min(self.conflicts(), MOST_PATIENCE)))
        finally:
            self._stats = kept
        return None if isinstance(verdict, Unknown) else isinstance(verdict, Sat)

    def _round(self, assumptions: Ints, end: int | None) -> Verdict:
        """Call the solver once, up to the conflict number ``end``."""
        if not len(assumptions) and end is None:
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
        """Give a model a value for each variable of the formula: the solver need not have met all."""
        whole = resized(model, self._size - 1)
        self._aside.complete(whole)
        return whole

    def _require(self, holds: bool) -> None:
        """Raise SolverFailed for a model that breaks clauses: no solver is believed."""
        if not holds:
            raise SolverFailed(f"{self.solver} returned a model that breaks clauses it was given")

    def _count(self, cuts: list[Clauses]) -> None:
        self.cuts += cuts
        for rule, number in count_by_rule(cuts).items():
            self._stats.clauses[f"{rule} cuts"] = self._stats.clauses.get(f"{rule} cuts", 0) + number
            self._stats.cuts += number


def _asked_once(solver: str) -> UsageError:
    """Make (not raise) the error for a solver that cannot be asked under assumptions; it names those that can."""
    from hashicnf.backends.choose import DEFAULT_SOLVER, OWN_SOLVER
    from hashicnf.backends.pysat import abilities, solvers, use_instead

    able = [name for name in solvers() if not abilities(name).lacks]
    advice = use_instead(solver, able, [DEFAULT_SOLVER, OWN_SOLVER])
    return UsageError(f"{solver} takes no assumptions, phases or limits of conflicts, which this needs; {advice}")


def _of_all_rounds(verdict: Unsat | Unknown, assumptions: Ints, conflicts: int | None) -> Verdict:
    """Return the verdict of a round as that of a question: its limit is that of all rounds, and it has a core if it assumed."""
    if is_out_of_conflicts(verdict) and conflicts is not None:
        return out_of_conflicts(conflicts)
    if isinstance(verdict, Unsat) and not len(assumptions):
        return replace(verdict, core=None)
    return verdict


class Aside:
    """Fixed variables that nothing else mentions: half of a simplified formula are clauses of one such literal.

    A solver need not see them: whatever it answers, these literals are true. It gets them as soon as something mentions one.
    ``others`` are the clauses for the solver.
    """

    def __init__(self, formula: Formula) -> None:
        """Set aside the blocks of single literals whose variables are mentioned once."""
        units = [block for block in formula.blocks if block.width == 1]
        self.others = [block for block in formula.blocks if block.width != 1]
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
        """Return what a solver needs before these clauses: all that is set aside, if one mentions any of it."""
        if not self._held or not any(self._is_held[mentioned].any() for mentioned in self._mentioned(blocks)):
            return []
        found, self._held = self._held, []
        return found

    def complete(self, model: Bools) -> None:
        """Give the variables that are set aside their values in a model, bool[V + 1 or more]."""
        for block in self._held:
            literals = block.lits[:, 0]
            model[np.abs(literals)] = literals > 0

    def _mentioned(self, blocks: Iterable[Clauses]) -> Iterator[Ints]:
        """Yield the variables of the formula that clauses mention, some of them several times."""
        for block in blocks:
            for _, lits in in_pieces(block.rows):
                variables = np.abs(lits)
                yield variables[variables < len(self._is_held)]
