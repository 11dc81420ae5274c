"""The solvers inside PySAT, by PySAT's names, in this process.

A C solver blocks the interpreter while it searches and cannot be killed; Ctrl-C and the time limit wait until the C code returns.
So that this does not take long, a search on the main thread starts with a limit of conflicts, within which nearly all searches end.
Beyond it, ``interruptible`` solvers continue in a thread, since they release the interpreter and can be interrupted; ``escalating``
solvers can only count conflicts, and continue in a child process; all others run in a child process (``child``) from the start.
``abilities`` has the facts about each solver, and ``choose`` selects the kind of session.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain, repeat
from struct import pack
from typing import Any, Final, Self

import numpy as np

from hashicnf.arrays.blocking import Rows
from hashicnf.backends import out_of_conflicts
from hashicnf.backends.abilities import abilities, accepted, counts_conflicts, require, require_counts, require_question
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.errors import SolverFailed, SolverMissing
from hashicnf.files.signals import InterruptsWait, on_main_thread, signals_wait
from hashicnf.logic import Ints, Sat, Unknown, Unsat, Verdict, model_of

CHUNK = 100_000
BRIEF: Final = 1_000  # conflicts of a search for which Ctrl-C may have to wait
SHORT: Final = 5_000  # the same where they limit the search: a thread costs as much as some hundred conflicts
TICK: Final = 0.2  # seconds between two checks for a signal that another thread has received
LARGE: Final = 50_000  # variables of a formula from which on so many conflicts take too long


ONE: Final = np.ones(1, dtype=np.int32)
HANDLE: Final = "PyCapsule"  # type of the attribute of PySAT's classes with the solver that its C functions take
MENTIONED: Final = Origin("mentioned", "variable")


class PysatSession:
    """An incremental PySAT solver over ``variables`` variables. Raises SolverMissing if it cannot be created."""

    def __init__(
        self, name: str, variables: int, deadline: Deadline = NEVER, settings: tuple[tuple[str, int], ...] = ()
    ) -> None:
        """Create the solver, with ``settings`` besides those of its abilities. Only interruptible solvers observe the deadline."""
        self.name, self.variables, self._deadline = name, variables, deadline
        self._contradiction = False
        self._waiting = InterruptsWait()
        self._settings = dict((*abilities(name).settings, *settings))
        self._kept: list[Clauses] | None = [] if abilities(name).one_shot else None
        self._has_searched = False
        self._make()
        self.add(mention(name, ONE))

    def _make(self) -> None:
        """Create the solver, without clauses."""
        from pysat.solvers import Solver

        try:
            self._solver: Any = Solver(name=accepted(self.name))
        except (NameError, ModuleNotFoundError, AssertionError) as problem:
            raise SolverMissing(f"PySAT cannot make the solver {self.name}: {problem}") from problem
        if self._settings:
            self._solver.configure(self._settings)
        self._append, self._propagate, self._add_at_most = (
            _direct(self.name, self._solver, call) for call in ("add_cl", "propagate", "add_am")
        )

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses, in chunks to keep lists of Python numbers short; past the deadline none."""
        if self._kept is not None:
            self._kept += (blocks := list(blocks))
            if self._has_searched:
                return
        self._load(blocks)

    def _load(self, blocks: Iterable[Clauses]) -> None:
        for block in blocks:
            if block.width == 0:
                self._contradiction |= len(block) > 0
            else:
                self._load_rows(block.rows)

    def _load_rows(self, rows: Rows) -> None:
        for start in range(0, len(rows), CHUNK):
            if self._deadline.is_past():  # for all later calls, so that no answer is based on a part of the clauses
                return
            clauses = rows[start : start + CHUNK].tolist()
            if self._append is None or not _each(self._append, clauses):
                self._solver.append_formula(clauses, no_return=True)  # also notes a contradiction

    def add_counts(self, counts: Iterable[tuple[Ints, int]]) -> None:
        """Add literals, int32[g, k], of which at most so many of a row may be true. Raises UsageError if it cannot."""
        require_counts(self.name)
        counting = list[tuple[Ints, int]]()
        for lits, most in counts:
            if most < 0:
                self._contradiction |= len(lits) > 0
            elif most == lits.shape[1] - 1:
                self._load_rows(-lits)
            elif most < lits.shape[1]:
                counting.append((lits, most))
        rows = chain.from_iterable(lits.tolist() for lits, _ in counting)
        bounds = chain.from_iterable(repeat(most, len(lits)) for lits, most in counting)
        if self._add_at_most is not None:
            _each(self._add_at_most, rows, bounds)
        else:
            for row, most in zip(rows, bounds, strict=True):
                self._solver.add_atmost(row, most)

    def solve(self) -> Verdict:
        """Decide the clauses. Raises SolverFailed if the solver fails, KeyboardInterrupt on Ctrl-C."""
        if self._kept is not None and self._has_searched:
            # a second search would crash it, so a new one gets all clauses
            self._solver.delete()
            self._make()
            self._load(self._kept)
        if self._contradiction:
            return Unsat()
        if self._deadline.is_past():
            return Unknown(self._deadline.stopped())
        self._has_searched = True
        satisfiable = self._run(lambda: self._decide((), None))
        return Unknown(self._deadline.stopped()) if satisfiable is None else self._verdict(satisfiable)

    @property
    def is_large(self) -> bool:
        """Return whether the formula, with all variables that were declared or added, is too large for a brief search."""
        return bool(max(self.variables, self._solver.nof_vars()) >= LARGE)

    def solve_briefly(self) -> Verdict:
        """Decide the clauses if this takes few conflicts, otherwise return Unknown; Ctrl-C has to wait."""
        if self._contradiction:
            return Unsat()
        if (brief := brief_limit(None, self.is_large)) is None:
            return Unknown()
        found = self._run(lambda: self._solve_here((), brief))
        return Unknown() if found is None else self._verdict(found)

    def _stays(self) -> bool:
        """Return whether a search stays in this thread: it could not be interrupted in another one, or need not be."""
        return not abilities(self.name).interruptible or not (on_main_thread() or self._deadline.seconds is not None)

    def _solve_in_thread(self, assumptions: Sequence[int], conflicts: int | None = None) -> bool | None:
        """Search in a thread; return None after so many conflicts (None: no limit) or at the deadline.

        A signal interrupts the search; if its handler does not raise, the search goes on.
        """
        left, before = conflicts, self.conflicts()
        while left is None or left > 0:
            found, is_interrupted = self._search_in_thread(assumptions, left)
            if found is not None or not is_interrupted:
                return found
            left = None if conflicts is None else conflicts - (self.conflicts() - before)
        return None

    def _search_in_thread(self, assumptions: Sequence[int], conflicts: int | None) -> tuple[bool | None, bool]:
        """Search in a thread; return the answer, and whether a signal came meanwhile, whose handler has not raised.

        Signals are deferred until the thread has ended: an exception would free a solver that is in use.
        """
        found: list[bool | BaseException | None] = []
        ended = threading.Lock()

        def work() -> None:
            try:
                found.append(self._solver.solve_limited(assumptions, expect_interrupt=True))
            except BaseException as problem:
                found.append(problem)
            ended.release()

        self._solver.conf_budget(-1 if conflicts is None else conflicts)
        ended.acquire()
        with signals_wait() as came:
            threading.Thread(target=work, daemon=True).start()
            try:
                while not (found or came or self._deadline.is_past()):
                    left = self._deadline.left()
                    ended.acquire(timeout=TICK if left is None else min(TICK, left))
            finally:
                if not found:
                    self._solver.interrupt()
                while not found:
                    ended.acquire(timeout=TICK)
                self._solver.clear_interrupt()
        if isinstance(found[0], BaseException):
            raise found[0]
        return found[0], bool(came)

    def _verdict(self, satisfiable: bool) -> Verdict:
        if not satisfiable:
            return Unsat()
        literals = self._literals()
        return Sat(model_of(literals[np.abs(literals) <= self.variables], self.variables))

    def _literals(self) -> Ints:
        """Return the true literals of the last model."""
        literals = self._solver.get_model() or ()
        return np.frombuffer(pack(f"{len(literals)}i", *literals), dtype=np.int32)  # in half the time of np.array

    def prefer(self, literals: Ints) -> None:
        """Set the preferred phases, int32[p]: the literals to try first in decisions."""
        require(self.name, "phases")
        self.add(mention(self.name, literals))
        self._run(lambda: self._solver.set_phases(literals.tolist()))

    def assume(self, literals: Ints, conflicts: int | None = None) -> Verdict:
        """Decide the clauses under assumptions, int32[a], within so many conflicts and the deadline.

        ``Unsat.core`` lists assumptions that contradict each other. The model has an entry for every variable that the solver
        knows. Raises UsageError if the solver does not support this, KeyboardInterrupt on Ctrl-C.
        """
        require_question(self.name, conflicts)
        if self._contradiction:
            return Unsat(core=literals[:0])
        if self._deadline.is_past():
            return Unknown(self._deadline.stopped())
        self.add(mention(self.name, literals))
        satisfiable = self._run(lambda: self._decide(literals.tolist(), conflicts))
        if satisfiable is None:
            if conflicts is None or self._deadline.is_past():
                return Unknown(self._deadline.stopped())
            return out_of_conflicts(conflicts)
        if not satisfiable:
            return Unsat(core=np.array(self._solver.get_core() or (), dtype=np.int32))
        return Sat(model_of(self._literals(), self._solver.nof_vars()))

    def _decide(self, assumptions: Sequence[int], conflicts: int | None) -> bool | None:
        """Search within so many conflicts (None: no limit) and the deadline; if this may take long, in a thread, if possible.

        A search limited by conflicts only is begun there, since restarting it would change its course.
        """
        if self._stays():
            return self._solve_here(assumptions, conflicts)
        is_timed = self._deadline.seconds is not None
        brief = brief_limit(conflicts, self.is_large, is_timed=is_timed)
        if brief is not None and (is_timed or conflicts in (brief, None)):
            found = self._solve_here(assumptions, brief)
            if found is not None or brief == conflicts:
                return found
            conflicts = None if conflicts is None else conflicts - brief
        return self._solve_in_thread(assumptions, conflicts)

    def _solve_here(self, assumptions: Sequence[int], conflicts: int | None) -> bool | None:
        """Search in this thread; return None after so many conflicts (None: no limit). Ctrl-C has to wait."""
        if conflicts is None:
            return bool(self._solver.solve(assumptions=assumptions))
        self._solver.conf_budget(conflicts)
        return self._solver.solve_limited(assumptions=assumptions)  # type: ignore[no-any-return] # bool | None

    def implied(self, literal: int) -> set[int] | None:
        """Return the literals implied by a literal through unit propagation, itself included; None on a contradiction.

        Raises GaveUp past the deadline.
        """
        self._deadline.require()
        return self.propagated((literal,))

    def propagated(self, assumed: Sequence[int]) -> set[int] | None:
        """Return the literals implied by some through unit propagation, these included; None on a contradiction."""
        if self._contradiction:
            return None
        if self._propagate is not None:
            consistent, literals = self._propagate(assumed, 0, 0)
        else:
            require(self.name, "propagation")
            consistent, literals = self._run(lambda: self._solver.propagate(assumed))
        return {*assumed, *(literals or ())} if consistent else None

    def assert_literal(self, literal: int) -> None:
        """Add a clause of one literal."""
        if self._append is None or not self._append((literal,)):
            self._solver.add_clause((literal,), no_return=True)  # also notes a contradiction

    def conflicts(self) -> int:
        """Return the number of conflicts of all searches so far; 0 if the solver does not count them."""
        return self.counters().get("conflicts", 0) if counts_conflicts(self.name) else 0

    def counters(self) -> dict[str, int]:
        """Return the counters of all searches so far, by the names of ``core.stats``; none if the solver has no counters."""
        names = abilities(self.name).counters
        counted = self._solver.accum_stats() if names else {}
        return {name: int(counted[name]) for name in names}

    def _run(self, call: Callable[[], Any]) -> Any:
        """Call the solver; convert its exceptions to SolverFailed, except for MemoryError."""
        try:
            return call()
        except MemoryError:
            raise
        except Exception as problem:
            raise SolverFailed(f"{self.name} inside PySAT failed: {problem}") from problem

    def __enter__(self) -> Self:
        """Return the session; from now on Ctrl-C waits until the solver returns."""
        self._waiting.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        """Free the solver."""
        self._solver.delete()
        self._waiting.__exit__(*problem)


def brief_limit(conflicts: int | None, is_large: bool, *, is_timed: bool = False) -> int | None:
    """Return how many of a search's conflicts (None: any number) may pass before Ctrl-C must end it at once; None if none may.

    A search of a large formula is never brief, unless conflicts alone limit it.
    """
    if conflicts is not None and conflicts <= SHORT and not is_timed:
        return conflicts
    if is_large:
        return None
    return BRIEF if conflicts is None else min(BRIEF, conflicts)


def _each(call: partial[bool], *arguments: Iterable[Any]) -> bool:
    """Call a function of ``_direct`` with the arguments from some iterables in turn, until it returns False."""
    return all(map(call.func, repeat(call.args[0]), *arguments))  # without a call of ``partial`` for each


def _direct(name: str, solver: Any, call: str) -> partial[Any] | None:
    """Return a C function of PySAT that is called millions of times, without its slower Python wrapper.

    None if PySAT does not have it for this solver.
    """
    from pysat.solvers import pysolvers

    function = getattr(pysolvers, f"{name}_{call}", None)
    handle = next((value for value in vars(solver.solver).values() if type(value).__name__ == HANDLE), None)
    return None if function is None or handle is None else partial(function, handle)


def mention(name: str, literals: Ints) -> list[Clauses]:
    """Return a tautology for each variable if the solver ``name`` needs its variables in clauses, otherwise nothing."""
    if not abilities(name).needs_clauses:
        return []
    return [Clauses.of(np.stack([literals, -literals], axis=1), MENTIONED)]
