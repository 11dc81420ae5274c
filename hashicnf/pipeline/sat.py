"""Solve a DIMACS file with any backend, and check the model against every clause."""

from __future__ import annotations

import numpy as np

from hashicnf.backends.choose import open_session
from hashicnf.constraints import Clauses, Origin
from hashicnf.dimacs.reader import read_cnf
from hashicnf.errors import SolverFailed
from hashicnf.logic import Sat, Verdict
from hashicnf.textio import read_bytes, shown

INPUT = Origin("input", "clause")


def solve_cnf(name: str, solver: str, timeout: float | None = None) -> Verdict:
    """Solve a file. Raises InputError where it is no DIMACS CNF, SolverFailed when the model breaks a clause."""
    cnf = read_cnf(read_bytes(name), shown(name))
    blocks = [Clauses(lits, INPUT, np.arange(len(lits), dtype=np.int32)) for lits in cnf.blocks()]
    with open_session(solver, cnf.variables, timeout) as session:
        session.add(blocks)
        verdict = session.solve()
    if isinstance(verdict, Sat) and (broken := sum(len(block.violated(verdict.model)) for block in blocks)):
        raise SolverFailed(f"{solver} returned a model that breaks {broken:,} of {len(cnf):,} clauses")
    return verdict
