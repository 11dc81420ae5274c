"""Solve a file of DIMACS CNF or incremental CNF with any backend, and check the model against every clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Literal, TypeAlias, cast

import numpy as np

from hashicnf.backends import Session, can_count
from hashicnf.backends.choose import OWN_SOLVER, is_external, open_prover, open_session, takes_assumptions
from hashicnf.backends.dpll import DpllFigures, DpllSession
from hashicnf.backends.dpll.branching import RULES, Branching, default_branching, material_of
from hashicnf.core.constraints import Clauses, Origin, require_model
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.progress import Progress
from hashicnf.dimacs.reader import Cnf, read_incremental
from hashicnf.errors import GaveUp, UsageError, counted, no_such
from hashicnf.files.inputs import limited_waiting, read_pieces, shown
from hashicnf.files.outputs import write_text
from hashicnf.formulas.assumed import ASSUMED, Anew, Assuming, under_cubes
from hashicnf.formulas.numbering import Numbering, Renumbered, numbering_of
from hashicnf.logic import Ints, Sat, Stopped, Unknown, Unsat, Verdict, resized
from hashicnf.pipeline.kinds import FORMULA
from hashicnf.pipeline.mixed import expecting
from hashicnf.records import record
from hashicnf.trace import SILENT, Tracer
from hashicnf.trace.steps import Figures, Record, Start

Replay: TypeAlias = Callable[[Iterable[Sequence[int]], Iterable[str], str, Deadline], None]
INPUT = Origin("input", "clause")
MOST_SHOWN = 500, 5_000  # most clauses and literals of a formula that its trace contains, so that pages can show it


@record
class Own:
    """The options of single solvers: branching rule, node limit and tracer of dpll, and a file for the proof.

    ``progress`` is not an option of the user: solvers other than dpll ignore it. ``replay`` checks the proof of a program; its
    arguments are the clauses, the lines of the proof, the solver's name and the deadline.
    """

    branching: str | None = None
    max_nodes: int | None = None
    proof: str | None = None
    tracer: Tracer = SILENT
    progress: Progress | None = None
    replay: Replay | None = None

    @property
    def rule(self) -> str:
        """Return the name of the branching rule of dpll, in its search as in its trace."""
        return default_branching(has_groups=False) if self.branching is None else self.branching


@record
class CnfAnswer:
    """The answer; ``statistics`` of dpll (None for others), ``counters`` of other solvers, and whether a proof was written.

    With a ``numbering``, the model is over the variables that occur in clauses, in its numbers, since the file declares too many
    others. ``cubes`` are the number refuted and the number of all; None if the file has no cubes.
    """

    verdict: Verdict
    statistics: DpllFigures | None = field(default=None, compare=False)
    has_proof: bool = False
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

    def literals(self) -> Ints:
        """Return the literals of the model in the numbers of the file, int32[v]; none if there is no model."""
        if not isinstance(self.verdict, Sat):
            return np.zeros(0, dtype=np.int32)
        values = self.verdict.model[1:]
        number = np.arange(1, len(values) + 1, dtype=np.int32)
        found: Ints = np.where(values, number, -number)
        return found if self.numbering is None else self.numbering.original(found)

    def figures(self) -> list[tuple[str, str]]:
        """Return names and values of the figures, as texts for people."""
        cubes = [] if self.cubes is None else [("cubes refuted", "{:,} of {:,}".format(*self.cubes))]
        if (known := self.statistics) is None:
            return [*cubes, *((name, f"{value:,}") for name, value in self.counters.items())]
        return [
            *cubes,
            ("decisions", f"{known.expanded:,}"),
            ("conflicts", f"{known.conflicts:,}"),
            ("forced literals", f"{known.propagated:,}"),
            ("deepest decision", f"{known.depth:,}"),
            ("seconds", f"{known.seconds:.3f}"),
            ("decisions per second", f"{known.nodes_per_second:,.0f}"),
        ]


def solve_cnf(name: str, solver: str, deadline: Deadline = NEVER, own: Own | None = None) -> CnfAnswer:
    """Solve a file of DIMACS CNF, or of incremental CNF, which has a model if it has one under some cube.

    Raises InputError for a file of another kind, UsageError for an option that the solver does not have, SolverFailed if the model
    falsifies a clause, or if the proof of a program is invalid.
    """
    asked = own or Own()
    _require_own(solver, asked)
    with limited_waiting(deadline.left()):
        try:
            with expecting((name, FORMULA)):
                whole = read_incremental(read_pieces(name), shown(name))
        except GaveUp:
            return CnfAnswer(Unknown(deadline.stopped()))
    _require_one(whole, asked)
    cnf, numbering = whole, numbering_of(whole)
    if numbering is not None:
        cnf = numbering.dense(whole)
        asked = replace(asked, tracer=Renumbered(asked.tracer, numbering))
    blocks = _blocks(cnf)
    begin = partial(_open, solver, cnf.variables, deadline, asked)
    with begin() if not cnf.cubes or takes_assumptions(solver) else Anew(begin) as session:
        session.add(blocks)
        if asked.tracer.active:
            _begin(asked, whole, blocks)
        if cnf.cubes:
            verdict, refuted = under_cubes(cast(Assuming, session), cnf.cubes)
            cubes = refuted, len(cnf.cubes)
        else:
            verdict, cubes = session.solve(), None
        counters = session.counters() if can_count(session) else {}
    if isinstance(verdict, Sat):
        verdict = _held(verdict, cnf.variables, blocks if cubes is None else [*blocks, _cube(cnf, cubes[0])], solver)
    statistics = session.statistics if isinstance(session, DpllSession) else None
    has_proof = False
    if isinstance(verdict, Unsat) and verdict.proof is not None and asked.proof is not None:
        _write_proof(verdict.proof, blocks, numbering, solver, deadline, asked)
        has_proof = True
    return CnfAnswer(verdict, statistics, has_proof, numbering, counters, cubes)


def _held(found: Sat, variables: int, blocks: Sequence[Clauses], solver: str) -> Sat:
    """Return the model, resized to so many variables. Raises SolverFailed if it falsifies a clause."""
    model = resized(found.model, variables)  # under assumptions, models of solvers can have another size
    require_model(model, blocks, f"{solver} returned")
    return Sat(model)


def _cube(cnf: Cnf, index: int) -> Clauses:
    """Return a cube, by its index from 0, as unit clauses."""
    return Clauses.units((cnf.cubes or ())[index], ASSUMED)


def _write_proof(
    proof: Sequence[str],
    blocks: Sequence[Clauses],
    numbering: Numbering | None,
    solver: str,
    deadline: Deadline,
    asked: Own,
) -> None:
    """Write a proof in the numbers of the file; the proof of a program is replayed first."""
    if asked.replay is not None and is_external(solver):
        asked.replay((clause for block in blocks for clause in block.lits.tolist()), proof, solver, deadline)
    lines = proof if numbering is None else map(numbering.line, proof)
    write_text(asked.proof or "", "".join(f"{line}\n" for line in lines))


def _blocks(cnf: Cnf) -> list[Clauses]:
    """Return the clauses as blocks by width; the source of each clause is its index in the file, from 0."""
    width = np.diff(cnf.start)
    return [Clauses(lits, INPUT, np.flatnonzero(width == lits.shape[1]).astype(np.int32)) for lits in cnf.blocks()]


def _open(solver: str, variables: int, deadline: Deadline, own: Own) -> Session:
    """Open a session, which writes proofs if one is requested; dpll gets its own options."""
    if solver != OWN_SOLVER and own.proof is not None:
        return open_prover(solver, variables, Limits(deadline))
    if solver != OWN_SOLVER:
        return open_session(solver, variables, deadline)
    return DpllSession(
        variables,
        branching=_rule(own.rule),
        limits=Limits(deadline, own.max_nodes),
        tracer=own.tracer,
        log_proof=own.proof is not None,
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
    names = [name for name, is_given in (("--proof", own.proof), ("--trace", own.tracer.active)) if is_given]
    if names and cnf.cubes:
        raise UsageError(f"{' and '.join(names)}: the file has cubes; cubes -o NAME/ writes a formula for each")


def _require_own(solver: str, own: Own) -> None:
    """Raise UsageError for options that the solver does not have, and for a proof on standard output, like the answer."""
    given = [
        ("--branching", own.branching is not None),
        ("--max-nodes", own.max_nodes is not None),
        ("--trace", own.tracer.active),
    ]
    names = [name for name, is_given in given if is_given]
    if names and solver != OWN_SOLVER:
        raise UsageError(f"{' and '.join(names)}: only for --solver {OWN_SOLVER}, not for {solver}")
    if own.proof == "-":
        raise UsageError("--proof -: the answer goes to standard output; name a file for the proof")
