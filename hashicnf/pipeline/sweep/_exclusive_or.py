"""Exclusive or: write equations over GF(2) as clauses.

Reference: Tseitin 1968; cutting long equations into short ones as in Soos, Nohl and Castelluccia 2009, "Extending SAT solvers to
cryptographic problems".
"""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np

from hashicnf.logic import Ints

WIDTH: Final = 4


def spares(variables: int) -> int:
    """Count the variables that an equation over so many needs beside them."""
    return max(0, -(-(variables - WIDTH) // (WIDTH - 2)))


def exclusive_or(names: Ints, spare: Ints, *, odd: bool) -> list[Ints]:
    """Write "an odd (even) number of ``names`` is true" as clauses, arrays int32[c, w] with w <= WIDTH.

    Every piece of the equation but the last ends with one of the ``spares(len(names))`` variables, with which the next begins.
    """
    rest, clauses = names.tolist(), []
    for link in spare.tolist():
        clauses.append(_piece([*rest[: WIDTH - 1], link], odd=False))
        rest = [link, *rest[WIDTH - 1 :]]
    return [*clauses, _piece(rest, odd=odd)]


def _piece(names: list[int], *, odd: bool) -> Ints:
    """Exclude each valuation with the wrong number of true variables."""
    wrong = [values for values in product((1, -1), repeat=len(names)) if values.count(-1) % 2 != odd]
    return np.array(wrong, dtype=np.int32).reshape(len(wrong), len(names)) * np.array(names, dtype=np.int32)
