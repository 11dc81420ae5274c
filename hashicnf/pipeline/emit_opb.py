"""Write a formula with cardinality constraints that are not encoded as a self-describing OPB file."""

from __future__ import annotations

from collections.abc import Sequence

from hashicnf.core.constraints import Cardinality, Clauses, Exclusive, Formula
from hashicnf.core.progress import Observer
from hashicnf.dimacs.opb import Sums, write_opb
from hashicnf.pipeline.emit import Describe, Target, opened, rule_ranges


def write_counts(
    formula: Formula,
    native: Sequence[Cardinality | Exclusive],
    describe: Describe,
    target: Target,
    *,
    observe: Observer,
) -> None:
    """Write a formula and its ``native`` constraints as OPB to a file or a stream, with the same comments as in DIMACS."""
    observe("write constraints")
    parts = (*formula.blocks, *native)
    with opened(target) as stream:
        sums = [sums_of(part) for part in parts]
        write_opb(stream, formula.variables.count, sums, describe(rule_ranges(parts)))


def sums_of(part: Clauses | Cardinality | Exclusive) -> Sums:
    """Return a block of clauses or a batch of cardinality constraints as linear constraints."""
    match part:
        case Clauses():
            return Sums(part.rows, "ge", 1)
        case Cardinality():
            return Sums(part.lits, part.op, part.bound)
        case Exclusive():
            return Sums(part.lits, "le", 1)
