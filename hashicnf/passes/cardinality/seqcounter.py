"""The sequential counter: a unary counter runs along the literals.

For at most k of n: register s[i,j] is true if at least j of the first i literals are, for j from 1 to k and j <= i < n - k + j:

    x_i -> s[i,1]      s[i,j] -> s[i+1,j]      s[i,j] and x_(i+1) -> s[i+1,j+1]      s[i,k] -> not x_(i+1)

k (n - k) auxiliaries and 2 k (n - k) + n - 2 k clauses for k < n - 1; at most n - 1 is one clause. Exactly k is that and at most
n - k of the negated literals: for 1 < k < n - 1 twice as many auxiliaries, and 4 k (n - k) clauses; for k = 1 and k = n - 1 one
clause more than at most 1. Unit propagation derives all consequences for unordered literals.
Clauses by PySAT's ``CardEnc``, run once per shape.
Reference: Sinz 2005, "Towards an optimal CNF encoding of Boolean cardinality constraints".
"""

from typing import Final

from hashicnf.passes.cardinality import CardinalityEncoding
from hashicnf.passes.cardinality._pysat import borrowed

ENCODING: Final[CardinalityEncoding] = borrowed(
    "seqcounter", "sequential counter (Sinz 2005)", least=lambda n, k: 4 * k * (n - k)
)
