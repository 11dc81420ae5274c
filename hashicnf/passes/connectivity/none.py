"""No connectivity at all: models may be disconnected, and may have loops where loops are forbidden.

The formula says so in its header. Useful to measure the rest, to count what connectivity excludes, and to feed tools that
have connectivity of their own.
"""

from __future__ import annotations

from typing import Final

from hashicnf.constraints import Clauses, Connected
from hashicnf.passes.connectivity import ConnectivityEncoding
from hashicnf.variables import VariablePool


def encode(batch: Connected, pool: VariablePool) -> list[Clauses]:  # noqa: ARG001 - the signature of all encodings
    """Return no clauses."""
    return []


ENCODING: Final = ConnectivityEncoding("nothing: models may be disconnected", complete=False, encode=encode)
