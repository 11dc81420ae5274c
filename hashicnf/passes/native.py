"""Clauses beside native counts: what a count of ordered runs implies about one literal or two, and a counting solver does not see.

Such a solver propagates once as many literals are true, or false, as the count allows. But in an ordered run a literal is true only
together with all earlier ones, and false only together with all later ones. So a single literal, or two of different runs, may
already be too much:

    more false literals with one than allowed   a clause of this literal
    one more with two than allowed              a clause of the two
    the same for true literals                  clauses of their negations

All clauses of a count, as ``cardinality.direct`` has them, would save more conflicts, but take longer to load than that saves.

Reference: Liffiton and Maglalang 2012, "A cardinality solver: more expressive constraints for free".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations

import numpy as np

from hashicnf.core.constraints import Cardinality, Clauses
from hashicnf.passes.cardinality import Shape, shape_of
from hashicnf.passes.template import AbstractClauses, Template, stamp_together


def beside(batches: Iterable[Cardinality]) -> list[Clauses]:
    """Return the clauses for a solver that has these counts, and the order of their runs."""
    shaped = [(_template(shape_of(batch)), batch) for batch in batches]
    some = [(template, batch) for template, batch in shaped if template.blocks]
    if not some:
        return []
    source = np.concatenate([batch.source for _, batch in some])
    return stamp_together([one for one, _ in some], [batch.lits for _, batch in some], some[0][1].origin, source)


@lru_cache(maxsize=4096)
def _template(shape: Shape) -> Template:
    """Return the clauses of one shape."""
    columns = [
        range(stop - length + 1, stop + 1) for stop, length in zip(accumulate(shape.runs), shape.runs, strict=True)
    ]
    clauses: AbstractClauses = []
    if shape.op != "le":
        clauses += _spent(columns, shape.width - shape.bound)
    if shape.op != "ge":
        clauses += _spent([[-i for i in reversed(column)] for column in columns], shape.bound)
    return Template.of(shape.width, clauses)


def _spent(runs: Sequence[Sequence[int]], most: int) -> Iterator[tuple[int, ...]]:
    """Yield the clauses for runs of literals, at most ``most`` of them false; in a run all literals after a false one are false."""
    for run in runs:
        yield from ((literal,) for literal, cost in _costs(run) if cost > most)
    for one, other in combinations(runs, 2) if most > 1 else ():
        for first, cost in _costs(one):
            yield from ((first, second) for second, more in _costs(other) if cost + more == most + 1)


def _costs(run: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield each literal of a run with the number of literals that are false if it is."""
    return zip(run, range(len(run), 0, -1), strict=True)
