"""The pairwise encoding: no two literals are true together. The default.

No auxiliary variables, n (n - 1) / 2 clauses: the smallest encoding up to five literals.
Reference: Prestwich 2009, "CNF encodings", in the Handbook of Satisfiability.
"""

from __future__ import annotations

from math import comb
from typing import Final

from hashicnf.passes.exclusive import ExclusiveEncoding, pairs
from hashicnf.passes.template import AbstractClauses, require_small


def clauses(width: int) -> AbstractClauses:
    """Return a clause for each pair. Raises UsageError if there are too many pairs."""
    what = f"the pairwise encoding of at most one of {width:,} literals"
    require_small(2 * comb(width, 2), what, "--at-most-one product or ladder")
    return pairs(list(range(1, width + 1)))


ENCODING: Final = ExclusiveEncoding("no two literals together, no auxiliaries", clauses)
