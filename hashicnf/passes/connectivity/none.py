"""No connectivity at all: models may be disconnected, and may have loops where loops are forbidden.

The formula declares this in its header. Useful to measure the rest, to count what connectivity excludes, and to feed tools that
have connectivity of their own.
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.variables import VariablePool
from hashicnf.passes.connectivity import ConnectivityEncoding


def encode(batch: Connected, pool: VariablePool) -> list[Clauses]:  # noqa: ARG001 - the signature of all encodings
    """Return no clauses."""
    return []


ENCODING: Final = ConnectivityEncoding("no constraint: models may be disconnected", complete=False, encode=encode)
