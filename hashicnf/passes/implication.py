"""Implications as clauses: "a and b imply c or d" is ``-a -b c d``.

One clause per implication, no auxiliary variables. A clause is all that such an implication says, so there is nothing to choose
and no registry; unit propagation finds everything that follows from a single one.
"""

from __future__ import annotations

import numpy as np

from hashicnf.core.constraints import Clauses, Implies


def encode(batch: Implies) -> Clauses:
    """Write one clause per implication, int32[g, k + j]: the negated body, then the head."""
    return Clauses(np.concatenate((-batch.body, batch.head), axis=1), batch.origin, batch.source)
