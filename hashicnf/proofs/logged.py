"""Refute clauses by a solver that logs its proof, and trim the proof: by its hints if it has any, else by replaying it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from hashicnf.backends.choose import open_prover, prover_named
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import SolverFailed
from hashicnf.logic import Ints, Sat, Unknown, Unsat
from hashicnf.proofs.lrat import Hinted, NoLratError, trim
from hashicnf.proofs.relevant import Relevant, relevant
from hashicnf.proofs.rup import ProofStep, Refused
from hashicnf.proofs.trim import Trimmed, Trimming

Found = TypeVar("Found", Trimmed, Hinted)


def refute(blocks: Sequence[Clauses], variables: int, solver: str) -> Trimmed | Unknown:
    """Return the clauses that a refutation needs, numbered through all blocks, and its lemmas; Unknown if interrupted.

    No solver is called if unit propagation is enough. Raises UsageError for a solver that writes no proofs, SolverFailed for one
    that finds a model, or whose proof is wrong.
    """
    found = _decided(blocks, variables, solver, NEVER, unobserved, hints=False)
    if isinstance(found, Trimmed | Unknown):
        return found
    raise SolverFailed(f"{solver} returned a model of clauses that another solver refuted")


def decide(
    blocks: Sequence[Clauses],
    variables: int,
    solver: str,
    deadline: Deadline,
    observe: Observer,
    lemmas: Sequence[int],
) -> Trimmed | Hinted | Sat | Unknown:
    """Return a refutation as ``refute`` does, with hints if the solver writes them, or a model; Unknown past the deadline.

    Raises as ``refute`` does, and GaveUp if the deadline passes before the proof is trimmed.
    No solver is called either if unit propagation derives each of the ``lemmas``, literals, and then a contradiction.
    """
    if lemmas and isinstance(found := _by_lemmas(blocks, variables, lemmas, deadline), Trimmed):
        return found
    return _decided(blocks, variables, solver, deadline, observe, hints=True)


def _by_lemmas(
    blocks: Sequence[Clauses], variables: int, lemmas: Sequence[int], deadline: Deadline
) -> Trimmed | Refused:
    """Return the refutation that consists of some literals, which unit propagation derives; Refused if it does not."""
    chosen = relevant(blocks, variables, deadline)
    trimming = Trimming(deadline.within(chosen.clauses()))
    found = trimming.done or trimming.replay([(False, [literal]) for literal in lemmas], deadline)
    return _numbered(found, chosen.numbers) if isinstance(found, Trimmed) else found


def _decided(
    blocks: Sequence[Clauses],
    variables: int,
    solver: str,
    deadline: Deadline,
    observe: Observer,
    *,
    hints: bool,
) -> Trimmed | Hinted | Sat | Unknown:
    prover_named(solver)
    chosen = relevant(blocks, variables, deadline)
    trimming = Trimming(deadline.within(chosen.clauses()))
    if trimming.done is not None:
        return _numbered(trimming.done, chosen.numbers)
    with open_prover(solver, variables, Limits(deadline), observe, hints=hints) as session:
        session.add(chosen.blocks)
        verdict = session.solve()
    if not isinstance(verdict, Unsat):
        return verdict
    if verdict.hinted is not None:
        return _numbered(_trimmed(verdict.hinted, chosen, solver, deadline), chosen.numbers)
    if verdict.proof is None:
        raise SolverFailed(f"{solver} returned no proof")
    return _numbered(replayed(trimming, verdict.proof, solver, deadline), chosen.numbers)


def _numbered(found: Found, numbers: Ints) -> Found:
    """Return a trimmed proof whose core is renumbered through all blocks; ``numbers`` are those of the chosen clauses."""
    return replace(found, core=tuple(numbers[[*found.core]].tolist()))


def _trimmed(proof: bytes, chosen: Relevant, solver: str, deadline: Deadline) -> Hinted:
    """Trim a proof in LRAT of the chosen clauses. Raises SolverFailed if it is invalid, GaveUp past the deadline."""
    is_unit = np.repeat([block.width == 1 for block in chosen.blocks], [*map(len, chosen.blocks)])
    try:
        return trim(proof, is_unit, deadline)
    except NoLratError as problem:
        raise SolverFailed(
            f"the proof of {solver} {problem.args[0]}; try another solver (see: hashicnf solvers)"
        ) from None


def replayed(trimming: Trimming, proof: Iterable[str], solver: str, deadline: Deadline) -> Trimmed:
    """Replay and trim a proof, given as lines of DRUP. Raises SolverFailed if it is wrong, GaveUp past the deadline."""
    found = trimming.done or trimming.replay(map(step_of, proof), deadline)
    if isinstance(found, Trimmed):
        return found
    what = (
        "ends too early"
        if found.clause is None
        else f"has step {found.index + 1} that does not follow by unit propagation"
    )
    raise SolverFailed(f"the proof of {solver} {what}; try another solver (see: hashicnf solvers)")


def step_of(line: str) -> ProofStep:
    """Return the step of a line: a lemma, or d and a clause, with a final 0."""
    words = line.split()
    deletes = words[:1] == ["d"]
    return deletes, [int(word) for word in words[deletes:-1]]
