"""The sorting network: sort the literals and constrain position k.

Batcher's odd-even merge sort; O(n log^2 n) auxiliaries and clauses. Unit propagation derives all consequences for unordered
literals.
Clauses by PySAT's ``CardEnc``, run once per shape.
Reference: Batcher 1968, "Sorting networks and their applications"; Eén and Sörensson 2006.
"""

from typing import Final

from hashicnf.passes.cardinality import CardinalityEncoding
from hashicnf.passes.cardinality._pysat import borrowed

ENCODING: Final[CardinalityEncoding] = borrowed("sortnetwrk", "odd-even sorting network (Batcher 1968)")
