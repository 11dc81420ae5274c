"""Solve a file of clauses, and write a proof that it has no model; the proof of a program is replayed before it is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.files.outputs import PROOF, replacing, require_apart, require_output
from hashicnf.formulas.solve import CnfAnswer, solve_cnf
from hashicnf.formulas.solve import Own as Own
from hashicnf.proofs.logged import replayed
from hashicnf.proofs.trim import Trimming


def decide(cnf: str, solver: str, deadline: Deadline, own: Own) -> CnfAnswer:
    """Solve a file as ``solve_cnf`` does; without a proof, an existing file of its name is removed.

    Raises UsageError for a name under which the proof cannot be written, and the errors of ``solve_cnf``.
    """
    require_apart([own.proof], [cnf])
    if own.proof is not None:
        require_output(own.proof, *PROOF)
    with replacing(*([] if own.proof is None else [own.proof])) as keep:
        answer = solve_cnf(cnf, solver, deadline, replace(own, replay=_replay))
        if answer.has_proof:
            keep()
    return answer


def _replay(clauses: Iterable[Sequence[int]], proof: Iterable[str], solver: str, deadline: Deadline = NEVER) -> None:
    """Replay the proof of a program. Raises SolverFailed if it is none, GaveUp past the deadline."""
    replayed(Trimming(deadline.within(clauses)), proof, solver, deadline)
