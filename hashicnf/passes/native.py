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
from typing import Final, TypeAlias

import numpy as np

from hashicnf.core.constraints import Cardinality, Clauses, Exclusive
from hashicnf.logic import Ints
from hashicnf.passes.cardinality import Shape, shape_of
from hashicnf.passes.template import AbstractClauses, Template, stamp_together

FEW: Final = 2  # false literals up to which the last ones of the runs are counted
Row: TypeAlias = tuple[Ints, int]


def counted(batches: Iterable[Cardinality | Exclusive]) -> tuple[list[Clauses], list[Row]]:
    """Return clauses, and rows of literals, int32[g, k], with the number of them that may be true: all that counts state.

    This requires the order of their runs.
    """
    rows, stamped = list[Row](), list[tuple[Template, Cardinality]]()
    for batch in batches:
        if isinstance(batch, Exclusive):
            rows.append((batch.lits, 1))
            continue
        template, counts = _lowered(shape_of(batch))
        if template.blocks:
            stamped.append((template, batch))
        for sign, columns, most in counts:
            lits = batch.lits[:, columns]
            rows.append((lits if sign > 0 else -lits, most))
    if not stamped:
        return [], rows
    templates, some = zip(*stamped, strict=True)
    source = np.concatenate([batch.source for batch in some])
    return stamp_together(templates, [batch.lits for batch in some], some[0].origin, source), rows


@lru_cache(maxsize=4096)
def _lowered(shape: Shape) -> tuple[Template, list[tuple[int, slice | list[int], int]]]:
    """Return the clauses of one shape, and its counts: sign and columns of the literals, and how many of them may be true."""
    clauses: AbstractClauses = []
    counts: list[tuple[int, slice | list[int], int]] = []
    for sign, most in _bounds(shape):
        clauses += _spent([[-sign * i for i in run[::-sign]] for run in _columns(shape)], most)
        if most:  # if none may be true, clauses say so
            counts.append((sign, _last(shape, sign) if 0 < most <= FEW else slice(None), most))
    return Template.of(shape.width, clauses), counts


def _last(shape: Shape, sign: int) -> slice | list[int]:
    """Return the columns, from 0, of the literal of each run that is true if any of the run is, or with sign -1 false."""
    if isinstance(shape.chain, int):  # a slice is not copied
        return slice(min(sign, 0) % shape.chain, None, shape.chain)
    return [run[min(sign, 0)] - 1 for run in _columns(shape)]


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
