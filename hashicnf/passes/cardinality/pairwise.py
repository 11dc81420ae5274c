"""Counting by subsets, the textbook encoding, which does not use the order of runs.

    at least k of n   every (n - k + 1)-subset contains a true literal:    C(n, k - 1) clauses
    at most k of n    every (k + 1)-subset contains a false literal:       C(n, k + 1) clauses

No auxiliary variables. For k = 1 "at most" is the pairwise encoding that gave the name; the general form is also called
binomial. Reference: Sinz 2005, "Towards an optimal CNF encoding of Boolean cardinality constraints", section 1.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Final

from hashicnf.passes.cardinality import CardinalityEncoding, Shape
from hashicnf.passes.template import AbstractClauses, require_small


def clauses(shape: Shape) -> AbstractClauses:
    """Return a clause for each subset. Raises UsageError if there are too many subsets."""
    n, k = shape.width, shape.bound
    count = (shape.op != "le") * comb(n, k - 1) * (n - k + 1) + (shape.op != "ge") * comb(n, k + 1) * (k + 1)
    require_small(count, f"the pairwise encoding of {k} of {n} literals", "--cardinality seqcounter or totalizer")
    found: AbstractClauses = []
    if shape.op in ("eq", "ge"):
        found += combinations(range(1, n + 1), n - k + 1)
    if shape.op in ("eq", "le"):
        found += combinations(range(-1, -n - 1, -1), k + 1)
    return found


ENCODING: Final = CardinalityEncoding("all subsets of the literals, order ignored, no auxiliaries", clauses)
