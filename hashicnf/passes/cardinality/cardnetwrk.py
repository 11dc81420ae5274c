"""The cardinality network: a sorting network that keeps only the k + 1 largest.

O(n log^2 k) auxiliaries and clauses of at most k. At least k is at most n - k of the negated literals, and exactly k is both:
O(n log^2 max(k, n - k)). Unit propagation derives all consequences for unordered literals.
Clauses by PySAT's ``CardEnc``, run once per shape.
Reference: Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell 2009, "Cardinality networks and their applications".
"""

from typing import Final

from hashicnf.passes.cardinality import CardinalityEncoding
from hashicnf.passes.cardinality._pysat import borrowed

ENCODING: Final[CardinalityEncoding] = borrowed("cardnetwrk", "cardinality network (Asin et al. 2009)")
