"""Write certificates: that a puzzle has one solution, or none, or that a plan is a shortest one.

A certificate is a text for ``check_certificate`` or ``check_plan``, which believe nothing of what is here. For unique and
unsolvable puzzles it holds a formula over the puzzle's own variables, in the encodings without auxiliaries, so that each clause is
an instance of one rule; connectivity is the cuts that the lazy loop needed. Of formula and proof only what the refutation
rests on is written. A certificate of a plan holds the plan alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

import numpy as np

from hashicnf.backends.choose import DEFAULT_SOLVER, open_session
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.core.limits import Limits, Progress
from hashicnf.errors import InternalError, UsageError
from hashicnf.families import Certifying, Puzzle
from hashicnf.logic import Sat, Stopped, Unknown, Unsat
from hashicnf.pipeline.compile import Compiled
from hashicnf.proofs import check_certificate
from hashicnf.proofs.refute import refute
from hashicnf.proofs.trim import Trimmed
from hashicnf.records import record
from hashicnf.solving.cuts import decide
from hashicnf.solving.request import Encodings

Claim: TypeAlias = Literal["unique", "unsolvable", "optimal"]
Found: TypeAlias = Literal["unique", "unsolvable", "optimal", "several", "solvable", "unknown"]
PROVER: Final = "cadical153"
OTHERWISE: Final = Origin("solution", "solution")
PLAIN: Final = Encodings(connectivity="lazy", simplify=False)


@record
class Certified:
    """What was found of a puzzle, and the text of a certificate, None where there is nothing to certify.

    ``several`` is a puzzle with more than one solution, ``solvable`` one that was claimed to be unsolvable; of ``unknown`` there is
    the reason in ``stopped``.
    """

    found: Found
    text: str | None = None
    clauses: int = 0
    lemmas: int = 0
    stopped: Stopped | None = None


def certify(
    puzzle: Puzzle,
    *,
    claim: Claim | None = None,
    solver: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Certified:
    """Find out whether a puzzle is unique or unsolvable, and write a certificate of that, or only of a ``claim``.

    Another solver than cadical153 may write the proof. Raises UsageError for a claim or solver that does not fit, and for a family
    that no checker knows.
    """
    static = puzzle.rules.static
    if static is None or static.certifying is None:
        raise UsageError(f"there are no certificates of {puzzle.family} puzzles")
    if claim == "optimal":
        raise UsageError(f"--claim optimal: {puzzle.family} puzzles are not solved by plans")
    limits = limits or Limits()
    compiled = PLAIN.compile(puzzle)
    material: Certifying[object, object] = static.certifying()
    decided = _decided(compiled, material, claim, limits)
    if not isinstance(decided, _Decided):
        return decided
    proof = refute(decided.blocks, compiled.variables.count, solver or PROVER, limits, progress)
    if isinstance(proof, Unknown):
        return Certified("unknown", stopped=proof.stopped)
    if claim == "unique" and decided.claim == "unsolvable":
        return Certified("unsolvable")
    text = "\n".join(_lines(compiled, material, decided, proof))
    check_certificate.check(text)
    return Certified(decided.claim, text, len(proof.core), sum(not deletes for deletes, _ in proof.steps))


@record
class _Decided:
    """What was found, the solution if there is one, and clauses that refute the contrary."""

    claim: Literal["unique", "unsolvable"]
    solution: object
    blocks: tuple[Clauses, ...]


def _decided(
    compiled: Compiled, material: Certifying[object, object], claim: Claim | None, limits: Limits
) -> _Decided | Certified:
    """Look for a solution, then for another one."""
    formula = compiled.formula.blocks
    with open_session(DEFAULT_SOLVER, compiled.variables.count, limits.deadline) as session:
        verdict, cuts = decide(session, compiled, formula)
        if isinstance(verdict, Unknown):
            return Certified("unknown", stopped=verdict.stopped)
        if isinstance(verdict, Unsat):
            return _Decided("unsolvable", None, (*formula, *cuts))
        if claim == "unsolvable":
            return Certified("solvable")
        solution = _checked(compiled, verdict)
        literals = np.array([material.differs(compiled.puzzle.board, solution)], dtype=np.int32).reshape(1, -1)
        otherwise = Clauses(literals, OTHERWISE, np.zeros(1, dtype=np.int32))
        verdict, more = decide(session, compiled, [otherwise])
    match verdict:
        case Unknown(stopped):
            return Certified("unknown", stopped=stopped)
        case Sat():
            _checked(compiled, verdict)
            return Certified("several")
        case _:
            return _Decided("unique", solution, (*formula, *cuts, otherwise, *more))


def _checked(compiled: Compiled, verdict: Sat) -> object:
    """Decode a model. Raises InternalError if it is no solution."""
    solution = compiled.decode(verdict.model)
    if broken := compiled.puzzle.check(solution):
        raise InternalError(f"a model of the formula breaks a rule of the puzzle: {broken[0].message}")
    return solution


def _lines(
    compiled: Compiled, material: Certifying[object, object], decided: _Decided, proof: Trimmed
) -> Iterable[str]:
    """Write the lines of a certificate."""
    board = compiled.puzzle.board
    yield from (check_certificate.MAGIC, f"claim: {decided.claim}", "[puzzle]", *compiled.lines)
    if decided.solution is not None:
        yield from ("[solution]", *material.lines(board, decided.solution))
    yield from ("[formula]", f"p cnf {compiled.variables.count} {len(proof.core)}")
    reasons: dict[str, list[str]] = {}
    for block, row in _rows(decided.blocks, proof.core):
        clause, source, rule = block.lits[row], int(block.source[row]), block.origin.rule
        reason = rule if rule == OTHERWISE.rule else material.reason(board, rule, source, clause)
        reasons.setdefault(f"c {reason}", []).append(_closed(clause.tolist()))
    for reason, clauses in reasons.items():
        yield from (reason, *clauses)
    yield "[proof]"
    yield from ("d " * deletes + _closed(clause) for deletes, clause in proof.steps)
    yield ""


def _rows(blocks: Sequence[Clauses], numbers: Sequence[int]) -> Iterable[tuple[Clauses, int]]:
    """Find clauses that are numbered through all blocks; the numbers ascend."""
    first, left = 0, iter(numbers)
    number = next(left, None)
    for block in blocks:
        made = block.made()
        while number is not None and number < first + len(block):
            yield made, number - first
            number = next(left, None)
        first += len(block)


def _closed(clause: Sequence[int]) -> str:
    return " ".join(map(str, (*clause, 0)))
