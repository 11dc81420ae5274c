"""Counts for a solver that counts itself: how many literals of a row may be true, and clauses for what it does not derive.

Such a solver propagates once as many literals are true as a row allows. But in an ordered run a literal is true only together with
all earlier ones, and false only together with all later ones. So a single literal, or two of different runs, may already be too
much. For the false literals of a row, and with their negations for the true ones:

    more false literals with one than allowed   a clause of this literal
    one more with two than allowed              a clause of the two

Where at most two may be false, these clauses leave open only whether three runs have a false literal each: then the last literals
of the runs are counted, and no others. All clauses of a count, as ``cardinality.direct`` has them, would save more conflicts, but
take longer to load than that saves.

Reference: Liffiton and Maglalang 2012, "A cardinality solver: more expressive constraints for free".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations

import numpy as np

from hashicnf.core.constraints import Cardinality, Clauses, Exclusive
from hashicnf.logic import Ints
from hashicnf.passes.cardinality import Shape, shape_of
from hashicnf.passes.template import AbstractClauses, Template, stamp_together

FEW = 2  # false literals up to which the last ones of the runs are counted


def beside(batches: Iterable[Cardinality | Exclusive]) -> list[Clauses]:
    """Return the clauses for a solver that has the ``rows`` of these counts, and the order of their runs."""
    shaped = [(_template(shape_of(batch)), batch) for batch in batches if isinstance(batch, Cardinality)]
    some = [(template, batch) for template, batch in shaped if template.blocks]
    if not some:
        return []
    source = np.concatenate([batch.source for _, batch in some])
    return stamp_together([one for one, _ in some], [batch.lits for _, batch in some], some[0][1].origin, source)


def rows(batches: Iterable[Cardinality | Exclusive]) -> Iterator[tuple[Ints, int]]:
    """Yield literals, int32[g, k], and how many of a row may be true."""
    for batch in batches:
        if isinstance(batch, Exclusive):
            yield batch.lits, 1
            continue
        for sign, columns, most in _counted(shape_of(batch)):
            lits = batch.lits if columns is None else batch.lits[:, columns]
            yield lits if sign > 0 else -lits, most


@lru_cache(maxsize=4096)
def _template(shape: Shape) -> Template:
    """Return the clauses of one shape."""
    clauses: AbstractClauses = []
    for sign, most in _bounds(shape):
        clauses += _spent([[-sign * i for i in run[::-sign]] for run in _columns(shape)], most)
    return Template.of(shape.width, clauses)


@lru_cache(maxsize=4096)
def _counted(shape: Shape) -> list[tuple[int, list[int] | None, int]]:
    """List the counts of one shape: sign and columns (None: all) of the literals that count, and how many of them may be true."""
    found: list[tuple[int, list[int] | None, int]] = []
    for sign, most in _bounds(shape):
        if most:  # clauses alone exclude all of them
            columns = [run[min(sign, 0)] - 1 for run in _columns(shape)] if 0 < most <= FEW else None
            found.append((sign, columns, most))
    return found


def _bounds(shape: Shape) -> Iterator[tuple[int, int]]:
    """Yield how many literals of a row may be true (sign 1), and how many may be false (-1), where that is limited."""
    if shape.op != "ge" and shape.bound < shape.width:
        yield 1, shape.bound
    if shape.op != "le" and shape.bound > 0:
        yield -1, shape.width - shape.bound


def _columns(shape: Shape) -> list[range]:
    """List the columns of each run, from 1."""
    runs = shape.runs
    return [range(stop - length + 1, stop + 1) for stop, length in zip(accumulate(runs), runs, strict=True)]


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
