"""The solvers inside PySAT, by PySAT's names, in this process.

A C solver holds the interpreter while it searches and cannot be killed; Ctrl-C and the time limit wait until the C code returns.
So that this does not take long, a search on the main thread begins with a limit of conflicts, which nearly all keep. Beyond it,
solvers that are ``interruptible`` go on in a thread, for they release the interpreter and stop when they are told to; those that
are ``escalating`` can only count conflicts, and ``escalating`` searches on in a child; all others belong in a child from the
start, a process of its own (``child``). ``ABILITIES`` says which are which, ``choose`` where a session is opened.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from importlib.util import find_spec
from struct import pack
from types import TracebackType
from typing import Any, Final, Literal, Self, TypeAlias, get_args

import numpy as np

from hashicnf.backends import out_of_conflicts, require_conflicts
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import COUNTERS
from hashicnf.errors import SolverFailed, SolverMissing, UsageError
from hashicnf.files.sigterm import InterruptsWait
from hashicnf.logic import Bools, Ints, Sat, Unknown, Unsat, Verdict, model_of
from hashicnf.records import record

CHUNK = 100_000
BRIEF: Final = 1_000  # conflicts of a search that Ctrl-C may wait for
TICK: Final = 0.2  # seconds between two looks for a signal that another thread has received
LARGE: Final = 50_000  # variables of a formula where that many conflicts are not brief
Ability: TypeAlias = Literal["assumptions", "conflict limits", "phases", "propagation"]


@record
class Abilities:
    """What a solver can do beside deciding clauses, what it lacks, and what it must be spared.

    A solver that is ``interruptible`` lets the interpreter go, and stops when it is told to; one that is ``escalating`` can only
    count conflicts. One that is ``one_shot`` crashes when it is given clauses after a search, one that ``needs_clauses`` over
    assumed variables in no clause, or over no clause at all. One that ``hints`` writes proofs in LRAT too.
    ``counters`` are those of ``core.stats`` that it keeps: some crash when they are asked, or return 0 whatever they have done.
    ``settings`` are options of its own, by name, that make it faster on puzzles.
    """

    interruptible: bool = False
    escalating: bool = False
    proves: bool = False
    hints: bool = False
    one_shot: bool = False
    needs_clauses: bool = False
    lacks: frozenset[Ability] = frozenset()
    counters: tuple[str, ...] = COUNTERS
    settings: tuple[tuple[str, int], ...] = ()


NO_PHASES: Final[frozenset[Ability]] = frozenset({"phases", "propagation"})
BUT_PROPAGATIONS: Final = tuple(name for name in COUNTERS if name != "propagations")
NO_LIMITS: Final[frozenset[Ability]] = frozenset({"conflict limits", "propagation"})
STABLE: Final = (("stabilizeonly", 1),)  # few restarts, and the best assignment so far as phases, all of the time
ABILITIES: Final[Mapping[str, Abilities]] = {
    "cadical103": Abilities(escalating=True, proves=True, lacks=NO_PHASES),
    "cadical153": Abilities(escalating=True, proves=True, settings=STABLE),
    "cadical195": Abilities(escalating=True, proves=True, hints=True),
    "cadical300": Abilities(escalating=True),
    "cryptosat": Abilities(lacks=NO_PHASES, counters=()),
    "ergo": Abilities(interruptible=True),
    "glucose3": Abilities(interruptible=True, proves=True),
    "glucose4": Abilities(interruptible=True, proves=True),
    "glucose42": Abilities(interruptible=True),
    "gluecard3": Abilities(interruptible=True),
    "gluecard4": Abilities(interruptible=True),
    "kissat404": Abilities(one_shot=True, lacks=frozenset(get_args(Ability)), counters=()),
    "lingeling": Abilities(proves=True, needs_clauses=True, lacks=NO_LIMITS),
    "maplechrono": Abilities(interruptible=True),
    "maplecm": Abilities(interruptible=True, counters=BUT_PROPAGATIONS),
    "maplesat": Abilities(interruptible=True, needs_clauses=True, counters=BUT_PROPAGATIONS),
    "mergesat3": Abilities(interruptible=True),
    "minicard": Abilities(interruptible=True),
    "minisat22": Abilities(interruptible=True),
    "minisatep": Abilities(interruptible=True),
    "minisatgh": Abilities(interruptible=True),
}
UNKNOWN: Final = Abilities(counters=())  # of a solver that a later PySAT brings
ABLE: Final = "minisat22"  # lacks nothing, counts conflicts and returns cores, and is soonest ready
FIRM: Final = "cadical195"  # decides by preferred phases for good; ABLE replaces them by the values it has tried last
ONE: Final = np.ones(1, dtype=np.int32)
MENTIONED: Final = Origin("mentioned", "variable")


class PysatSession:
    """An incremental PySAT solver over ``variables`` variables. Raises SolverMissing where it cannot be made."""

    def __init__(
        self, name: str, variables: int, deadline: Deadline = NEVER, settings: tuple[tuple[str, int], ...] = ()
    ) -> None:
        """Make the solver; the first ``solve`` may come at any time. Only those that are interruptible keep the deadline.

        ``settings`` are options of its own, by name, beside those that it always has here.
        """
        from pysat.solvers import Solver

        self.name, self.variables, self._deadline = name, variables, deadline
        self._contradiction = False
        self._waiting = InterruptsWait()
        try:
            self._solver: Any = Solver(name=accepted(name))
        except (NameError, ModuleNotFoundError, AssertionError) as problem:
            raise SolverMissing(f"PySAT cannot make the solver {name}: {problem}") from problem
        if options := (*abilities(name).settings, *settings):
            self._solver.configure(dict(options))
        self._append, self._propagate = (_direct(name, self._solver, call) for call in ("add_cl", "propagate"))
        self.add(mention(name, ONE))

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses, in chunks, so that lists of Python numbers never hold more than a part; past the deadline none."""
        for block in blocks:
            if block.width == 0:
                self._contradiction |= len(block) > 0
                continue
            for start in range(0, len(block), CHUNK):
                if self._deadline.is_past():  # for good, so that no answer comes from a part of the clauses
                    return
                clauses = block.rows[start : start + CHUNK].tolist()
                if self._append is None or not all(map(self._append, clauses)):
                    self._solver.append_formula(clauses, no_return=True)  # also notes a contradiction

    def solve(self) -> Verdict:
        """Decide the clauses. Raises SolverFailed when the solver breaks, KeyboardInterrupt on Ctrl-C."""
        if self._contradiction:
            return Unsat()
        if self._deadline.is_past():
            return Unknown(self._deadline.stopped())
        if self._stays():
            return self._verdict(self._run(self._solver.solve))
        brief = self.solve_briefly()
        if not isinstance(brief, Unknown):
            return brief
        satisfiable = self._run(lambda: self._solve_in_thread(()))
        return Unknown(self._deadline.stopped()) if satisfiable is None else self._verdict(satisfiable)

    def solve_briefly(self) -> Verdict:
        """Decide the clauses if that takes few conflicts, else return Unknown; Ctrl-C waits."""
        if self._contradiction:
            return Unsat()
        if self.variables >= LARGE:
            return Unknown()
        satisfiable = self._run(lambda: self._solve_limited((), BRIEF))
        return Unknown() if satisfiable is None else self._verdict(satisfiable)

    def _stays(self) -> bool:
        """Return whether a search stays in this thread: nothing could stop it in another, or nothing has to."""
        is_main = threading.current_thread() is threading.main_thread()
        return not abilities(self.name).interruptible or not (is_main or self._deadline.seconds is not None)

    def _solve_in_thread(self, assumptions: Sequence[int], conflicts: int | None = None) -> bool | None:
        """Search in a thread, and stop that on Ctrl-C; None after so many conflicts (None: never) or at the deadline."""
        found: list[bool | BaseException | None] = []
        ended = threading.Lock()

        def work() -> None:
            try:
                found.append(self._solver.solve_limited(assumptions, expect_interrupt=True))
            except BaseException as problem:
                found.append(problem)
            ended.release()

        def wait(deadline: Deadline) -> None:
            while not found and not deadline.is_past():
                left = deadline.left()
                ended.acquire(timeout=TICK if left is None else min(TICK, left))

        self._solver.conf_budget(-1 if conflicts is None else conflicts)
        ended.acquire()
        threading.Thread(target=work, daemon=True).start()
        try:
            wait(self._deadline)
        finally:
            if not found:
                self._solver.interrupt()
            while not found:
                with suppress(KeyboardInterrupt):
                    wait(NEVER)
            self._solver.clear_interrupt()
        if isinstance(found[0], BaseException):
            raise found[0]
        return found[0]

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
        """Decide the clauses under assumptions, int32[a], giving up after so many conflicts or at the deadline.

        ``Unsat.core`` lists assumptions that cannot hold together. The model has an entry for every variable that the solver
        knows. Raises UsageError where the solver lacks this, KeyboardInterrupt on Ctrl-C.
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
        return Sat(whole_model(self._literals()))

    def _decide(self, assumptions: Sequence[int], conflicts: int | None) -> bool | None:
        """Search to the end, to so many conflicts (None: never) or the deadline; in a thread where that can be stopped.

        What is brief stays in this one, and so does what has a limit of conflicts alone: begun anew, it would go elsewhere.
        """
        if conflicts is None and self._stays():
            return bool(self._solver.solve(assumptions=assumptions))
        if conflicts is not None and (self._stays() or self._deadline.seconds is None):
            return self._solve_limited(assumptions, conflicts)
        if self.variables < LARGE:
            found = self._solve_limited(assumptions, BRIEF if conflicts is None else min(BRIEF, conflicts))
            if found is not None or (conflicts is not None and conflicts <= BRIEF):
                return found
        return self._solve_in_thread(assumptions, conflicts)

    def _solve_limited(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        """Search in this thread; None after so many conflicts. Ctrl-C waits."""
        self._solver.conf_budget(conflicts)
        found: bool | None = self._solver.solve_limited(assumptions=assumptions)
        return found

    def implied(self, literal: int) -> set[int] | None:
        """Return the literals implied by a literal through unit propagation, itself included; None on a contradiction.

        Raises GaveUp past the deadline.
        """
        self._deadline.require()
        return self.propagated((literal,))

    def propagated(self, assumed: Sequence[int]) -> set[int] | None:
        """Return the literals that follow from some through unit propagation, these included; None on a contradiction."""
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
        """Count the conflicts of all searches so far; 0 where the solver does not count them."""
        return self.counters().get("conflicts", 0) if counts_conflicts(self.name) else 0

    def counters(self) -> dict[str, int]:
        """Return what the solver has counted in all searches so far, by the names of ``core.stats``: nothing where it does not."""
        names = abilities(self.name).counters
        counted = self._solver.accum_stats() if names else {}
        return {name: int(counted[name]) for name in names}

    def _run(self, call: Callable[[], Any]) -> Any:
        """Call the solver, and sort out its errors."""
        try:
            return call()
        except Exception as problem:
            raise self._failed(problem) from problem

    def _failed(self, problem: Exception) -> SolverFailed:
        return SolverFailed(f"{self.name} inside PySAT failed: {problem}")

    def __enter__(self) -> Self:
        """Start using the session; from here on Ctrl-C waits for the solver."""
        self._waiting.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Free the solver."""
        self._solver.delete()
        self._waiting.__exit__(kind, error, trace)


def _direct(name: str, solver: Any, call: str) -> Callable[..., Any] | None:
    """Return a C function of PySAT for what is done millions of times, when calls of Python around it would take longer.

    None where PySAT does not have it so.
    """
    from pysat.solvers import pysolvers

    function, handle = getattr(pysolvers, f"{name}_{call}", None), getattr(solver.solver, "minisat", None)
    return None if function is None or handle is None else partial(function, handle)


def abilities(name: str) -> Abilities:
    """Return what a solver can do."""
    return ABILITIES.get(name, UNKNOWN)


def provers() -> list[str]:
    """List the solvers that write proofs."""
    return [name for name, known in ABILITIES.items() if known.proves]


def require(name: str, ability: Ability) -> None:
    """Raise UsageError where a solver lacks an ability; some would crash instead, or give the answer to another question."""
    if ability in abilities(name).lacks:
        able = [other for other in solvers() if ability not in abilities(other).lacks]
        advice = use_instead(name.rstrip("0123456789"), able, [ABLE])
        raise UsageError(f"{name} inside PySAT has no {ability}; {advice}")


def use_instead(kind: str, able: Iterable[str], default: Sequence[str]) -> str:
    """Advise to use the solvers of a kind, the start of their names, that are able to do what another is not, else the default."""
    alike = [name for name in able if name.startswith(kind)] or default
    return f"use --solver {' or '.join(alike)} (see: hashicnf solvers)"


def counts_conflicts(name: str) -> bool:
    """Return whether a session of a solver counts conflicts, and ends at a limit of them."""
    return "conflict limits" not in abilities(name).lacks


def require_question(name: str, conflicts: int | None) -> None:
    """Raise UsageError where a solver cannot be asked under assumptions, or not with this limit of conflicts."""
    require_conflicts(conflicts)
    require(name, "assumptions")
    if conflicts is not None:
        require(name, "conflict limits")


def mention(name: str, literals: Ints) -> list[Clauses]:
    """Return clauses that are always true, one for each variable, where the solver ``name`` needs them to know it."""
    if not abilities(name).needs_clauses:
        return []
    return [Clauses.of(np.stack([literals, -literals], axis=1), MENTIONED)]


def whole_model(literals: Ints) -> Bools:
    """Turn a solver's literals into a model of all variables that they mention."""
    return model_of(literals, int(np.abs(literals).max(initial=0)))


@lru_cache(maxsize=1)
def solvers() -> dict[str, tuple[str, ...]]:
    """List the solvers of the installed PySAT: each one's name and the names that ``Solver`` accepts for it."""
    from pysat.solvers import SolverNames

    return {key: names for key, names in sorted(vars(SolverNames).items()) if not key.startswith("_")}


def canonical(name: str) -> str | None:
    """Return PySAT's main name for any of its names (``m22`` is ``minisat22``), None if it knows no such solver."""
    wanted = name.lower()
    return next((key for key, names in solvers().items() if wanted == key or wanted in names), None)


def accepted(name: str) -> str:
    """Return the name that ``Solver`` takes: for a few solvers the main name is not one."""
    names = solvers()[name]
    return name if name in names else names[-1]


def missing(name: str) -> str | None:
    """Return how to install the package that a solver needs beside PySAT, None if nothing is missing."""
    if name == "cryptosat" and find_spec("pycryptosat") is None:
        return "pip install pycryptosat"
    return None
