"""The ladder, or sequential, encoding: a true literal sets its own rung and all rungs above.

``s_i`` is implied by each of the literals 1..i, and forbids the literal i + 1:

    x_i -> s_i          s_i -> s_(i + 1)          s_i -> not x_(i + 1)          for 1 <= i < n

n - 1 auxiliary variables, 3 n - 4 clauses. The converse, that s_i needs a literal below it, is not needed for "at most one".
Reference: Gent and Nightingale 2004, "A new encoding of AllDifferent into SAT", for the ladder; Sinz 2005, "Towards an optimal
CNF encoding of Boolean cardinality constraints", for these clauses (the sequential counter with k = 1).
"""

from __future__ import annotations

from typing import Final

from hashicnf.passes.exclusive import ExclusiveEncoding
from hashicnf.passes.template import AbstractClauses


def clauses(width: int) -> AbstractClauses:
    """Return the three clauses of each rung; the last rung has no successor, so only two."""
    found: AbstractClauses = []
    for x in range(1, width):
        rung = width + x
        found.append((-x, rung))
        if x < width - 1:
            found.append((-rung, rung + 1))
        found.append((-rung, -(x + 1)))
    return found


ENCODING: Final = ExclusiveEncoding("ladder, a sequential counter for k = 1 (Gent and Nightingale 2004)", clauses)
