"""No connectivity constraint: models may be disconnected, and may have loops even if loops are forbidden.

The header of the formula declares this. Useful to measure the other constraints, to count the solutions that connectivity excludes,
and for tools that enforce connectivity themselves.
"""

from __future__ import annotations

from typing import Final

from hashicnf.passes.connectivity import ConnectivityEncoding, no_clauses

ENCODING: Final = ConnectivityEncoding("no constraint: models may be disconnected", complete=False, encode=no_clauses)
