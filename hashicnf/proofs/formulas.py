"""Solve a file of clauses, and write a proof that it has no model; the proof of a program is replayed before it is written."""

from __future__ import annotations

from dataclasses import replace

from hashicnf.backends.choose import is_external
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.dimacs.reader import Cnf
from hashicnf.errors import GaveUp, UsageError
from hashicnf.files.outputs import PROOF, reporting_kept, require_apart, require_output, write_text
from hashicnf.formulas.solve import CnfAnswer, Own, read_formula, solve_formula
from hashicnf.logic import Stopped, Unknown, Unsat
from hashicnf.proofs.logged import replayed
from hashicnf.proofs.trim import Trimming

NO_OPTIONS = Own()


def decide(
    name: str, solver: str, deadline: Deadline = NEVER, own: Own = NO_OPTIONS, proof: str | None = None
) -> CnfAnswer:
    """Solve a file of DIMACS CNF or of incremental CNF, and write the ``proof`` to a file if there is one.

    Else a file of that name is kept, with an OutputWarning. Raises InputError for a file of another kind, UsageError for an option
    that the solver does not have and a file that cannot be written, SolverFailed if the model falsifies a clause, or if the proof
    of a program is invalid.
    """
    require_apart([proof], [name])
    if proof is not None:
        require_output(proof, *PROOF)
    with reporting_kept(*([] if proof is None else [proof])) as settle:
        own.require(solver)
        if proof == "-":
            raise UsageError("--proof -: the answer goes to standard output; name a file for the proof")
        try:
            cnf = read_formula(name, deadline)
        except GaveUp as stop:
            return CnfAnswer(Unknown(Stopped.by(stop)))
        answer = solve_formula(cnf, solver, deadline, replace(own, proves=proof is not None))
        if proof is not None and isinstance(answer.verdict, Unsat) and answer.verdict.proof is not None:
            if is_external(solver):
                _replay(cnf, answer.verdict.proof, solver, deadline)
            write_text(proof, "".join(f"{line}\n" for line in answer.verdict.proof))
            settle()
    return answer


def _replay(cnf: Cnf, proof: tuple[str, ...], solver: str, deadline: Deadline) -> None:
    """Replay the proof of a program. Raises SolverFailed if it is none, GaveUp past the deadline."""
    clauses = (clause for block in cnf.blocks() for clause in block.tolist())
    replayed(Trimming(deadline.within(clauses)), proof, solver, deadline)
