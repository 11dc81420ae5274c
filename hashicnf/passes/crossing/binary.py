"""The crossing rule as binary clauses: "not both a and b" is ``-a -b``.

Since ``x[e,2]`` implies ``x[e,1]``, excluding the first literals of two crossing edges is enough: one clause per crossing, no
auxiliary variables, whatever the most bridges per pair.
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.constraints import Clauses, Exclusive
from hashicnf.passes.crossing import CrossingEncoding


def encode(batch: Exclusive) -> Clauses:
    """Write one binary clause per pair."""
    return Clauses(-batch.lits, batch.origin, batch.source)


ENCODING: Final = CrossingEncoding("one binary clause per pair", encode)
