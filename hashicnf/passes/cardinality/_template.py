"""Templates and their instantiation: run an encoding once per shape, stamp it over all rows.

A template holds, for each clause width k, an int32[c, k] array of abstract literals. Stamping looks the abstract numbers up in
a table with one row per constraint (its own literals, then its fresh auxiliaries): one gather per clause width, whatever
the number of constraints.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from hashicnf.arrays.deferred import each_repeated
from hashicnf.core.constraints import Cardinality, Clauses
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Ints
from hashicnf.passes._stamping import stamped
from hashicnf.passes.cardinality import AbstractClauses, CardinalityEncoding, Shape


@dataclass(frozen=True, slots=True)
class Template:
    """The clauses of one shape: ``blocks`` are int32[c, k] of distinct k, ``auxiliaries`` the numbers above ``width``."""

    width: int
    auxiliaries: int
    blocks: tuple[Ints, ...]


@lru_cache(maxsize=4096)
def template_of(encoding: CardinalityEncoding, shape: Shape) -> Template:
    """Run an encoding for one shape; bounds that cannot be met give the empty clause, trivial ones nothing."""
    clauses = trivial_clauses(shape)
    if clauses is None:
        clauses = encoding.clauses(shape)
    top = max((abs(lit) for clause in clauses for lit in clause), default=0)
    by_width: dict[int, dict[tuple[int, ...], None]] = {}
    for clause in clauses:
        by_width.setdefault(len(clause), {})[tuple(sorted(clause, key=abs))] = None
    blocks = tuple(np.array(list(by_width[k]), dtype=np.int32).reshape(len(by_width[k]), k) for k in sorted(by_width))
    return Template(shape.width, max(0, top - shape.width), blocks)


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
    rows, width = batch.lits.shape
    shape = Shape(width, batch.op, batch.bound, batch.chain)
    template = template_of(encoding, shape)
    table = batch.lits
    if template.auxiliaries:
        meaning = f"auxiliaries of {batch.op} {batch.bound} over {width} literals, one row per constraint"
        group = pool.declare(name, rows, template.auxiliaries, meaning=meaning)
        table = np.concatenate((table, group.lits), axis=1)
    return [
        Clauses(stamped(table, abstract), batch.origin, each_repeated(batch.source, len(abstract)))
        for abstract in template.blocks
    ]
