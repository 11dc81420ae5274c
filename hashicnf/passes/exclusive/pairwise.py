"""The pairwise encoding: no two literals are true together. The default.

No auxiliary variables, n (n - 1) / 2 clauses: the smallest encoding up to five literals.
Reference: Prestwich 2009, "CNF encodings", in the Handbook of Satisfiability.
"""

from __future__ import annotations

from math import comb
from typing import Final

from hashicnf.errors import UsageError
from hashicnf.passes.exclusive import ExclusiveEncoding, pairs
from hashicnf.passes.template import AbstractClauses

MOST_CLAUSES = 300_000


def clauses(width: int) -> AbstractClauses:
    """List all pairs. Raises UsageError where there are too many to write down."""
    if comb(width, 2) > MOST_CLAUSES:
        raise UsageError(
            f"the pairwise encoding of at most one of {width:,} literals has {comb(width, 2):,} clauses; "
            "use --at-most-one product or ladder"
        )
    return pairs(list(range(1, width + 1)))


ENCODING: Final = ExclusiveEncoding("no two literals together, no auxiliaries", clauses)
