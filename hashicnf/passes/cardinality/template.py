"""Cardinality constraints by templates: run an encoding once per shape, stamp it over all rows."""

from __future__ import annotations

from functools import lru_cache

from hashicnf.core.constraints import Cardinality, Clauses
from hashicnf.core.variables import VariablePool
from hashicnf.passes.cardinality import CardinalityEncoding, Shape
from hashicnf.passes.template import AbstractClauses, Template, stamp_template


@lru_cache(maxsize=4096)
def template_of(encoding: CardinalityEncoding, shape: Shape) -> Template:
    """Run an encoding for one shape; bounds that cannot be met give the empty clause, trivial ones nothing."""
    clauses = trivial_clauses(shape)
    return Template.of(shape.width, encoding.clauses(shape) if clauses is None else clauses)


def trivial_clauses(shape: Shape) -> AbstractClauses | None:
    """Return the clauses of bounds that need no counting, None for the others."""
    width, bound = shape.width, shape.bound
    if (bound < 0 and shape.op != "ge") or (bound > width and shape.op != "le"):
        return [()]
    if (shape.op == "ge" and bound <= 0) or (shape.op == "le" and bound >= width):
        return []
    if bound == 0:
        return [(-i,) for i in range(1, width + 1)]
    if bound == width:
        return [(i,) for i in range(1, width + 1)]
    return None


def stamp(batch: Cardinality, encoding: CardinalityEncoding, name: str, pool: VariablePool) -> list[Clauses]:
    """Write a batch of g equal constraints as clause blocks; auxiliaries become the group ``name[g, a]``."""
    width = batch.lits.shape[1]
    template = template_of(encoding, Shape(width, batch.op, batch.bound, batch.chain))
    meaning = f"auxiliaries of {batch.op} {batch.bound} over {width} literals, one row per constraint"
    return stamp_template(template, batch.lits, batch.origin, batch.source, pool=pool, name=name, meaning=meaning)
