"""The k-cardinality modulo totalizer: the modulo totalizer that does not count past k + 1.

Unit propagation misses some implied literals, and some conflicts.
Fewer auxiliaries than the modulo totalizer where k is small against n.
Clauses by PySAT's ``CardEnc``, run once per shape.
Reference: Morgado, Ignatiev and Marques-Silva 2014, "MSCG: robust core-guided MaxSAT solving".
"""

from typing import Final

from hashicnf.passes.cardinality import CardinalityEncoding
from hashicnf.passes.cardinality._pysat import borrowed

ENCODING: Final[CardinalityEncoding] = borrowed(
    "kmtotalizer", "modulo totalizer cut off at k (Morgado et al. 2014); propagates less"
)
