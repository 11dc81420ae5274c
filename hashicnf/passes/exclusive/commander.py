"""The commander encoding: groups of three, each with a commander that its true literal implies.

Within a group the literals exclude each other pairwise, and each implies the group's commander; at most one commander is true,
by the same encoding. A group of one literal is its own commander; up to five literals are encoded pairwise, which is no larger.
That a true commander needs a true literal is left out: only "exactly one" needs it. n / 2 + O(log n) auxiliary variables, at most
3 n clauses.
Reference: Klieber and Kwon 2007, "Efficient CNF encoding for selecting 1 from n objects".
"""

from __future__ import annotations

from typing import Final

from hashicnf.passes.exclusive import ExclusiveEncoding, pairs
from hashicnf.passes.template import AbstractClauses

GROUP = 3
MOST_PAIRED = 5


def clauses(width: int) -> AbstractClauses:
    """Divide the literals into groups, and the groups' commanders again, until few literals are left."""
    found: AbstractClauses = []
    lits, fresh = list(range(1, width + 1)), width + 1
    while len(lits) > MOST_PAIRED:
        commanders = []
        for start in range(0, len(lits), GROUP):
            group = lits[start : start + GROUP]
            if len(group) == 1:
                commanders += group
                continue
            found += pairs(group)
            found += [(-x, fresh) for x in group]
            commanders.append(fresh)
            fresh += 1
        lits = commanders
    return found + pairs(lits)


ENCODING: Final = ExclusiveEncoding("groups of three under commanders (Klieber and Kwon 2007)", clauses)
