"""Solve formulas in DIMACS CNF or incremental CNF with any backend, and check the model against every clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Literal, cast

import numpy as np

from hashicnf.backends import Session, can_count
from hashicnf.backends.choose import OWN_SOLVER, has, open_prover, open_session
from hashicnf.backends.dpll import DpllFigures, DpllSession
from hashicnf.backends.dpll.branching import RULES, Branching, default_branching, material_of
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.modelcheck import require_model
from hashicnf.core.progress import Progress
from hashicnf.dimacs.reader import Cnf, read_incremental
from hashicnf.errors import GaveUp, UsageError, counted, no_such
from hashicnf.files.inputs import limited_waiting, read_pieces, shown
from hashicnf.formulas.assumed import ASSUMED, Anew, Assuming, under_cubes
from hashicnf.formulas.numbering import Numbering, Renumbered, numbering_of
from hashicnf.logic import NO_LITERALS, Ints, Sat, Stopped, Unknown, Unsat, Verdict, literals_of, resized
from hashicnf.pipeline.file_kinds import FORMULA
from hashicnf.pipeline.mixed_files import expecting
from hashicnf.records import record
from hashicnf.trace import SILENT, Tracer
from hashicnf.trace.steps import Figures, Record, Start

INPUT = Origin("input", "clause")
MOST_SHOWN = 500, 5_000  # most clauses and literals of a formula that its trace contains, so that pages can show it


@record
class Own:
    """The options of single solvers: branching rule, node limit and tracer of dpll, and whether a proof is written.

    ``progress`` is not an option of the user: solvers other than dpll ignore it.
    """

    branching: str | None = None
    max_nodes: int | None = None
    tracer: Tracer = SILENT
    progress: Progress | None = None
    proves: bool = False

    @property
    def rule(self) -> str:
        """Return the name of the branching rule of dpll, in its search as in its trace."""
        return default_branching(has_groups=False) if self.branching is None else self.branching

    def require(self, solver: str) -> None:
        """Raise UsageError for options that the solver does not have."""
        given = [
            ("--branching", self.branching is not None),
            ("--max-nodes", self.max_nodes is not None),
            ("--trace", self.tracer.active),
        ]
        names = [name for name, is_given in given if is_given]
        if names and solver != OWN_SOLVER:
            raise UsageError(f"{' and '.join(names)}: only for --solver {OWN_SOLVER}, not for {solver}")


@record
class CnfAnswer:
    """The answer; ``statistics`` of dpll (None for others), ``counters`` of other solvers.

    With a ``numbering``, the model is over the variables that occur in clauses, in its numbers, since the file declares too many
    others. ``cubes`` are the number refuted and the number of all; None if the file has no cubes.
    """

    verdict: Verdict
    statistics: DpllFigures | None = field(default=None, compare=False)
    numbering: Numbering | None = None
    counters: Mapping[str, int] = field(default_factory=dict, compare=False)
    cubes: tuple[int, int] | None = None

    def __repr__(self) -> str:
        """Return the outcome in one line, with the number of variables of a model."""
        model = f", {counted(len(self.literals()), 'variable')}" if isinstance(self.verdict, Sat) else ""
        return f"<answer of sat: {self.status}{model}>"

    @property
    def status(self) -> Literal["satisfiable", "unsatisfiable", "unknown"]:
        """Return the outcome in one word."""
        match self.verdict:
            case Sat():
                return "satisfiable"
            case Unsat():
                return "unsatisfiable"
            case Unknown():
                return "unknown"

    @property
    def stopped(self) -> Stopped | None:
        """Return why the outcome is unknown, None if it is known."""
        return self.verdict.stopped if isinstance(self.verdict, Unknown) else None

    @property
    def has_proof(self) -> bool:
        """Return whether there is a proof that no model exists, which ``sat`` writes to a file."""
        return isinstance(self.verdict, Unsat) and self.verdict.proof is not None

    def literals(self) -> Ints:
        """Return the literals of the model in the numbers of the file, int32[v]; none if there is no model."""
        if not isinstance(self.verdict, Sat):
            return NO_LITERALS
        model = self.verdict.model
        found = literals_of(model, np.arange(1, len(model), dtype=np.int32))
        return found if self.numbering is None else self.numbering.original(found)


def read_formula(name: str, deadline: Deadline) -> Cnf:
    """Read a file of DIMACS CNF or incremental CNF. Raises InputError for a file of another kind, GaveUp past the deadline."""
    with limited_waiting(deadline.left()):
        try:
            with expecting((name, FORMULA)):
                return read_incremental(read_pieces(name), shown(name))
        except GaveUp:
            raise deadline.stopped().error() from None


def solve_formula(whole: Cnf, solver: str, deadline: Deadline, own: Own) -> CnfAnswer:
    """Solve a formula; an incremental one has a model if it has one under some cube. A proof is in the numbers of the formula.

    Raises UsageError for options that do not fit the formula, SolverFailed if the model falsifies a clause.
    """
    _require_one(whole, own)
    cnf, numbering = whole, numbering_of(whole)
    if numbering is not None:
        cnf = numbering.dense(whole)
        own = replace(own, tracer=Renumbered(own.tracer, numbering))
    blocks = _blocks(cnf)
    begin = partial(_open, solver, cnf.variables, deadline, own)
    with begin() if not cnf.cubes or has(solver, "assumptions") else Anew(begin) as session:
        session.add(blocks)
        if own.tracer.active:
            _begin(own, whole, blocks)
        if cnf.cubes:
            verdict, refuted = under_cubes(cast(Assuming, session), cnf.cubes)
            cubes = refuted, len(cnf.cubes)
        else:
            verdict, cubes = session.solve(), None
        counters = session.counters() if can_count(session) else {}
    if isinstance(verdict, Sat):
        verdict = _held(verdict, cnf.variables, blocks if cubes is None else [*blocks, _cube(cnf, cubes[0])], solver)
    elif isinstance(verdict, Unsat) and verdict.proof is not None and numbering is not None:
        verdict = replace(verdict, proof=tuple(map(numbering.line, verdict.proof)))
    statistics = session.statistics if isinstance(session, DpllSession) else None
    return CnfAnswer(verdict, statistics, numbering, counters, cubes)


def _held(found: Sat, variables: int, blocks: Sequence[Clauses], solver: str) -> Sat:
    """Return the model, resized to so many variables. Raises SolverFailed if it falsifies a clause."""
    model = resized(found.model, variables)  # under assumptions, models of solvers can have another size
    require_model(model, blocks, f"{solver} returned")
    return Sat(model)


def _cube(cnf: Cnf, index: int) -> Clauses:
    """Return a cube, by its index from 0, as unit clauses."""
    return Clauses.units((cnf.cubes or ())[index], ASSUMED)


def _blocks(cnf: Cnf) -> list[Clauses]:
    """Return the clauses as blocks by width; the source of each clause is its index in the file, from 0."""
    width = np.diff(cnf.start)
    return [Clauses(lits, INPUT, np.flatnonzero(width == lits.shape[1]).astype(np.int32)) for lits in cnf.blocks()]


def _open(solver: str, variables: int, deadline: Deadline, own: Own) -> Session:
    """Open a session, which writes proofs if one is requested; dpll gets its own options."""
    if solver != OWN_SOLVER and own.proves:
        return open_prover(solver, variables, Limits(deadline))
    if solver != OWN_SOLVER:
        return open_session(solver, variables, deadline)
    return DpllSession(
        variables,
        branching=_rule(own.rule),
        limits=Limits(deadline, own.max_nodes),
        tracer=own.tracer,
        log_proof=own.proves,
        progress=own.progress,
    )


def _rule(name: str) -> Branching:
    """Return a branching rule by name. Raises UsageError with a list of the rules for formulas."""
    if RULES.find(name) is None:
        raise no_such(RULES.noun, name, sorted(one for one, rule in RULES.all().items() if not rule.needs_groups))
    return RULES.get(name)


def _begin(own: Own, cnf: Cnf, blocks: list[Clauses]) -> None:
    """Write the first record of a trace. Raises UsageError before that if the branching rule does not apply to a formula."""
    _rule(own.rule).prepared(material_of(blocks, (), ()))
    settings: Figures = {"branching": own.rule, "variables": cnf.variables, "clauses": len(cnf)}
    own.tracer.emit(Record(0, -1, Start(OWN_SOLVER, lines=_lines(cnf), settings=settings)))


def _lines(cnf: Cnf) -> tuple[str, ...]:
    """Return a small formula as the lines of a file, with its clauses in order; no lines for a large one."""
    clauses, literals = MOST_SHOWN
    if len(cnf) > clauses or len(cnf.lits) > literals:
        return ()
    rows = (" ".join(map(str, [*cnf.clause(i).tolist(), 0])) for i in range(len(cnf)))
    return f"p cnf {cnf.variables} {len(cnf)}", *rows


def _require_one(cnf: Cnf, own: Own) -> None:
    """Raise UsageError for a proof or a trace of a file with cubes: each is for one formula."""
    names = [name for name, is_given in (("--proof", own.proves), ("--trace", own.tracer.active)) if is_given]
    if names and cnf.cubes:
        raise UsageError(f"{' and '.join(names)}: the file has cubes; cubes -o NAME/ writes a formula for each")
