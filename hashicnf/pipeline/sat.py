"""Solve a DIMACS file with any backend, and check the model against every clause."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hashicnf.backends import Session
from hashicnf.backends.choose import OWN_SOLVER, open_session
from hashicnf.backends.dpll import DpllSession, DpllStatistics
from hashicnf.backends.dpll.branching import RULES
from hashicnf.constraints import Clauses, Origin
from hashicnf.dimacs.reader import read_cnf
from hashicnf.effort import Limits
from hashicnf.errors import SolverFailed, UsageError
from hashicnf.logic import Sat, Unsat, Verdict
from hashicnf.textio import read_bytes, shown, write_text

INPUT = Origin("input", "clause")


@dataclass(frozen=True, slots=True)
class Own:
    """What only our own solver can be told: the name of a branching rule, a limit, and where to write its proof."""

    branching: str | None = None
    max_nodes: int | None = None
    proof: str | None = None


@dataclass(frozen=True, slots=True)
class CnfAnswer:
    """What was found; ``statistics`` of our own solver, None of others, and whether a proof was written."""

    verdict: Verdict
    statistics: DpllStatistics | None
    has_proof: bool = False

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


def solve_cnf(name: str, solver: str, timeout: float | None = None, own: Own | None = None) -> CnfAnswer:
    """Solve a file. Raises InputError where it is no DIMACS CNF, UsageError where the solver knows no such option.

    Raises SolverFailed when the model breaks a clause.
    """
    asked = own or Own()
    _require_own(solver, asked)
    cnf = read_cnf(read_bytes(name), shown(name))
    blocks = [Clauses(lits, INPUT, np.arange(len(lits), dtype=np.int32)) for lits in cnf.blocks()]
    with _open(solver, cnf.variables, timeout, asked) as session:
        session.add(blocks)
        verdict = session.solve()
    if isinstance(verdict, Sat) and (broken := sum(len(block.violated(verdict.model)) for block in blocks)):
        raise SolverFailed(f"{solver} returned a model that breaks {broken:,} of {len(cnf):,} clauses")
    statistics = session.statistics if isinstance(session, DpllSession) else None
    if isinstance(verdict, Unsat) and verdict.proof is not None and asked.proof is not None:
        write_text(asked.proof, "".join(f"{line}\n" for line in verdict.proof))
        return CnfAnswer(verdict, statistics, has_proof=True)
    return CnfAnswer(verdict, statistics)


def _open(solver: str, variables: int, timeout: float | None, own: Own) -> Session:
    """Make a session, our own with all that it can be told."""
    if solver != OWN_SOLVER:
        return open_session(solver, variables, timeout)
    return DpllSession(
        variables,
        branching=None if own.branching is None else RULES.get(own.branching),
        limits=Limits(timeout=timeout, max_nodes=own.max_nodes),
        log_proof=own.proof is not None,
    )


def _require_own(solver: str, own: Own) -> None:
    """Raise UsageError for options that this solver does not have, and for a proof amid the answer."""
    given = [("--branching", own.branching), ("--max-nodes", own.max_nodes), ("--proof", own.proof)]
    names = [name for name, value in given if value is not None]
    if names and solver != OWN_SOLVER:
        raise UsageError(f"{' and '.join(names)}: only for --solver {OWN_SOLVER}, not for {solver}")
    if own.proof == "-":
        raise UsageError("--proof -: the answer goes to standard output; name a file for the proof")
