"""Combine the proofs of cubes into a proof for the whole puzzle.

A lemma that follows under the decisions of a cube follows without them if their negations are added to it: when a checker assumes
these to be false, the decisions hold. So every lemma is *weakened* by the negated cube, and the empty clause of the cube's proof
becomes the negated cube. Then the tree is closed from its leaves: the negation of an inner node follows from those of its two
children, and that of the root is the empty clause. All steps are reverse unit propagation, for any DRUP checker. The proofs of
cubes are trimmed separately, where they are found, since the combined proof needs exactly the clauses that the single proofs need.
Reference: Heule, Kullmann and Marek 2016, "Solving and verifying the Boolean Pythagorean triples problem via cube-and-conquer".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from hashicnf.core.constraints import Clauses, Origin
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.progress import Observer, unobserved
from hashicnf.cubing.conquer import Refutation
from hashicnf.cubing.partition import prefixes
from hashicnf.dimacs.cubes import Literals
from hashicnf.families import Puzzle
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.proofs.certify import PLAIN, certificate_of
from hashicnf.proofs.rup import Clause
from hashicnf.proofs.trim import Trimmed


def steps_of(refuted: Sequence[Refutation]) -> Iterator[tuple[bool, Clause]]:
    """Yield the steps of the whole proof: the weakened steps of each cube, then those that close the tree."""
    for one in refuted:
        negated = _negated(one.cube.literals)
        for deletes, clause in one.steps:
            yield deletes, (*clause, *negated)
    for prefix in prefixes([one.cube.literals for one in refuted]):
        yield False, _negated(prefix)


def certificate(
    puzzle: Puzzle, refuted: Sequence[Refutation], deadline: Deadline = NEVER, observe: Observer = unobserved
) -> str:
    """Return a certificate that a puzzle has no solution, from the refutations of all cubes, accepted by its checker.

    Raises SolverFailed for an invalid proof, GaveUp at the deadline.
    """
    compiled = compile_puzzle(puzzle, PLAIN)
    formula, cuts = compiled.formula.blocks, tuple(_cuts(refuted))
    first = sum(map(len, formula))
    core = sorted({number for one in refuted for number in one.core} | {first + number for number in range(len(cuts))})
    return certificate_of(
        compiled, (*formula, *cuts), Trimmed(tuple(core), tuple(steps_of(refuted))), deadline, observe
    )


def _cuts(refuted: Sequence[Refutation]) -> Iterator[Clauses]:
    """Yield the clauses of connectivity that the proofs of the cubes need, each once."""
    found: dict[Literals, Clauses] = {}
    for rule, kind, source, clause in (cut for one in refuted for cut in one.cuts):
        row = np.array([clause], dtype=np.int32)
        found.setdefault(tuple(clause), Clauses(row, Origin(rule, kind), np.array([source], dtype=np.int32)))
    yield from found.values()


def _negated(literals: Literals) -> Literals:
    return tuple(-literal for literal in literals)
