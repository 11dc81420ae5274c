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
    count, width = abstract.shape
    column, sign = np.abs(abstract.ravel()) - 1, np.sign(abstract.ravel())
    stamped = np.empty((len(table), count * width), dtype=np.int32)
    for rows in pieces(len(table), count * width):
        given, into = table[rows], stamped[rows]
        if len(given) > MANY * count * width:
            for at in range(count * width):
                np.multiply(given[:, column[at]], sign[at], out=into[:, at])
        else:
            given.take(column, axis=1, out=into, mode="clip")
            into *= sign
    return stamped.reshape(len(table) * count, width)
