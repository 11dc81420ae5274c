"""Write a formula whose counts stayed constraints as a self-describing OPB file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import BinaryIO

from hashicnf.core.constraints import Cardinality, Clauses, Exclusive
from hashicnf.core.progress import Observer, unobserved
from hashicnf.dimacs.opb import Sums, write_opb
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.emit import comments_of, rule_ranges


def write_native(
    compiled: Compiled,
    target: BinaryIO,
    *,
    about: Mapping[str, object] | None = None,
    remarks: Sequence[str] = (),
    observe: Observer = unobserved,
) -> None:
    """Write a formula compiled with ``native`` as OPB; its comments are those of DIMACS, with ``about`` and ``remarks``."""
    observe("write constraints")
    parts = (*compiled.formula.blocks, *compiled.native)
    comments = [*comments_of(compiled, rule_ranges(parts), about), *remarks]
    write_opb(target, compiled.variables.count, [sums_of(part) for part in parts], comments)


def sums_of(part: Clauses | Cardinality | Exclusive) -> Sums:
    """Return a block of clauses or a batch of counts as linear constraints."""
    match part:
        case Clauses():
            return Sums(part.rows, "ge", 1)
        case Cardinality():
            return Sums(part.lits, part.op, part.bound)
        case Exclusive():
            return Sums(part.lits, "le", 1)
