"""Implications as clauses: "a and b imply c or d" is ``-a -b c d``.

One clause per implication, no auxiliary variables. An implication is equivalent to this clause, so there is no choice of encodings
and no registry; unit propagation derives all consequences of a single implication.
"""

from __future__ import annotations

from hashicnf.core.constraints import Clauses, Implies


def encode(batch: Implies) -> Clauses:
    """Write one clause per implication, int32[g, k + j]: the negated body, then the head."""
    return Clauses(batch.lits, batch.origin, batch.source)
