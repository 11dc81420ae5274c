"""Write certificates: that a puzzle has exactly one solution, or none, or that no plan is shorter.

A certificate is a text for ``check_certificate``, or for ``check_plan`` (see ``certify_plan``), which do not rely on any code of
this package. The formula is over the puzzle's own variables, in the encodings without auxiliaries, so that each clause is an
instance of one rule; connectivity is stated by the cuts that the lazy loop needed. Only those clauses and lemmas are written that
the refutation needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Literal

import numpy as np

from hashicnf.backends import is_out_of_conflicts
from hashicnf.backends.choose import DEFAULT_SOLVER, REFUTING_SOLVER, prover_named
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.document import not_planned
from hashicnf.core.processor import processor_time
from hashicnf.core.progress import Observer, unobserved
from hashicnf.dimacs.drup import closed
from hashicnf.errors import GaveUp, SolverFailed, UsageError
from hashicnf.families import Certifying, Puzzle
from hashicnf.logic import Sat, Stopped, Unknown, Unsat
from hashicnf.pipeline.answer import checked_solution
from hashicnf.pipeline.compile import compile_puzzle, state
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.proofs import check_certificate
from hashicnf.proofs.certify_plan import certify_plan
from hashicnf.proofs.counting import STATED, Names, stated
from hashicnf.proofs.logged import decide
from hashicnf.proofs.lrat import Hinted
from hashicnf.proofs.outcomes import Certifiable, Certified, Cost, require_claim
from hashicnf.proofs.trim import Trimmed
from hashicnf.records import record
from hashicnf.refuting.by_counting import refute_by_counting
from hashicnf.refuting.search import Refuted
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.model_search import BRIEFLY, is_one_shot, persist
from hashicnf.solving.run import Run

OTHERWISE: Final = Origin("solution", STATED)
PATIENCE: Final = 200  # conflicts before refutation by counting is tried, which takes fewer lines
PLAIN: Final = Encodings(connectivity="lazy", simplify=False)


def certify(
    puzzle: Puzzle,
    *,
    claim: Certifiable | None = None,
    solver: str | None = None,
    metric: str | None = None,
    deadline: Deadline = NEVER,
    observe: Observer = unobserved,
) -> Certified:
    """Solve a puzzle and return a certificate of the outcome; with a ``claim``, only if the outcome is that.

    ``solver`` writes the proof (None: cadical195). ``metric`` defines the steps of a plan (None: the default one). Raises
    UsageError for a claim, solver or metric that does not fit the family, and for a family without a checker.
    """
    if claim is not None:
        require_claim(claim)
    if puzzle.rules.planning is not None:
        if solver is not None:
            raise UsageError(f"--solver: certificates of {puzzle.family} puzzles hold no proof of a solver")
        return certify_plan(puzzle, claim, metric, deadline, observe)
    puzzle.metric(metric)
    static = puzzle.rules.static
    if static is None or static.certifying is None:
        raise UsageError(f"there are no certificates of {puzzle.family} puzzles")
    if claim == "optimal":
        raise not_planned(puzzle.family, "--claim optimal")
    name = REFUTING_SOLVER if solver is None else solver
    prover_named(name)
    try:
        return _certified(puzzle, static.certifying(), claim, name, deadline, observe)
    except GaveUp as stop:
        return Certified("unknown", stopped=Stopped.by(stop))


def _certified(
    puzzle: Puzzle,
    material: Certifying[object, object],
    claim: Certifiable | None,
    name: str,
    deadline: Deadline,
    observe: Observer,
) -> Certified:
    """Solve a puzzle, refute the negation of the claim by the solver ``name``, and check. Raises GaveUp past a limit."""
    begun = processor_time()
    compiled = compile_puzzle(puzzle, PLAIN, observe=deadline.ending())
    decided = _decided(compiled, material, claim, deadline, observe)
    if not isinstance(decided, _Decided):
        return decided
    observe("look for a proof")
    proof = decide(decided.blocks, compiled.variables.count, name, deadline, observe, decided.lemmas)
    if isinstance(proof, Unknown):
        stopped = proof.stopped
        return Certified("unknown", stopped=_unproved(stopped) if decided.claim == "unsolvable" else stopped)
    if isinstance(proof, Sat):
        if not decided.is_open:
            raise SolverFailed(f"{name} returned a model of clauses that another solver refuted")
        checked_solution(compiled, proof.model, name)
        return Certified("several")
    if claim == "unique" and decided.claim == "unsolvable":
        return Certified("unsolvable")
    text, holds = "\n".join(_lines(compiled, material, decided, proof)), decided.claim
    del decided, proof  # frees memory for the checker
    made = processor_time()
    proves = _accepted(text, deadline, observe)
    return Certified(holds, text, proves, cost=Cost(made - begun, processor_time() - made))


def certificate_of(
    compiled: Compiled, blocks: tuple[Clauses, ...], proof: Trimmed, deadline: Deadline, observe: Observer
) -> str:
    """Return a certificate that a puzzle, compiled as ``PLAIN``, has no solution: ``proof`` refutes the clauses of ``blocks``.

    Raises SolverFailed if the checker refuses it, UsageError for a family without certificates, GaveUp at the deadline.
    """
    static = compiled.puzzle.rules.static
    if static is None or static.certifying is None:
        raise UsageError(f"there are no certificates of {compiled.puzzle.family} puzzles")
    text = "\n".join(_lines(compiled, static.certifying(), _Decided("unsolvable", None, blocks), proof))
    _accepted(text, deadline, observe)
    return text


def _accepted(text: str, deadline: Deadline, observe: Observer) -> str:
    """Check a certificate; return what it proves. Raises SolverFailed if the checker refuses it, GaveUp at the deadline."""
    lines = text.count("\n")

    def begin(line: int) -> None:
        deadline.require(" while the certificate was checked")
        observe("check the certificate", line / lines)

    try:
        return check_certificate.check(text, begin)
    except check_certificate.RefusedError as problem:
        raise SolverFailed(f"the checker refuses the certificate: {problem.args[1]}") from None


@record
class _Decided:
    """The claim, the solution if there is one, and clauses that state the negation of the claim, which are unsatisfiable.

    If this ``is_open``, unsatisfiability is not known yet: the clauses state all rules, and have a model if the claim is wrong.
    Unit propagation derives each of the ``lemmas``, literals, from the clauses and the lemmas before it, then a contradiction, if
    there are any.
    """

    claim: Literal["unique", "unsolvable"]
    solution: object
    blocks: tuple[Clauses, ...]
    is_open: bool = False
    lemmas: tuple[int, ...] = ()


def _decided(
    compiled: Compiled,
    material: Certifying[object, object],
    claim: Certifiable | None,
    deadline: Deadline,
    observe: Observer,
) -> _Decided | Certified:
    """Search for a solution, then for another one."""
    with LazyLoop(compiled, DEFAULT_SOLVER, deadline) as loop:
        found = _first(loop, material, observe)
        if not isinstance(found, Sat):
            return found
        if claim == "unsolvable":
            return Certified("solvable")
        return _another(loop, material, found, observe)


def _first(loop: LazyLoop, material: Certifying[object, object], observe: Observer) -> Sat | _Decided | Certified:
    """Search for a solution: by the loop, then by counting that there is none, then by the other roads."""
    observe("look for a solution")
    compiled, blocks = loop.compiled, loop.compiled.formula.blocks
    loop.climb()
    verdict = loop.ask(conflicts=PATIENCE)
    if is_out_of_conflicts(verdict):
        if (counted := _counted_out(compiled, material, loop.deadline)) is not None:
            sums, lemmas = counted
            return _Decided("unsolvable", None, (*blocks, *loop.cuts, *sums), lemmas=lemmas)
        verdict = persist(Run(compiled, deadline=loop.deadline), loop)
        if isinstance(verdict, Unsat):  # found in another way: the cuts are still to be found
            observe("look for clauses that refute the puzzle")
            verdict = loop.ask()
            if isinstance(verdict, Unknown):
                verdict = Unknown(_unproved(verdict.stopped))
    match verdict:
        case Sat():
            return verdict
        case Unsat():
            return _Decided("unsolvable", None, (*blocks, *loop.cuts))
        case Unknown(stopped):
            return Certified("unknown", stopped=stopped)


def _another(
    loop: LazyLoop, material: Certifying[object, object], first: Sat, observe: Observer
) -> _Decided | Certified:
    """Search for another solution than that of a model; if that takes long, the solver that writes the proof decides."""
    observe("look for another solution")
    compiled, cuts = loop.compiled, [*loop.cuts]
    solution = checked_solution(compiled, first.model, DEFAULT_SOLVER)
    literals = np.array([material.differs(compiled.puzzle.board, solution)], dtype=np.int32).reshape(1, -1)
    otherwise = Clauses.of(literals, OTHERWISE)
    loop.add([otherwise])
    loop.stay_near(first.model)
    blocks = (*compiled.formula.blocks, *cuts, otherwise)
    match verdict := loop.ask(conflicts=BRIEFLY if is_one_shot(compiled) else None):
        case Sat(model):
            checked_solution(compiled, model, DEFAULT_SOLVER)
            return Certified("several")
        case Unsat():
            return _Decided("unique", solution, (*blocks, *loop.cuts[len(cuts) :]))
        case Unknown() if is_out_of_conflicts(verdict):
            return _Decided("unique", solution, blocks, is_open=True)
        case Unknown(stopped):
            return Certified("unknown", stopped=stopped)


def _unproved(stopped: Stopped) -> Stopped:
    """Return why there is no proof about a puzzle that is known to be unsolvable."""
    return replace(
        stopped, reason=f"{stopped.reason}; there is no solution, but no proof was found that a certificate can hold"
    )


def _counted_out(
    compiled: Compiled, material: Certifying[object, object], deadline: Deadline
) -> tuple[list[Clauses], tuple[int, ...]] | None:
    """Refute a puzzle by counting; return clauses that state the arguments, and the literals that these derive in turn.

    None if it cannot be refuted or stated so.
    """
    if material.sums is None:
        return None
    constraints = state(compiled.puzzle)
    found = refute_by_counting(constraints, deadline=deadline)
    if not isinstance(found, Refuted):
        return None
    board = compiled.puzzle.board
    named = Names(partial(material.sums, board), material.crowded and partial(material.crowded, board))
    blocks = list[Clauses]()
    for argument in found.arguments:
        if (more := stated(argument, constraints.batches, constraints.problem.count, named)) is None:
            return None
        blocks += more
    return blocks, tuple(-int(lemma.premises[-1]) for lemma in found.lemmas)


def _lines(
    compiled: Compiled, material: Certifying[object, object], decided: _Decided, proof: Trimmed | Hinted
) -> Iterable[str]:
    """Yield the lines of a certificate."""
    board = compiled.puzzle.board
    yield from (check_certificate.MAGIC, f"claim: {decided.claim}", "[puzzle]", *compiled.lines)
    if decided.solution is not None:
        yield from ("[solution]", *material.lines(board, decided.solution))
    yield from ("[formula]", f"p cnf {compiled.variables.count} {len(proof.core)}")
    reasons: dict[str, list[tuple[int, str]]] = {}
    for place, (block, row) in enumerate(_rows(decided.blocks, proof.core)):
        clause, source, rule = block.lits[row], int(block.source[row]), block.origin.rule
        reason = rule if block.origin.kind == STATED else material.reason(board, rule, source, clause)
        reasons.setdefault(f"c {reason}", []).append((place, closed(clause.tolist())))
    for reason, clauses in reasons.items():
        yield from (reason, *(clause for _, clause in clauses))
    yield "[proof]"
    order = [place for clauses in reasons.values() for place, _ in clauses]
    yield from proof.lines(order) if isinstance(proof, Hinted) else proof.lines()
    yield ""


def _rows(blocks: Sequence[Clauses], numbers: Sequence[int]) -> Iterable[tuple[Clauses, int]]:
    """Yield block and row of clauses given by their numbers through all blocks; the numbers ascend."""
    first, left = 0, iter(numbers)
    number = next(left, None)
    for block in blocks:
        made = block.made()
        while number is not None and number < first + len(block):
            yield made, number - first
            number = next(left, None)
        first += len(block)
