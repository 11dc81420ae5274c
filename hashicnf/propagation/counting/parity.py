"""Find sums of the wrong parity: sums with an odd total, although each of their undecided variables is counted by two of them.

Resolution has no short proof of this contradiction. With weight 1 for each of the sums, it is a cutting plane: add up, halve, and
round.

References: Tseitin 1968, "On the complexity of derivation in propositional calculus"; Gomory 1958, "Outline of an algorithm for
integer solutions to linear programs".
"""

from __future__ import annotations

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.logic import Ints, Truth
from hashicnf.propagation.counting.matching import Matching


def odd_sums(matching: Matching, truth: Truth) -> Ints | None:
    """Return a weight for each node, int32[n]: 1 for those of a smallest part that is odd; None if no part is.

    ``truth`` is the truth of each literal, int8[2 v + 1]. Parts are connected by undecided variables; a part with the ground, or
    with a sum that is not exact, may have any parity.
    """
    nodes, value = len(matching.least), truth[: len(matching.ends)].copy()
    value[0] = -1
    part = components(nodes + 1, matching.ends[value == 0])
    loose = np.bincount(part[:nodes], matching.least != matching.most, int(part.max()) + 1) > 0
    loose[part[nodes]] = True
    true = np.bincount(matching.ends[value > 0].ravel(), minlength=nodes + 1)[:nodes]
    odd = np.bincount(part[:nodes], (matching.least + true) % 2, len(loose)) % 2 == 1
    found = np.flatnonzero(odd & ~loose)
    if not len(found):
        return None
    smallest = found[np.bincount(part)[found].argmin()]
    weight: Ints = (part[:nodes] == smallest).astype(np.int32)
    return weight
