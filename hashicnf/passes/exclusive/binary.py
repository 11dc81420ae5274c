"""The binary, or logarithmic, encoding: a true literal fixes auxiliary bits to its own number.

b = ceil(log2 n) auxiliary variables represent a number, and the literal i implies each bit of i - 1. The numbers of two literals
differ in a bit, so the literals cannot both be true. b auxiliary variables, n b clauses.
Reference: Frisch, Peugniez, Doggett and Nightingale 2005, "Solving non-Boolean satisfiability problems with stochastic local
search: a comparison of encodings", where it is called bitwise.
"""

from __future__ import annotations

from typing import Final

from hashicnf.passes.exclusive import ExclusiveEncoding
from hashicnf.passes.template import AbstractClauses


def clauses(width: int) -> AbstractClauses:
    """Let each literal imply the bits of its number, the least first."""
    bits = (width - 1).bit_length()
    return [
        (-(number + 1), width + 1 + bit if number >> bit & 1 else -(width + 1 + bit))
        for number in range(width)
        for bit in range(bits)
    ]


ENCODING: Final = ExclusiveEncoding("each literal implies its own number in binary (Frisch et al. 2005)", clauses)
