"""Prove that a puzzle has no solution, which any checker can verify.

The built-in DPLL solver searches the whole tree and writes a DRUP proof. Where connectivity is lazy, it used clauses that
are no consequences of the formula, but of the rule that all islands are joined: the *axioms*. The formula that is written
ends with them, under the name of their rule, and refers to the puzzle like every formula; so the proof is an ordinary
one, for any checker of DRUP or DRAT. What remains to be trusted is that the formula encodes the puzzle.

Each axiom is checked here by another way than it was found: "some edge leaves S" holds if the graph falls apart
without the edges of the clause, and "not all of these edges" if they hold a loop where loops are forbidden.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.backends.dpll import DpllSession, DpllStatistics
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.limits import Limits, Progress
from hashicnf.errors import InternalError, SolverFailed, UsageError
from hashicnf.families import Puzzle
from hashicnf.files import write_text
from hashicnf.logic import Sat, Unsat, Verdict
from hashicnf.pipeline.compile import Compiled, compile_puzzle
from hashicnf.records import record


@record
class Proved:
    """The verdict, with the lemmas and axioms of the proof where it is Unsat; nothing is written otherwise."""

    verdict: Verdict
    statistics: DpllStatistics
    lemmas: int = 0
    axioms: int = 0


def prove(
    puzzle: Puzzle,
    cnf: str,
    proof: str,
    *,
    cardinality: str = "direct",
    connectivity: str = "lazy",
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Proved:
    """Search for a solution; where there is none write the formula and the proof to these files.

    Raises UsageError for bad names of files and encodings, and for an encoding whose models may break the rules.
    """
    if "-" in (cnf, proof) or cnf == proof:
        raise UsageError("the formula and the proof need a file each")
    compiled = compile_puzzle(puzzle, cardinality=cardinality, connectivity=connectivity)
    if compiled.claim.restricted or (compiled.claim.relaxed and not compiled.theories):
        raise UsageError(
            f"connectivity {connectivity} leaves open whether there is a solution: use lazy or a complete one"
        )
    session = DpllSession(
        compiled.formula.variables.count,
        limits=limits or Limits(),
        theories=compiled.theories,
        groups=compiled.counted,
        log_proof=True,
        progress=progress,
    )
    session.add(compiled.formula.blocks)
    verdict = session.solve()
    if isinstance(verdict, Sat):
        _require_model(compiled, verdict)
    if not isinstance(verdict, Unsat) or verdict.proof is None:
        return Proved(verdict, session.statistics)
    _require_axioms(compiled.connected, session.axioms)
    formula = replace(compiled.formula, blocks=(*compiled.formula.blocks, *session.axioms))
    replace(compiled, formula=formula).write(cnf)
    write_text(proof, "".join(f"{line}\n" for line in verdict.proof))
    lemmas = sum(not line.startswith("d") for line in verdict.proof)
    return Proved(verdict, session.statistics, lemmas, len(session.axioms))


def _require_model(compiled: Compiled, verdict: Sat) -> None:
    """Raise SolverFailed if the solution that stands in the way of a proof is none."""
    puzzle = compiled.puzzle
    solution = compiled.decode(verdict.model)
    if broken := puzzle.check(solution):
        raise SolverFailed(f"dpll returned a model that breaks a rule of the puzzle: {broken[0].message}")


def _require_axioms(rules: tuple[Connected, ...], axioms: tuple[Clauses, ...]) -> None:
    """Raise InternalError for an axiom that does not follow from one of the rules."""
    for axiom in axioms:
        clause = axiom.lits[0]
        if not any(_is_cut(rule, axiom) or _is_loop(rule, axiom) for rule in rules):
            raise InternalError(
                f"a clause of connectivity does not follow from it: {' '.join(map(str, clause.tolist()))}"
            )


def _is_cut(rule: Connected, axiom: Clauses) -> bool:
    """Return whether the graph is disconnected without the edges of a clause."""
    among = np.isin(rule.lits, axiom.lits)
    return rule.nodes > 1 and bool(components(rule.nodes, rule.ends[~among]).max() > 0)


def _is_loop(rule: Connected, axiom: Clauses) -> bool:
    """Return whether the edges that a clause denies hold a loop, and loops are forbidden."""
    denied = np.isin(rule.lits, -axiom.lits)
    trees = int(components(rule.nodes, rule.ends[denied]).max(initial=-1)) + 1
    return rule.acyclic and bool(denied.sum() > rule.nodes - trees)
