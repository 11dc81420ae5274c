"""Stamp abstract clauses over rows of literals: one gather for thousands of constraints of the same shape."""

from __future__ import annotations

import numpy as np

from hashicnf.arrays.deferred import Rows, deferred
from hashicnf.logic import Ints

MANY = 64


def stamped(table: Ints, abstract: Ints) -> Rows:
    """Stamp as ``stamp_rows`` does, when the clauses are looked at."""
    each = len(abstract)

    def make(some: slice) -> Ints:
        first = some.start // each
        clauses = stamp_rows(table[first : -(-some.stop // each)], abstract)
        return clauses[some.start - first * each : some.stop - first * each]

    return deferred(make, len(table) * each, abstract.shape[1])


def stamp_rows(table: Ints, abstract: Ints) -> Ints:
    """Replace abstract literals int32[c, k] by those of each row of a table int32[g, n]: int32[g * c, k], row by row.

    The abstract literal i is the row's i-th one, counted from 1, and -i its negation. While there are many more rows than abstract
    literals it is fastest to copy one literal of all rows at a time.
    """
    column, sign = np.abs(abstract) - 1, np.sign(abstract)
    if len(table) <= MANY * abstract.size:
        clauses = table[:, column] * sign
    else:
        clauses = np.empty((len(table), *abstract.shape), dtype=np.int32)
        for at in np.ndindex(abstract.shape):
            np.multiply(table[:, column[at]], sign[at], out=clauses[:, *at])
    return clauses.reshape(len(table) * abstract.shape[0], abstract.shape[1])
