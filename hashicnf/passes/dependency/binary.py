"""The dependency rule as binary clauses: "a implies b" is ``-a b``.

For bridges: ``x[e,2]`` ("at least two") implies ``x[e,1]`` ("at least one"), never the other way round: the opposite clause
``-x[e,1] x[e,2]`` would make every bridge a double one. One clause per implication, no auxiliary variables.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.constraints import Clauses, Implication
from hashicnf.passes.dependency import DependencyEncoding


def encode(batch: Implication) -> Clauses:
    """Write one binary clause per implication."""
    sign = np.array([-1, 1], dtype=np.int32)
    return Clauses(batch.lits * sign, batch.origin, batch.source)


ENCODING: Final = DependencyEncoding("one binary clause per implication", encode)
