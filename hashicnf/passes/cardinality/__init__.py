"""Cardinality constraints: bounds on the number of true literals of a set.

An encoding here is a *template*: clauses over the abstract literals 1..w of one constraint shape, with auxiliaries numbered
from w + 1. Boards have a handful of shapes and up to millions of constraints, so an encoding runs once per shape, and
``stamp`` copies its clauses over all rows of a batch at once.

For unordered literals, unit propagation derives all consequences in all encodings but the modulo totalizers, which miss literals
and conflicts. For ordered runs, it does so only in ``direct`` and ``adder``: the others do not use the order, and miss literals
that follow from it and the bound together. docs/connectivity.md has the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

import numpy as np

from hashicnf.core.constraints import Cardinality, Clauses, Op, runs_of
from hashicnf.core.progress import Observer
from hashicnf.core.variables import VariablePool
from hashicnf.passes.template import AbstractClauses, Template, stamp_template, stamp_together, template_by
from hashicnf.records import record
from hashicnf.registry import Registry

FEW: Final = 1 << 14  # literals; smaller lists of batches are stamped together
# Tuples of one sum above which some runs are added up first; four edges of up to 6 bridges have fewer. Two boards with edges of up
# to 8 bridges, of 6,000 and 6,900 islands, take 9 and 30 s of processor time with 250, 9 and 37 s with 60, and 12 and 52 s by the
# direct encoding.
MANY: Final = 250


class Shape(NamedTuple):
    """The shape of a constraint: ``width`` literals, operator, bound, and the length of all ordered runs (1: unordered) or each."""

    width: int
    op: Op
    bound: int
    chain: int | tuple[int, ...] = 1

    @property
    def runs(self) -> tuple[int, ...]:
        """Return the lengths of the runs."""
        return runs_of(self.chain, self.width)


def shape_of(batch: Cardinality) -> Shape:
    """Return the shape of the constraints of a batch."""
    return Shape(batch.lits.shape[1], batch.op, batch.bound, batch.chain)


def most_tuples(lengths: Sequence[int], total: int) -> int:
    """Return an upper bound of the number of tuples with a given sum, whose i-th entry is between 0 and ``lengths[i]``.

    Computed by inclusion and exclusion as if all lengths were the longest, so exact if they are equal.
    """
    runs, step = len(lengths), max(lengths, default=1) + 1
    return sum(
        (-1) ** j * comb(runs, j) * comb(total - j * step + runs - 1, runs - 1)
        for j in range(runs + 1)
        if total - j * step >= 0
    )


@lru_cache(maxsize=4096)
def is_large(shape: Shape) -> bool:
    """Return whether a constraint has so many tuples that adding up some of its runs first takes fewer clauses."""
    return len(shape.runs) > 2 and most_tuples(shape.runs, shape.bound) > MANY


@record(eq=False)
class CardinalityEncoding:
    """An encoding of cardinality constraints; ``clauses(shape)`` returns clauses over literals 1..width and auxiliaries above.

    ``needs_order`` means that the encoding relies on ordered runs, ``functional`` that each auxiliary is a function of the
    literals. ``missing`` returns how to install a package that the encoding needs and that is missing, otherwise None; ``clauses``
    raises SolverMissing if the package is missing.
    """

    summary: str
    clauses: Callable[[Shape], AbstractClauses]
    needs_order: bool = False
    functional: bool = False
    missing: Callable[[], str | None] = lambda: None


@lru_cache(maxsize=4096)
def template_of(encoding: CardinalityEncoding, shape: Shape) -> Template:
    """Return the template of an encoding for one shape; impossible bounds give the empty clause, trivial ones no clause."""
    clauses = trivial_clauses(shape)
    return template_by(encoding.clauses, shape, shape.width) if clauses is None else Template.of(shape.width, clauses)


def trivial_clauses(shape: Shape) -> AbstractClauses | None:
    """Return the clauses of bounds that need no encoding; None for other bounds."""
    width, bound = shape.width, shape.bound
    if (bound < 0 and shape.op != "ge") or (bound > width and shape.op != "le"):
        return [()]
    if (shape.op == "ge" and bound <= 0) or (shape.op == "le" and bound >= width):
        return []
    if bound == 0:
        return [(-i,) for i in range(1, width + 1)]
    if bound == width:
        return [(i,) for i in range(1, width + 1)]
    if shape.op == "ge" and bound == shape.chain == 1:
        return [tuple(range(1, width + 1))]
    return None


def stamp(batch: Cardinality, encoding: CardinalityEncoding, name: str, pool: VariablePool) -> list[Clauses]:
    """Encode a batch of g constraints of the same shape as clause blocks; auxiliaries become the group ``name[g, a]``."""
    template = template_of(encoding, shape_of(batch))
    meaning = f"auxiliaries of {batch.op} {batch.bound} over {template.width} literals, one row per constraint"
    return stamp_template(template, batch.lits, batch.origin, batch.source, pool=pool, name=name, meaning=meaning)


def stamp_all(
    batches: Sequence[Cardinality],
    encoding: CardinalityEncoding,
    name: str,
    pool: VariablePool,
    observe: Observer,
) -> list[Clauses]:
    """Encode batches that differ only in shape; those of a few rows each are stamped together. ``observe`` is called for each."""
    templates = []
    for batch in batches:
        observe(f"{batch.origin.rule} clauses")
        templates.append(template_of(encoding, shape_of(batch)))
    is_small = len(batches) > 1 and sum(batch.lits.size for batch in batches) <= FEW
    if not is_small or any(template.auxiliaries for template in templates):
        return [block for batch in batches for block in stamp(batch, encoding, name, pool)]
    source = np.concatenate([batch.source for batch in batches])
    return stamp_together(templates, [batch.lits for batch in batches], batches[0].origin, source)


CARDINALITY: Final[Registry[CardinalityEncoding]] = Registry(
    "hashicnf.passes.cardinality", "ENCODING", "cardinality encoding", "CardinalityEncoding"
)
