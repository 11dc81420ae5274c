"""Score all literals by the unsatisfied clauses that contain them, with arrays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hashicnf.backends.dpll.branching import Choose, Material
from hashicnf.propagation.codes import NOTHING, codes_of

Floats = NDArray[np.float64]


def scoring(material: Material, weight: Floats) -> Choose:
    """Return a function that chooses the code with the largest sum of weights of the unsatisfied clauses that contain it.

    ``weight`` is float64[w + 1], indexed by the number of undecided literals of a clause. Ties are broken by the smallest code.
    """
    by_width = defaultdict(list)
    for block in material.blocks:
        by_width[block.width].append(codes_of(block.lits))
    blocks = [np.concatenate(alike) for width, alike in by_width.items() if width]

    def choose(truth: Sequence[int]) -> int:
        true = np.array(truth, dtype=np.bool_)
        free = ~(true | true.reshape(-1, 2)[:, ::-1].ravel())
        score = np.zeros(len(true))
        for block in blocks:
            open_ = free[block] & ~true[block].any(axis=1, keepdims=True)
            value = np.broadcast_to(weight[open_.sum(axis=1)][:, None], block.shape)
            score += np.bincount(block[open_], value[open_], len(true))
        best = int(score.argmax())
        return best if score[best] > 0 else NOTHING

    return choose


def widest(material: Material) -> int:
    """Return the length of the longest clause."""
    return max((block.width for block in material.blocks), default=0)
