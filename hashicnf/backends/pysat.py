"""The solvers inside PySAT, by PySAT's names, in this process.

A C solver holds the interpreter while it thinks and most of them cannot be interrupted, so a time limit is not possible here:
``child`` runs the same solvers in a process of their own. Ctrl-C reaches PySAT as an error of its own, which becomes
KeyboardInterrupt again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Self

import numpy as np

from hashicnf.core.constraints import Clauses
from hashicnf.errors import SolverFailed, SolverMissing
from hashicnf.logic import Ints, Sat, Stopped, Unknown, Unsat, Verdict, model_of

CHUNK = 100_000


class PysatSession:
    """An incremental PySAT solver over ``variables`` variables. Raises SolverMissing where it cannot be made."""

    def __init__(self, name: str, variables: int) -> None:
        """Make the solver; the first ``solve`` may come at any time."""
        from pysat.solvers import Solver

        self.name, self.variables = name, variables
        self._contradiction = False
        try:
            self._solver: Any = Solver(name=accepted(name))
        except (NameError, ModuleNotFoundError, AssertionError) as problem:
            raise SolverMissing(f"PySAT cannot make the solver {name}: {problem}") from problem

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Add clauses, in chunks, so that lists of Python numbers never hold more than a part."""
        for block in blocks:
            if block.width == 0:
                self._contradiction |= len(block) > 0
                continue
            for start in range(0, len(block), CHUNK):
                self._solver.append_formula(block.rows[start : start + CHUNK].tolist(), no_return=True)

    def solve(self) -> Verdict:
        """Decide the clauses. Raises SolverFailed when the solver breaks, KeyboardInterrupt on Ctrl-C."""
        if self._contradiction:
            return Unsat()
        if not self._run(self._solver.solve):
            return Unsat()
        literals = np.array(self._solver.get_model() or (), dtype=np.int32)
        return Sat(model_of(literals[np.abs(literals) <= self.variables], self.variables))

    def prefer(self, literals: Ints) -> None:
        """Suggest values, int32[p]: what to try first when the solver decides."""
        self._solver.set_phases(literals.tolist())

    def assume(self, literals: Ints, conflicts: int | None) -> Verdict:
        """Decide the clauses under assumptions, int32[a], giving up after so many conflicts.

        ``Unsat.core`` lists assumptions that cannot hold together. The model has an entry for every variable that the solver
        knows. Solvers that cannot count conflicts need None. Raises KeyboardInterrupt on Ctrl-C.
        """
        if self._contradiction:
            return Unsat(core=literals[:0])
        if conflicts is None:
            satisfiable = self._run(lambda: self._solver.solve(assumptions=literals.tolist()))
        else:
            self._solver.conf_budget(conflicts)
            satisfiable = self._run(lambda: self._solver.solve_limited(assumptions=literals.tolist()))
        if satisfiable is None:
            return Unknown(Stopped("conflicts", f"limit of {conflicts} conflicts reached"))
        if not satisfiable:
            return Unsat(core=np.array(self._solver.get_core() or (), dtype=np.int32))
        found = np.array(self._solver.get_model(), dtype=np.int32)
        return Sat(model_of(found, len(found)))

    def implied(self, literal: int) -> set[int] | None:
        """Collect what follows from a literal by unit propagation, itself included; None if it leads to a contradiction."""
        consistent, literals = self._run(lambda: self._solver.propagate((literal,)))
        return set(literals) if consistent else None

    def assert_literal(self, literal: int) -> None:
        """Add a clause of one literal."""
        self._solver.add_clause((literal,), no_return=True)

    def _run(self, call: Callable[[], Any]) -> Any:
        """Call the solver, and sort out its errors."""
        try:
            return call()
        except Exception as problem:
            if "keyboard interrupt" in str(problem).lower():
                raise KeyboardInterrupt from problem
            raise SolverFailed(f"{self.name} inside PySAT failed: {problem}") from problem

    def __enter__(self) -> Self:
        """Start using the session."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Free the solver."""
        self._solver.delete()


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
    """Say how to install what a solver needs beside PySAT, None if nothing is missing."""
    if name == "cryptosat" and find_spec("pycryptosat") is None:
        return "pip install pycryptosat"
    return None
