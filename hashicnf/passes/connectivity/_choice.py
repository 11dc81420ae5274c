"""Choose a one-shot encoding for a board: what ``--connectivity auto`` stands for.

    few nodes               closure-free and small anyway: planar
    Hamiltonian-like        almost every node must have exactly two single edges, so the choice is a cycle in all but name:
                            vertex elimination, which propagates along it, as long as the board is small
    everything else         planar, linear in the board

The measurements behind the rule are in the documentation of the encodings.
"""

from __future__ import annotations

import numpy as np

from hashicnf.constraints import Connected

CYCLIC_SHARE = 0.9
MOST_NODES = 2_000


def choose(batch: Connected) -> str:
    """Name the encoding for a batch."""
    twos = np.count_nonzero(batch.capacity == 2) >= CYCLIC_SHARE * batch.nodes
    return "vertex-elimination" if twos and 9 <= batch.nodes <= MOST_NODES else "planar"
