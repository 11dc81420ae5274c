"""The modulo totalizer: a totalizer whose nodes keep quotient and remainder.

Unit propagation misses some implied literals, and some conflicts.
O(n log n) auxiliaries and O(n^(3/2)) clauses.
Clauses by PySAT's ``CardEnc``, run once per shape.
Reference: Ogawa, Liu, Hasegawa, Koshimura and Fujita 2013,
"Modulo based CNF encoding of cardinality constraints and its application to MaxSAT solvers".
"""

from typing import Final

from hashicnf.passes.cardinality import CardinalityEncoding
from hashicnf.passes.cardinality._pysat import borrowed

ENCODING: Final[CardinalityEncoding] = borrowed("mtotalizer", "modulo totalizer (Ogawa et al. 2013); propagates less")
