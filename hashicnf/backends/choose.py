"""Choose a backend by the name that the user gave.

Names are looked up in this order: external binaries (``cadical``, ``minisat``, ...); solvers inside PySAT (``cadical153``,
``minisat22``, ... or PySAT's short names); and anything with a blank, a brace or a slash is the command of some other solver.
"""

from __future__ import annotations

import difflib

from hashicnf.backends import Session
from hashicnf.backends.dialects import DIALECTS, find, is_template, template
from hashicnf.backends.process import ProcessSession
from hashicnf.errors import SolverMissing, UsageError

DEFAULT_SOLVER = "minisat22"


def open_session(solver: str, variables: int, timeout: float | None = None) -> Session:
    """Make a session. Raises UsageError for a name that nobody knows, SolverMissing where something must be installed."""
    from hashicnf.backends import pysat
    from hashicnf.backends.child import ChildSession

    if (dialect := find(solver)) is not None:
        return ProcessSession(dialect, variables, timeout)
    if is_template(solver):
        return ProcessSession(template(solver), variables, timeout)
    name = pysat.canonical(solver)
    if name is None:
        known = [*(d.name for d in DIALECTS), *pysat.solvers()]
        near = difflib.get_close_matches(solver, known, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UsageError(f"no solver is named {solver!r}{hint} (see: hashicnf solvers)")
    if (how := pysat.missing(name)) is not None:
        raise SolverMissing(f"the solver {name} is not installed: {how}")
    if timeout is not None:
        return ChildSession(name, variables, timeout)
    return pysat.PysatSession(name, variables)


def list_solvers() -> list[tuple[str, list[tuple[str, str]]]]:
    """List all solvers by kind: a title, then name and state."""
    from hashicnf.backends import pysat

    inside = [
        (
            name,
            ("default of solve" if name == DEFAULT_SOLVER else "")
            if (how := pysat.missing(name)) is None
            else f"not installed: {how}",
        )
        for name in pysat.solvers()
    ]
    outside = [(d.name, d.program or f"not installed: {d.install}") for d in DIALECTS]
    return [("Inside PySAT:", inside), ("External binaries:", outside)]
