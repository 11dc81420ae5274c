"""The sequential counter: a unary counter runs along the literals.

For at most k of n: register s[i,j] means that j of the first i literals are true; about n * k auxiliaries, 2 * n * k clauses.
Clauses by PySAT's ``CardEnc``, run once per shape.
Reference: Sinz 2005, "Towards an optimal CNF encoding of Boolean cardinality constraints".
"""

from typing import Final

from hashicnf.passes.cardinality import CardinalityEncoding
from hashicnf.passes.cardinality._pysat import borrowed

ENCODING: Final[CardinalityEncoding] = borrowed("seqcounter", "sequential counter (Sinz 2005)")
