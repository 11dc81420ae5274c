"""The product encoding: literals lie on a grid, and at most one row and at most one column of it are used.

The n literals fill a grid of p rows and q columns, p = ceil(sqrt n), q = ceil(n / p); each implies the variables of its row and of
its column. At most one row variable and at most one column variable is true, by the same encoding; up to six literals are
encoded pairwise, which is no larger. 2 sqrt(n) + O(n^(1/4)) auxiliary variables, 2 n + 4 sqrt(n) + O(n^(1/4)) clauses.
Reference: Chen 2010, "A new SAT encoding of the at-most-one constraint".
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from hashicnf.passes.exclusive import ExclusiveEncoding, pairs
from hashicnf.passes.template import AbstractClauses

MOST_PAIRED = 6


def clauses(width: int) -> AbstractClauses:
    """Arrange the literals in a grid, and the variables of its rows and of its columns in smaller grids."""
    return _at_most_one(list(range(1, width + 1)), width + 1)


def _at_most_one(lits: list[int], fresh: int) -> AbstractClauses:
    """Return the clauses over ``lits``; auxiliaries are numbered from ``fresh``."""
    n = len(lits)
    if n <= MOST_PAIRED:
        return pairs(lits)
    p = isqrt(n - 1) + 1
    q = -(-n // p)
    row, column = list(range(fresh, fresh + p)), list(range(fresh + p, fresh + p + q))
    found: AbstractClauses = []
    for i, x in enumerate(lits):
        found += [(-x, row[i // q]), (-x, column[i % q])]
    found += _at_most_one(row, fresh + p + q)
    top = max(fresh + p + q - 1, *(abs(lit) for clause in found for lit in clause))
    return found + _at_most_one(column, top + 1)


ENCODING: Final = ExclusiveEncoding("literals in a grid: at most one row and one column (Chen 2010)", clauses)
