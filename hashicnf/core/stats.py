"""Figures of a run: the counts and times that ``Stats`` holds at its end."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

from hashicnf.errors import shortened

if TYPE_CHECKING:
    from hashicnf.core.searchfigures import Figure

FAILED: Final = "failed first"  # the figure with the message of a solver that failed before the work was repeated
ANSWERED: Final = ("solved", "unsolvable")  # statuses of runs that ended with a right answer
ENCODED: Final = {"cardinality", "at_most_one", "connectivity", "simplify", "size", "variables", "clauses"}
DESCRIBING: Final = ENCODED | {"method", "solver", "several", "figures"}  # not amounts of work, which add up over runs
COUNTERS: Final = ("conflicts", "decisions", "propagations", "restarts")  # of a CDCL solver, by PySAT's names


@dataclass(slots=True)
class Stats:
    """Figures of one run.

    ``solver`` is the solver that was used, or the part that did its work, such as ``propagation`` or ``windows``. ``cardinality``,
    ``connectivity`` and ``at_most_one`` name the encodings of the formula, "" without one. ``roads`` are
    the ways of solving that were tried, in order, where there is a choice. ``seconds`` maps phases to wall-clock seconds: read (the
    file), encode (puzzle to clauses), refute (by counting), probe (fix variables of a wide board), prepare (tables of a heuristic),
    load (clauses into the solver), search (inside the solver), refine (examine models, make cuts), sweep (the rest of the work on
    windows), count (solutions), decode, check, prove (that a plan is shortest). ``rounds`` counts calls of the solver
    on the whole formula, ``cuts`` the clauses added between them, ``windows`` questions to the solver about parts of a wide board.
    ``several`` is whether there are other solutions, None if that was not asked, or would have taken longer than the first.
    ``simplify`` is whether the formula was simplified. ``counters`` are those of the CDCL solver (``COUNTERS``) in all calls for
    the answer, without propagation before them; empty where the solver does not count.
    ``figures`` are those of a method other than CDCL: its settings, the nodes expanded and remembered.
    """

    solver: str = ""
    cardinality: str = ""
    connectivity: str = ""
    size: Mapping[str, int] = field(default_factory=dict)
    variables: int = 0
    clauses: dict[str, int] = field(default_factory=dict)
    rounds: int = 0
    windows: int = 0
    roads: list[str] = field(default_factory=list)
    cuts: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    method: str = "cdcl"
    several: bool | None = None
    simplify: bool | None = None
    counters: dict[str, int] = field(default_factory=dict)
    figures: dict[str, Figure] = field(default_factory=dict)
    at_most_one: str = ""

    def __repr__(self) -> str:
        """Name method, solver and time in one line."""
        return f"<stats: {', '.join(filter(None, (self.method, shortened(self.solver))))}, {self.total:.3f} s>"

    def add(self, other: Stats) -> None:
        """Add the work of another run for the same answer; what describes the run stays."""
        for name in (one.name for one in fields(self) if one.name not in DESCRIBING):
            mine, more = getattr(self, name), getattr(other, name)
            if isinstance(mine, dict):
                _add_up(mine, more)
            else:
                setattr(self, name, mine + more)

    def count(self, counters: Mapping[str, int]) -> None:
        """Add the counters of a solver."""
        _add_up(self.counters, counters)

    def count_clauses(self, numbers: Mapping[str, int]) -> None:
        """Add numbers of clauses by rule."""
        _add_up(self.clauses, numbers)

    def rounded(self) -> dict[str, float]:
        """Return the seconds of the phases, to the microsecond."""
        return {phase: round(value, 6) for phase, value in self.seconds.items()}

    def data(self) -> dict[str, Any]:
        """Return the figures that are known, sizes first, for JSON; the seconds last."""
        found: dict[str, Any] = {**self.size, "method": self.method, "solver": self.solver}
        found |= {"simplify": self.simplify, "variables": self.variables, "clauses": sum(self.clauses.values())}
        found |= {"rounds": self.rounds, "cuts": self.cuts, "several": self.several, "roads": self.roads}
        found |= {**self.counters, **self.figures}
        return {name: value for name, value in found.items() if value not in (None, "", [])} | {
            "seconds": self.rounded()
        }

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Add the time spent in the block to a phase, except the time of other phases inside it."""
        start, before = time.perf_counter(), self.total
        try:
            yield
        finally:
            spent = time.perf_counter() - start - (self.total - before)
            self.seconds[name] = self.seconds.get(name, 0.0) + spent

    @property
    def total(self) -> float:
        """Sum the seconds of all phases."""
        return sum(self.seconds.values())


def _add_up(totals: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Add numbers to those under the same names."""
    for name, number in more.items():
        totals[name] = totals.get(name, 0) + number
