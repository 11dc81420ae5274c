"""The solvers inside PySAT, by PySAT's names: what each of them can do, lacks, and needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Final, Literal, TypeAlias, get_args

from hashicnf.backends import require_conflicts
from hashicnf.core.stats import COUNTERS
from hashicnf.errors import InternalError, UsageError
from hashicnf.records import record

Ability: TypeAlias = Literal["assumptions", "conflict limits", "phases", "propagation"]


@record
class Abilities:
    """The abilities of a solver besides deciding clauses, those that it lacks, and the calls that would crash it.

    An ``interruptible`` solver releases the interpreter, and can be interrupted; an ``escalating`` one can only count conflicts.
    Those of the Glucose family look at either only when they restart, which may take minutes, so they are neither. A ``one_shot``
    solver crashes if clauses are added after a search; a solver that ``needs_clauses`` crashes on assumed variables in no clause,
    or without any clause. A solver that ``counts`` takes cardinality constraints that are not encoded. One with ``hints`` can write
    proofs in LRAT. ``counters`` are those of ``core.stats`` that work: some solvers crash when they are read, or always return 0.
    ``settings`` are the solver's own options, by name, that make it faster on puzzles.
    """

    interruptible: bool = False
    escalating: bool = False
    proves: bool = False
    hints: bool = False
    one_shot: bool = False
    needs_clauses: bool = False
    counts: bool = False
    lacks: frozenset[Ability] = frozenset()
    counters: tuple[str, ...] = COUNTERS
    settings: tuple[tuple[str, int], ...] = ()


NO_PHASES: Final[frozenset[Ability]] = frozenset({"phases", "propagation"})
BUT_PROPAGATIONS: Final = tuple(name for name in COUNTERS if name != "propagations")
NO_LIMITS: Final[frozenset[Ability]] = frozenset({"conflict limits", "propagation"})
STABLE: Final = (("stabilizeonly", 1),)  # always few restarts, and the best assignment so far as phases
ABILITIES: Final[Mapping[str, Abilities]] = {
    "cadical103": Abilities(escalating=True, proves=True, lacks=NO_PHASES),
    "cadical153": Abilities(escalating=True, proves=True, settings=STABLE),
    "cadical195": Abilities(escalating=True, proves=True, hints=True),
    "cadical300": Abilities(escalating=True),
    "cryptosat": Abilities(lacks=NO_PHASES, counters=()),
    "ergo": Abilities(interruptible=True),
    "glucose3": Abilities(proves=True),
    "glucose4": Abilities(proves=True),
    "glucose42": Abilities(),
    "gluecard3": Abilities(counts=True),
    "gluecard4": Abilities(counts=True),
    "kissat404": Abilities(one_shot=True, lacks=frozenset(get_args(Ability)), counters=()),
    "lingeling": Abilities(proves=True, needs_clauses=True, lacks=NO_LIMITS),
    "maplechrono": Abilities(interruptible=True),
    "maplecm": Abilities(interruptible=True, counters=BUT_PROPAGATIONS),
    "maplesat": Abilities(interruptible=True, needs_clauses=True, counters=BUT_PROPAGATIONS),
    "mergesat3": Abilities(interruptible=True),
    "minicard": Abilities(interruptible=True, counts=True),
    "minisat22": Abilities(interruptible=True),
    "minisatep": Abilities(interruptible=True),
    "minisatgh": Abilities(interruptible=True),
}
UNKNOWN: Final = Abilities(counters=())  # for solvers of later versions of PySAT
ABLE: Final = "minisat22"  # lacks no ability, counts conflicts and returns cores, and starts fastest
FIRM: Final = "cadical195"  # keeps preferred phases; ABLE replaces them by the values tried last


def abilities(name: str) -> Abilities:
    """Return the abilities of a solver by its main name. Raises InternalError for a name that is not one."""
    if (known := ABILITIES.get(name)) is not None:
        return known
    if name not in solvers():
        raise InternalError(f"{name!r} is not the main name of a solver inside PySAT")
    return UNKNOWN


def provers() -> list[str]:
    """Return the names of the solvers that write proofs."""
    return [name for name, known in ABILITIES.items() if known.proves]


def require(name: str, ability: Ability) -> None:
    """Raise UsageError if a solver lacks an ability; some solvers would crash otherwise, or give a wrong answer."""
    if ability in abilities(name).lacks:
        able = [other for other in solvers() if ability not in abilities(other).lacks]
        advice = use_instead(name.rstrip("0123456789"), able, [ABLE])
        raise UsageError(f"{name} inside PySAT has no {ability}; {advice}")


def require_counts(name: str) -> None:
    """Raise UsageError if a solver takes only clauses."""
    if not abilities(name).counts:
        able = [other for other in solvers() if abilities(other).counts]
        raise UsageError(f"{name} inside PySAT takes only clauses; {use_instead(name, able, able)}")


def use_instead(kind: str, able: Iterable[str], default: Sequence[str]) -> str:
    """Return the advice to use those ``able`` solvers whose names start with ``kind``, or else the default ones."""
    alike = [name for name in able if name.startswith(kind)] or default
    return f"use --solver {' or '.join(alike)} (see: hashicnf solvers)"


def counts_conflicts(name: str) -> bool:
    """Return whether sessions of a solver count conflicts and support a limit of them."""
    return "conflict limits" not in abilities(name).lacks


def require_question(name: str, conflicts: int | None) -> None:
    """Raise UsageError if a solver does not support assumptions, or this limit of conflicts."""
    require_conflicts(conflicts)
    require(name, "assumptions")
    if conflicts is not None:
        require(name, "conflict limits")


@lru_cache(maxsize=1)
def solvers() -> dict[str, tuple[str, ...]]:
    """Return the solvers of the installed PySAT: for each main name the names that ``Solver`` accepts."""
    from pysat.solvers import SolverNames

    return {key: names for key, names in sorted(vars(SolverNames).items()) if not key.startswith("_")}


def canonical(name: str) -> str | None:
    """Return PySAT's main name for any name of a solver (``m22`` is ``minisat22``), None for an unknown name."""
    wanted = name.lower()
    return next((key for key, names in solvers().items() if wanted == key or wanted in names), None)


def accepted(name: str) -> str:
    """Return a name that ``Solver`` accepts: for a few solvers it does not accept the main name."""
    names = solvers()[name]
    return name if name in names else names[-1]


def missing(name: str) -> str | None:
    """Return how to install a missing package that a solver needs besides PySAT, None if nothing is missing."""
    if name == "cryptosat" and find_spec("pycryptosat") is None:
        return "pip install pycryptosat"
    return None
