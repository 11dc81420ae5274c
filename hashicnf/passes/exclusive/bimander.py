"""The bimander encoding: literals are grouped in pairs, and a true literal fixes auxiliary bits to the number of its pair.

The literals are divided into m = ceil(n / 2) groups of two. Within a group they exclude each other; each literal implies the
bits of its group's number. A cross of the binary and the commander encoding: b = ceil(log2 m) auxiliary variables,
floor(n / 2) + n b clauses.
References: Hölldobler and Nguyen 2013, "On SAT-encodings of the at-most-one constraint"; Nguyen and Mai 2015, "A new
method to encode the at-most-one constraint into SAT".
"""

from __future__ import annotations

from typing import Final

from hashicnf.passes.exclusive import ExclusiveEncoding
from hashicnf.passes.template import AbstractClauses

GROUP = 2


def clauses(width: int) -> AbstractClauses:
    """Exclude the literals of a group, and let each imply the bits of its group's number, the least first."""
    groups = -(-width // GROUP)
    bits = (groups - 1).bit_length()
    found: AbstractClauses = [(-x, -(x + 1)) for x in range(1, width, GROUP)]
    for number in range(width):
        group = number // GROUP
        found += [(-(number + 1), width + 1 + bit if group >> bit & 1 else -(width + 1 + bit)) for bit in range(bits)]
    return found


ENCODING: Final = ExclusiveEncoding(
    "groups of two; each literal implies the binary number of its group (Hoelldobler and Nguyen 2013)", clauses
)
