"""A puzzle and its formula, and the encodings that were chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from hashicnf.arrays.blocking import in_pieces
from hashicnf.core.constraints import Cardinality, Claim, Clauses, Connected, Exclusive, Formula
from hashicnf.core.options import Choices
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.variables import Variables
from hashicnf.errors import SolverMissing, UsageError, counted
from hashicnf.families import Puzzle
from hashicnf.logic import Bools, Ints
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.passes.connectivity.choice import AUTO, ConnectivityChoice
from hashicnf.propagation.theory import Theory
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.core.statespace import Plan
    from hashicnf.core.stats import Stats
    from hashicnf.pipeline.emit import Form, Runs, Target
    from hashicnf.planning.task import Task

DEFAULTS: Final = Choices()
DIRECT: Final = "direct"
ADDER: Final = "adder"
PAIRWISE: Final = "pairwise"
NATIVE: Final = "native"
ANY_PLAN: Final = "any plan within the horizon is a model"
ONE_SHOT: Final = ConnectivityChoice(AUTO)


class PySatCnf(Protocol):
    """The attributes of ``pysat.formula.CNF``, a class without type hints, that are used: clauses, and number of variables."""

    nv: int
    clauses: list[list[int]]

    def to_file(self, fname: str) -> None:
        """Write a DIMACS file."""


@record
class Lowering:
    """The encodings of one formula: names in the registries of ``passes``, and the choice for connectivity.

    With ``native``, the family's cardinality constraints are not encoded, for pseudo-Boolean solvers; those of an encoding are.
    """

    cardinality: str = DIRECT
    at_most_one: str = PAIRWISE
    connectivity: ConnectivityChoice = ONE_SHOT
    native: bool = False


def simplifies(puzzle: Puzzle, connected: Sequence[Connected], choice: ConnectivityChoice = ONE_SHOT) -> bool:
    """Return whether a formula is simplified without the option --simplify: as the family or the connectivity declares."""
    return puzzle.simplifies or (bool(connected) and choice.simplifies)


@record(eq=False)
class Compiled:
    """A puzzle and its formula, with the means of a lazy loop to refine it.

    ``problem`` counts the problem's own variables, which come first. ``redundant`` is False if redundant constraints were left out,
    ``simplify`` True if the constraints were simplified. ``choices``, ``horizon`` and ``metric`` are those of ``Stated``.
    ``native`` are the cardinality constraints that are not encoded. If the formula is ``functional``, each auxiliary is a function
    of the problem's own variables.
    """

    puzzle: Puzzle
    formula: Formula
    lowering: Lowering
    connected: tuple[Connected, ...]
    problem: int
    counted: tuple[Cardinality, ...] = ()
    redundant: bool = True
    choices: Choices = DEFAULTS
    horizon: int | None = None
    metric: str | None = None
    simplify: bool = False
    native: tuple[Cardinality | Exclusive, ...] = ()
    functional: bool = False

    def __repr__(self) -> str:
        """Describe puzzle, size and encodings in one line."""
        variables, clauses = counted(self.variables.count, "variable"), counted(self.formula.clause_count, "clause")
        known = [variables, clauses, self.cardinality, *filter(None, [self.connectivity])]
        return f"<formula of {self.puzzle.name!r}: {', '.join(known)}>"

    @property
    def cardinality(self) -> str:
        """Return the name of the cardinality encoding, or native if counts are not encoded."""
        return NATIVE if self.lowering.native else self.lowering.cardinality

    @property
    def connectivity(self) -> str:
        """Return the name of the connectivity encoding, never ``auto``; "" for a formula without connectivity constraints."""
        return self.lowering.connectivity.name if self.connected else ""

    @property
    def claim(self) -> Claim:
        """Return the claim of the formula."""
        return self.formula.claim

    @property
    def variables(self) -> Variables:
        """Return the variables with their names; ``variables.text(3)`` is, for example, ``bridge[0,1]``."""
        return self.formula.variables

    @property
    def theories(self) -> tuple[Theory, ...]:
        """Return theories of the connectivity constraints that the formula leaves to ``refine``."""
        theory = CONNECTIVITY.get(self.lowering.connectivity.name).theory
        return tuple(theory(batch) for batch in self.connected if not batch.redundant) if theory is not None else ()

    @property
    def needs_rounds(self) -> bool:
        """Return whether some rule is enforced only by clauses that are added between the calls of a solver."""
        refined = sum(part.refine is not None for part in self.claim.relaxed)
        return refined > len(self.theories)  # a theory refines one connectivity constraint

    def note(self, stats: Stats) -> None:
        """Record the encodings of the formula, and its size, in the figures of a run."""
        stats.cardinality, stats.connectivity = self.cardinality, self.connectivity
        stats.at_most_one, stats.simplify = self.lowering.at_most_one, self.simplify
        stats.variables, stats.clauses = self.variables.count, self.formula.clauses_per_rule()

    @property
    def lines(self) -> list[str]:
        """Return the puzzle as the lines of a native file."""
        return self.puzzle.lines

    @property
    def encoding(self) -> dict[str, object]:
        """Return the encodings and options of the formula: its description without the keys about the puzzle."""
        without = {"family", "why", *self.puzzle.size}
        return {key: value for key, value in self.description.items() if key not in without}

    @property
    def description(self) -> dict[str, object]:
        """Return a description of the formula, which is the JSON data of the first comment of a file."""
        from hashicnf.dimacs.header import claim_data

        choice = self.lowering.connectivity
        known: dict[str, object] = {
            "family": self.puzzle.family,
            "cardinality": self.cardinality,
            **({"connectivity": choice.name} if self.connected else {}),
            **({"why": choice.why} if choice.why else {}),
            **({"cuts": choice.cuts} if choice.cuts else {}),
            **({} if choice.depth is None else {"depth": choice.depth}),
            **({} if self.lowering.at_most_one == PAIRWISE else {"at_most_one": self.lowering.at_most_one}),
            **({} if self.redundant else {"redundant": False}),
            **({"simplify": True} if self.simplify else {}),
            **({} if not (options := self.choices.shown()) else {"options": options}),
            **({} if self.horizon is None else {"horizon": self.horizon, "metric": self.metric}),
        }
        promised = {"functional": True} if self.functional and self.claim.is_exact else {}
        return known | claim_data(self.claim, known) | promised | dict(self.puzzle.size)

    def figures(self, form: Form) -> dict[str, object]:
        """Return the data of a report on the formula: form, encodings and options, sizes and claim."""
        from hashicnf.dimacs.header import remark

        counts = {"counts": sum(len(batch.lits) for batch in self.native)} if form.is_native else {}
        return {
            "form": form.to,
            "encoding": self.encoding,
            "sizes": dict(self.puzzle.size),
            "variables": self.variables.count,
            "clauses": self.formula.clause_count,
            **counts,
            "complete": self.claim.is_exact,
            "claim": remark(self.claim),
        }

    def clauses(self) -> Iterator[list[int]]:
        """Yield all clauses as DIMACS literals, in the order of the file; ``formula.blocks`` has them as arrays."""
        for block in self.formula.blocks:
            for _, rows in in_pieces(block.rows):
                yield from rows.tolist()

    def to_pysat(self) -> PySatCnf:
        """Return the clauses as a ``pysat.formula.CNF``. Raises SolverMissing if PySAT is not installed."""
        try:
            from pysat.formula import CNF
        except ImportError as problem:
            raise SolverMissing(f"PySAT is not installed: pip install python-sat ({problem})") from None
        made: PySatCnf = CNF(from_clauses=list(self.clauses()))
        made.nv = self.variables.count  # variables in no clause count too
        return made

    def comments(self, rules: Runs, about: Mapping[str, object] | None = None) -> list[str]:
        """Return the comments of a file, which describe its contents; ``about`` is further data of the first comment."""
        from hashicnf.dimacs.header import header_lines, remark

        known = {**self.description, **(about or {})}
        return header_lines(known, remark(self.claim), self.variables.groups, rules, self.lines)

    def write(
        self,
        target: Target,
        *,
        form: Form | None = None,
        about: Mapping[str, object] | None = None,
        observe: Observer = unobserved,
    ) -> None:
        """Write a self-describing DIMACS file (``"-"``: standard output).

        ``target`` may be an open stream, which is not closed. ``form`` selects another form, ``about`` is further data of the first
        comment. Raises UsageError if a file cannot be written, if its ending is that of another form, or if the formula cannot be
        written in the form.
        """
        from hashicnf.pipeline.emit import Form, write_clauses

        form = Form() if form is None else form
        if not isinstance(form, Form):
            raise UsageError(f"form: expected a hashicnf.Form or None, not {form!r}")

        def describe(rules: Runs) -> list[str]:
            return [*self.comments(rules, about), *self._remarks(form)]

        if form.is_native:
            from hashicnf.pipeline.emit_opb import write_counts

            return write_counts(self.formula, self.native, describe, target, observe=observe)
        if self.native:
            raise UsageError("a formula with native counts is no DIMACS CNF; write it as OPB")
        return write_clauses(self.formula, describe, target, observe=observe)

    def _remarks(self, form: Form) -> Iterator[str]:
        """Yield the comments for other programs that the form requests."""
        if form.names or form.show:
            from hashicnf.dimacs.remarks import key_comments, name_comments, show_comments

            if form.names:
                yield from key_comments(self.puzzle.keys(self.choices, self.metric))
                yield from name_comments(self.variables)
            yield from show_comments(self.distinguishing) if form.show else ()

    def decode(self, model: Bools) -> object:
        """Return the solution of a model, bool[v + 1]."""
        return self.puzzle.decode(self.formula.variables, model, self.choices, self.metric)

    def plan(self, model: Bools) -> Plan | None:
        """Return the plan of a model, bool[v + 1]; None for puzzles that are not solved by plans."""
        if self.horizon is None:
            return None
        found = plan_in(self.puzzle.task(self.choices, self.metric), self.formula.variables, model)
        return found.named(self.decode(model))

    @property
    def distinguishing(self) -> Ints:
        """Return the variables by which model counters count solutions or plans, int32[n]."""
        if self.horizon is None:
            return np.arange(1, self.problem + 1, dtype=np.int32)
        from hashicnf.planning.horizons import distinguishing

        return distinguishing(self.puzzle.task(self.choices, self.metric), self.variables)

    def refine(self, model: Bools) -> list[Clauses]:
        """Return clauses that exclude a model because it breaks rules; none if it breaks none."""
        return self.claim.refine(model)


def plan_in(task: Task, variables: Variables, model: Bools) -> Plan:
    """Return the plan of a model, bool[v + 1], of a formula with a horizon."""
    from hashicnf.core.statespace import Plan
    from hashicnf.planning.horizons import cost_of, decode

    return Plan.judged(decode(task, variables, model), cost_of(task, variables, model), task.metric, ANY_PLAN)
