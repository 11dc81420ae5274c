"""Solve a DIMACS file with any backend, and check the model against every clause."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hashicnf.backends import Session
from hashicnf.backends.choose import OWN_SOLVER, open_session
from hashicnf.backends.dpll import DpllFigures, DpllSession
from hashicnf.backends.dpll.branching import RULES, material_of
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.limits import Limits, Progress
from hashicnf.dimacs.reader import Cnf, read_cnf
from hashicnf.errors import GaveUp, SolverFailed, UsageError, counted
from hashicnf.files.inputs import limited_waiting, read_pieces, shown
from hashicnf.files.outputs import write_text
from hashicnf.logic import Ints, Sat, Unknown, Unsat, Verdict
from hashicnf.records import record
from hashicnf.solving.numbering import Numbering, Renumbered, numbering_of
from hashicnf.trace import SILENT, Tracer
from hashicnf.trace.steps import Figures, Record, Start

INPUT = Origin("input", "clause")
DEFAULT_BRANCHING = "jeroslow-wang"


@record
class Own:
    """Options of dpll alone: branching rule, node limit, proof file, tracer, progress.

    ``progress`` is no option: other solvers pass it over.
    """

    branching: str | None = None
    max_nodes: int | None = None
    proof: str | None = None
    tracer: Tracer = SILENT
    progress: Progress | None = None


@record
class CnfAnswer:
    """The answer; ``statistics`` of dpll, None of others, and whether a proof was written.

    With a ``numbering`` the model is about the variables that clauses mention, in its numbers; the file has too many others.
    """

    verdict: Verdict
    statistics: DpllFigures | None
    has_proof: bool = False
    numbering: Numbering | None = None

    def literals(self) -> Ints:
        """List the literals of the model in the numbers of the file, int32; none if there is no model."""
        if not isinstance(self.verdict, Sat):
            return np.zeros(0, dtype=np.int32)
        values = self.verdict.model[1:]
        number = np.arange(1, len(values) + 1, dtype=np.int32)
        found: Ints = np.where(values, number, -number)
        return found if self.numbering is None else self.numbering.original(found)

    def figures(self) -> list[tuple[str, str]]:
        """List names and values of the figures there are, for people."""
        if (known := self.statistics) is None:
            return []
        return [
            ("decisions", f"{known.expanded:,}"),
            ("conflicts", f"{known.conflicts:,}"),
            ("forced literals", f"{known.propagated:,}"),
            ("deepest decision", f"{known.depth:,}"),
            ("seconds", f"{known.seconds:.3f}"),
            ("decisions per second", f"{known.nodes_per_second:,.0f}"),
        ]


def solve_cnf(name: str, solver: str, deadline: Deadline = NEVER, own: Own | None = None) -> CnfAnswer:
    """Solve a file. Raises InputError where it is no DIMACS CNF, UsageError where the solver knows no such option.

    Raises SolverFailed when the model breaks a clause.
    """
    asked = own or Own()
    _require_own(solver, asked)
    with limited_waiting(deadline.left()):
        try:
            whole = read_cnf(read_pieces(name), shown(name))
        except GaveUp:
            return CnfAnswer(Unknown(deadline.stopped()), None)
    cnf, numbering = whole, numbering_of(whole)
    if numbering is not None:
        cnf = numbering.dense(whole)
        asked = replace(asked, tracer=Renumbered(asked.tracer, numbering))
    blocks = _blocks(cnf)
    with _open(solver, cnf.variables, deadline, asked) as session:
        session.add(blocks)
        if asked.tracer.active:
            _begin(asked, whole, blocks)
        verdict = session.solve()
    if isinstance(verdict, Sat) and (broken := sum(len(block.violated(verdict.model)) for block in blocks)):
        raise SolverFailed(f"{solver} returned a model that breaks {broken:,} of {counted(len(cnf), 'clause')}")
    statistics = session.statistics if isinstance(session, DpllSession) else None
    if isinstance(verdict, Unsat) and verdict.proof is not None and asked.proof is not None:
        lines = verdict.proof if numbering is None else map(numbering.line, verdict.proof)
        write_text(asked.proof, "".join(f"{line}\n" for line in lines))
        return CnfAnswer(verdict, statistics, True, numbering)
    return CnfAnswer(verdict, statistics, False, numbering)


def _blocks(cnf: Cnf) -> list[Clauses]:
    """Take the clauses by width; the source of each is its place in the file, 0-based."""
    width = np.diff(cnf.start)
    return [Clauses(lits, INPUT, np.flatnonzero(width == lits.shape[1]).astype(np.int32)) for lits in cnf.blocks()]


def _open(solver: str, variables: int, deadline: Deadline, own: Own) -> Session:
    """Open a session; dpll gets its own options."""
    if solver != OWN_SOLVER:
        return open_session(solver, variables, deadline)
    return DpllSession(
        variables,
        branching=None if own.branching is None else RULES.get(own.branching),
        limits=Limits(deadline, own.max_nodes),
        tracer=own.tracer,
        log_proof=own.proof is not None,
        progress=own.progress,
    )


def _begin(own: Own, cnf: Cnf, blocks: list[Clauses]) -> None:
    """Write the first record of a trace. Raises UsageError before that if the branching rule has no use for a formula."""
    branching = DEFAULT_BRANCHING if own.branching is None else own.branching
    RULES.get(branching).prepare(material_of(blocks, (), ()))
    settings: Figures = {"branching": branching, "variables": cnf.variables, "clauses": len(cnf)}
    own.tracer.emit(Record(0, -1, Start(OWN_SOLVER, settings=settings)))


def _require_own(solver: str, own: Own) -> None:
    """Raise UsageError for options that this solver does not have, and for a proof amid the answer."""
    given = [
        ("--branching", own.branching is not None),
        ("--max-nodes", own.max_nodes is not None),
        ("--proof", own.proof is not None),
        ("--trace", own.tracer.active),
    ]
    names = [name for name, is_given in given if is_given]
    if names and solver != OWN_SOLVER:
        raise UsageError(f"{' and '.join(names)}: only for --solver {OWN_SOLVER}, not for {solver}")
    if own.proof == "-":
        raise UsageError("--proof -: the answer goes to standard output; name a file for the proof")
