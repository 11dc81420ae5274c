"""Saturation: work at the counting constraint with least freedom left, as DSatur colours the vertex with fewest colours left.

On a puzzle the constraints are islands. The freedom of one with u undecided literals of which r must still become true is
the number of ways to choose them, u over r; where it is least, a guess is most likely right and a wrong one shows soonest.
Its first undecided literal is made true. When all constraints are done, the first undecided variable is taken.
Reference: Brelaz 1979, "New methods to color the vertices of a graph".
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final

from hashicnf.backends.dpll.branching import Branching, Choose, Material, first
from hashicnf.errors import UsageError
from hashicnf.theory import code


def prepare(material: Material) -> Choose:
    """List the constraints. Raises UsageError where there are none."""
    if not material.groups:
        raise UsageError("branching by saturation needs a puzzle: a formula alone does not say what is counted")
    rows = [([code(lit) for lit in row], batch.bound) for batch in material.groups for row in batch.lits.tolist()]
    otherwise = first.prepare(material)

    def choose(truth: Sequence[int]) -> int:
        least, best = float("inf"), 0
        for codes, bound in rows:
            free = [c for c in codes if not truth[c] and not truth[c ^ 1]]
            if free:
                freedom = comb(len(free), max(0, bound - sum([truth[c] for c in codes])))
                if freedom < least:
                    least, best = freedom, free[0]
        return best or otherwise(truth)

    return choose


BRANCHING: Final[Branching] = Branching("the constraint with least freedom left (puzzles only)", prepare)
