"""Choose a backend by the name that the user gave.

Names are looked up in this order: the built-in ``dpll``; solvers inside PySAT by their main names (``cadical153``, ``minisat22``,
...); external binaries (``cadical``, ``minisat``, ...); commands of other solvers, recognised by a blank, a brace or a slash;
PySAT's short names.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from threading import Event
from typing import TYPE_CHECKING, Final

from hashicnf.backends import AssumingSession, Session, can_assume, pysat
from hashicnf.backends.abilities import ABILITIES, ABLE, Ability, abilities, canonical, missing, provers, solvers
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.progress import Observer, searching, unobserved
from hashicnf.errors import InternalError, SolverMissing, UsageError, no_such
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.backends.dialects import Dialect
    from hashicnf.core.limits import Limits

DEFAULT_SOLVER = ABLE
STRONG_SOLVER = "cadical153"  # several times as fast if the default takes long
# Needs half or a third of the time of STRONG_SOLVER to refute that there is a plan, since it restarts often in between; and it
# lists the antecedents of each lemma, so proofs are trimmed without replaying them.
REFUTING_SOLVER = "cadical195"
NATIVE_SOLVER = "minicard"  # counts itself; for small boards, whose counts take longer to encode than to solve
OWN_SOLVER = "dpll"
USES: Final = {
    DEFAULT_SOLVER: ("solve",),
    NATIVE_SOLVER: ("solve (small boards)",),
    STRONG_SOLVER: ("sat", "cubes"),
    REFUTING_SOLVER: ("prove", "certify"),
}  # by default
# Set in a process that another one ends at its limits: it can run every solver of PySAT itself.
KILLABLE: Final = Event()


def open_session(solver: str, variables: int, deadline: Deadline = NEVER) -> Session:
    """Open a session. Raises UsageError for an unknown name, SolverMissing if something must be installed."""
    found = solver_named(solver)
    if found == OWN_SOLVER:
        from hashicnf.backends.dpll import DpllSession
        from hashicnf.core.limits import Limits

        return DpllSession(variables, limits=Limits(deadline))
    if isinstance(found, str):
        return _open_embedded(found, variables, deadline)
    from hashicnf.backends.process import ProcessSession

    return ProcessSession(found, variables, deadline)


def open_assuming(solver: str, variables: int, deadline: Deadline = NEVER) -> AssumingSession:
    """Open a session that solves under assumptions. Raises as ``open_session`` does, InternalError if the solver takes none."""
    session = open_session(solver, variables, deadline)
    if not can_assume(session):
        raise InternalError(f"{solver} cannot be asked under assumptions")
    return session


def solver_named(solver: str) -> str | Dialect:
    """Return the main name of a built-in solver or one inside PySAT, or the dialect of an external one. Raises UsageError."""
    if solver == OWN_SOLVER or solver in solvers():
        return solver
    from hashicnf.backends.dialects import DIALECTS, find, is_template, template

    if (dialect := find(solver)) is not None:
        return dialect
    if is_template(solver):
        return template(solver)
    if (name := canonical(solver)) is not None:
        return name
    known = [OWN_SOLVER, *(d.name for d in DIALECTS), *solvers()]
    raise no_such("solver", solver, known, see="hashicnf solvers")


def main_name(solver: str) -> str:
    """Return the name of a solver in figures: for any name of a solver inside PySAT the main one. Raises UsageError."""
    found = solver_named(solver)
    return found if isinstance(found, str) else found.name


def is_external(solver: str) -> bool:
    """Return whether a solver is an external program. Raises UsageError for an unknown solver."""
    return not isinstance(solver_named(solver), str)


def has(solver: str, ability: Ability) -> bool:
    """Return whether sessions of a solver have an ability; DPLL has all, programs none. Raises UsageError for an unknown solver."""
    found = solver_named(solver)
    return found == OWN_SOLVER or (isinstance(found, str) and ability not in abilities(found).lacks)


def open_prover(
    solver: str, variables: int, limits: Limits, observe: Observer = unobserved, *, hints: bool = False
) -> Session:
    """Open a session whose ``Unsat`` has a proof, with ``hints`` in LRAT if the solver supports that.

    Raises UsageError for a solver that writes no proofs.
    """
    found = prover_named(solver)
    if found == OWN_SOLVER:
        from hashicnf.backends.dpll import DpllSession

        return DpllSession(variables, limits=limits, log_proof=True, progress=searching(observe))
    if limits.max_nodes is not None:
        raise UsageError(f"--max-nodes: only for --solver {OWN_SOLVER}, not for {solver}")
    if isinstance(found, str):
        from hashicnf.backends.child import ChildSession

        return ChildSession(found, variables, limits.deadline, log_proof=True, hints=hints)
    from hashicnf.backends.process import ProcessSession

    return ProcessSession(found, variables, limits.deadline, log_proof=True)


def prover_named(solver: str) -> str | Dialect:
    """Return a solver that writes proofs, as ``solver_named`` does. Raises UsageError for one that writes none."""
    found = solver_named(solver)
    proves = found == OWN_SOLVER or (abilities(found) if isinstance(found, str) else found).proves
    if not proves:
        raise _no_prover(solver)
    return found


def _no_prover(solver: str) -> UsageError:
    """Return the error for a solver that writes no proofs."""
    from hashicnf.backends.dialects import DIALECTS

    known = [OWN_SOLVER, *(dialect.name for dialect in DIALECTS if dialect.proves), *provers()]
    return UsageError(
        f"--solver {solver} writes no proofs; these do: {', '.join(known)}, "
        "and commands such as 'mysat {cnf} {proof}'"
    )


def settings_of(solver: str) -> dict[str, int]:
    """Return the options that differ from the defaults of a solver inside PySAT, by its main name; none for other solvers."""
    return dict(ABILITIES[solver].settings) if solver in ABILITIES else {}


def with_settings(solver: str, settings: Mapping[str, int]) -> str:
    """Return the name of a solver, followed by its options that differ from its defaults."""
    return solver + (f" ({', '.join(f'{name}={value}' for name, value in settings.items())})" if settings else "")


@lru_cache
def version_of(solver: str) -> str:
    """Return the version of PySAT for a main name in it, that of an external program if it can print it, otherwise nothing."""
    if solver in solvers():
        from pysat import __version__

        return f"PySAT {__version__}"
    from hashicnf.backends.dialects import find
    from hashicnf.backends.process import printed_version

    dialect = find(solver)
    return "" if dialect is None else printed_version(dialect)


def described(solver: str) -> str:
    """Return the main name of a solver with its settings and its version, as far as there are any."""
    version = version_of(solver)
    if version.startswith(f"{solver} "):  # that of an external program
        return version
    return ", ".join(filter(None, (with_settings(solver, settings_of(solver)), version)))


def _open_embedded(name: str, variables: int, deadline: Deadline) -> Session:
    """Open a PySAT session: in this process if its searches can be interrupted, or as long as they are short.

    A large formula with a time limit gets a process of its own, and so does a solver that cannot be interrupted. On systems that
    cannot end a process with its children, all solvers run in this process, and Ctrl-C may have to wait. So they do without a time
    limit in a process that is ``KILLABLE``, so that measurements do not contain the start of a process.
    """
    if (how := missing(name)) is not None:
        raise SolverMissing(f"the solver {name} is not installed: {how}")
    known = abilities(name)
    is_alone, is_limited = not hasattr(os, "killpg"), deadline.seconds is not None
    if is_alone and is_limited and not known.interruptible:
        raise SolverMissing(f"the solver {name} cannot be stopped at a time limit on this system; use {DEFAULT_SOLVER}")
    stays = is_alone or (KILLABLE.is_set() and not is_limited)
    if stays or (known.interruptible and (variables < pysat.LARGE or not is_limited)):
        return pysat.PysatSession(name, variables, deadline)
    if known.escalating and variables < pysat.LARGE and not is_limited:
        from hashicnf.backends.escalating import EscalatingSession

        return EscalatingSession(name, variables)
    from hashicnf.backends.child import ChildSession

    return ChildSession(name, variables, deadline)


@record
class Known:
    """A solver: how it ``runs`` (built-in, pysat or external), its ``program``, and how to ``install`` it if it is missing."""

    name: str
    runs: str
    program: str | None = None
    install: str | None = None

    @property
    def default_of(self) -> tuple[str, ...]:
        """Return the commands that begin with this solver by default."""
        return USES.get(self.name, ())


def known_solvers() -> list[Known]:
    """Return all solvers: our own, those inside PySAT, external ones."""
    from hashicnf.backends.dialects import DIALECTS

    return [
        Known(OWN_SOLVER, "built-in"),
        *(Known(name, "pysat", install=missing(name)) for name in solvers()),
        *(Known(d.name, "external", d.program, None if d.program else d.install) for d in DIALECTS),
    ]
