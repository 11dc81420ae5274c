"""Write proofs that a puzzle has no solution, or no plan of so many steps, which any checker can verify.

A solver that logs its lemmas refutes the formula and writes a DRUP proof: one inside PySAT, the built-in DPLL solver, which
searches the whole tree, or a program, whose proof is replayed before it is accepted. Where connectivity is lazy, the proof needs
clauses that do not follow from the formula, but from the rule that all nodes are connected: the *axioms*. DPLL finds them during
its search; for other solvers the lazy loop finds them first. The formula that is written ends with them, under the name of their
rule, and describes the puzzle like every formula; so the proof is an ordinary one, for any checker of DRUP or DRAT. It only has to
be trusted that the formula encodes the puzzle.

Each axiom is checked by other code than that which found it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from hashicnf.backends import can_be_guided
from hashicnf.backends.choose import DEFAULT_SOLVER, OWN_SOLVER, REFUTING_SOLVER, open_prover
from hashicnf.backends.dpll import DpllSession
from hashicnf.backends.process import ProcessSession
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.limits import NO_LIMITS, Limits
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import GaveUp, InternalError, SolverFailed, UsageError, counted
from hashicnf.families import Puzzle
from hashicnf.files.outputs import PROOF, reporting_kept, require_apart, require_output, require_place, writing
from hashicnf.logic import Sat, Stopped, Unknown, Unsat, Verdict
from hashicnf.passes.connectivity.axioms import is_axiom
from hashicnf.passes.connectivity.choice import LAZY
from hashicnf.pipeline.answer import checked_solution
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.proofs.logged import replayed
from hashicnf.proofs.relevant import relevant
from hashicnf.proofs.trim import Trimming
from hashicnf.records import record
from hashicnf.solving.lazy import LazyLoop

BY_CUTS: Final = Encodings(connectivity=LAZY)


@record
class Proved:
    """The verdict, and for Unsat the numbers of lemmas and axioms of the proof; otherwise no files are written."""

    verdict: Verdict
    lemmas: int = 0
    axioms: int = 0

    def __repr__(self) -> str:
        """Return the outcome in one line."""
        return (
            f"<proved: {self.status}, {counted(self.lemmas, 'lemma')}>" if self.lemmas else f"<proved: {self.status}>"
        )

    @property
    def stopped(self) -> Stopped | None:
        """Return why the outcome is unknown, None if it is known."""
        return self.verdict.stopped if isinstance(self.verdict, Unknown) else None

    @property
    def status(self) -> Literal["unsolvable", "solvable", "unknown"]:
        """Return the outcome in one word: ``unsolvable`` where there is a proof."""
        match self.verdict:
            case Unsat():
                return "unsolvable"
            case Unknown():
                return "unknown"
            case _:
                return "solvable"


def prove(
    puzzle: Puzzle,
    cnf: str,
    proof: str,
    encodings: Encodings = BY_CUTS,
    *,
    solver: str | None = None,
    limits: Limits = NO_LIMITS,
    observe: Observer = unobserved,
) -> Proved:
    """Search for a solution; if there is none, write the formula and the proof to these files.

    Else files of these names are kept, each with an OutputWarning.
    With a horizon the formula is about plans of at most so many steps. The default of ``solver`` is cadical195, or dpll if nodes
    are limited. Raises UsageError for bad names of files and encodings, and for an encoding whose models may break the rules,
    SolverFailed if the proof of a program is wrong.
    """
    require_files(cnf, proof)
    with reporting_kept(cnf, proof) as settle:
        found = find_proof(puzzle, encodings, solver=solver, limits=limits, observe=observe)
        if found.compiled is not None:
            found.write(cnf, proof)
            settle()
    return found.proved


@record
class FoundProof:
    """The verdict and figures, and if there is a proof the formula with its axioms and the lines of the proof."""

    proved: Proved
    compiled: Compiled | None = None
    lines: tuple[str, ...] = ()

    def write(self, cnf: str, proof: str) -> None:
        """Write formula and proof to these files: both appear, or neither."""
        if self.compiled is None:
            raise InternalError("there is no proof to be written")
        with writing(cnf) as clauses, writing(proof) as lines:
            self.compiled.write(clauses)
            lines.write("".join(f"{line}\n" for line in self.lines).encode())


def find_proof(
    puzzle: Puzzle,
    encodings: Encodings,
    *,
    solver: str | None = None,
    limits: Limits = NO_LIMITS,
    observe: Observer = unobserved,
) -> FoundProof:
    """Return the formula and the proof that ``prove`` writes. Raises the same errors, except for names of files."""
    usual = REFUTING_SOLVER if limits.max_nodes is None else OWN_SOLVER  # only the latter counts nodes
    try:
        compiled = compile_puzzle(puzzle, encodings, observe=limits.deadline.ending())
        _require_complete(compiled)
        return _find(compiled, usual if solver is None else solver, limits, observe)
    except GaveUp as stop:
        return FoundProof(Proved(Unknown(Stopped.by(stop))))


def _find(compiled: Compiled, name: str, limits: Limits, observe: Observer) -> FoundProof:
    count, blocks = compiled.formula.variables.count, compiled.formula.blocks
    axioms: tuple[Clauses, ...] = ()
    with open_prover(name, count, limits, observe) as session:
        if can_be_guided(session):
            session.guide(compiled.theories, compiled.counted)
        elif compiled.theories:
            verdict, axioms = _found(compiled, limits)
            if not isinstance(verdict, Unsat):
                return FoundProof(Proved(verdict))
        session.add((*blocks, *axioms))
        verdict = session.solve()
        axioms = session.axioms if isinstance(session, DpllSession) else axioms
    compiled = replace(compiled, formula=replace(compiled.formula, blocks=(*blocks, *axioms)))
    if isinstance(verdict, Sat):
        checked_solution(compiled, verdict.model, name)
    if not isinstance(verdict, Unsat):
        return FoundProof(Proved(verdict))
    if verdict.proof is None:
        raise SolverFailed(f"{name} returned no proof")
    _require_axioms(compiled.connected, axioms)
    if isinstance(session, ProcessSession):
        clauses = relevant(compiled.formula.blocks, count, limits.deadline).clauses()
        replayed(Trimming(limits.deadline.within(clauses)), verdict.proof, name, limits.deadline)
    # The empty clause is none.
    lemmas = sum(not line.startswith("d") and line.split() != ["0"] for line in verdict.proof)
    proved = Proved(verdict, lemmas, len(axioms))
    return FoundProof(proved, compiled, tuple(verdict.proof))


def _found(compiled: Compiled, limits: Limits) -> tuple[Verdict, tuple[Clauses, ...]]:
    """Run the lazy loop; return its verdict and the axioms that it found, each a block."""
    with LazyLoop(compiled, DEFAULT_SOLVER, limits.deadline) as loop:
        verdict, blocks = loop.ask(), loop.cuts
    if isinstance(verdict, Sat):
        checked_solution(compiled, verdict.model, DEFAULT_SOLVER)
    return verdict, tuple(block.part(slice(row, row + 1)) for block in blocks for row in range(len(block)))


def require_files(cnf: str, proof: str) -> None:
    """Raise UsageError for names under which two files cannot be written."""
    if "-" in (cnf, proof) or cnf == proof:
        raise UsageError("the formula and the proof need a file each")
    require_apart([cnf, proof])
    require_place(cnf)
    require_output(proof, *PROOF)


def _require_complete(compiled: Compiled) -> None:
    """Raise UsageError for a formula that may have no model though the puzzle has a solution, unless it has a horizon.

    Also for one whose cuts would not be axioms.
    """
    if compiled.theories and compiled.simplify:
        raise UsageError(
            "--simplify: cuts of a simplified graph do not follow from connectivity alone; choose a complete encoding"
        )
    is_bounded = compiled.claim.restricted and compiled.horizon is None
    if is_bounded or (compiled.claim.relaxed and not compiled.theories):
        raise UsageError(
            f"connectivity {compiled.connectivity} leaves open whether there is a solution: use lazy or a complete one"
        )


def _require_axioms(rules: tuple[Connected, ...], axioms: tuple[Clauses, ...]) -> None:
    """Raise InternalError for an axiom that does not follow from one of the rules."""
    for axiom in axioms:
        clause = axiom.lits[0]
        if not any(is_axiom(rule, clause) for rule in rules):
            raise InternalError(
                f"a clause of connectivity does not follow from it: {' '.join(map(str, clause.tolist()))}"
            )
