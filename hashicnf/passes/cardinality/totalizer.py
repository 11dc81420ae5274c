"""The totalizer: unary numbers are added up a balanced tree.

O(n log n) auxiliaries and O(n^2) clauses: any two literals meet at one node of the tree, which makes a clause of three literals.
Unit propagation derives all consequences for unordered literals.
Clauses by PySAT's ``CardEnc``, run once per shape.
Reference: Bailleux and Boufkhad 2003, "Efficient CNF encoding of Boolean cardinality constraints".
"""

from math import comb
from typing import Final

from hashicnf.passes.cardinality import CardinalityEncoding
from hashicnf.passes.cardinality._pysat import borrowed

ENCODING: Final[CardinalityEncoding] = borrowed(
    "totalizer",
    "totalizer, a tree of unary adders (Bailleux and Boufkhad 2003)",
    least=lambda n, _: 3 * comb(n, 2),
)
