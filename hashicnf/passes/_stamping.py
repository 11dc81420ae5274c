"""Stamp abstract clauses over rows of literals: one gather for thousands of constraints of the same shape."""

from __future__ import annotations

import numpy as np

from hashicnf.chunks import pieces
from hashicnf.logic import Ints

MANY = 64


def stamp_rows(table: Ints, abstract: Ints) -> Ints:
    """Replace abstract literals int32[c, k] by those of each row of a table int32[g, n]: int32[g * c, k], row by row.

    The abstract literal i is the row's i-th one, counted from 1, and -i its negation. While there are many more rows than abstract
    literals it is fastest to copy one literal of all rows at a time.
    """
    column, sign = np.abs(abstract) - 1, np.sign(abstract)
    if len(table) <= MANY:
        return (table[:, column] * sign).reshape(len(table) * abstract.shape[0], abstract.shape[1])
    stamped = np.empty((len(table), *abstract.shape), dtype=np.int32)
    for rows in pieces(len(table), abstract.size):
        given, into = table[rows], stamped[rows]
        if len(given) > MANY * abstract.size:
            for at in np.ndindex(abstract.shape):
                np.multiply(given[:, column[at]], sign[at], out=into[:, *at])
        else:
            np.multiply(given[:, column], sign, out=into)
    return stamped.reshape(len(table) * abstract.shape[0], abstract.shape[1])
