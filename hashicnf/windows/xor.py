"""Exclusive or: write equations over GF(2) as clauses.

Reference: Tseitin 1968; cutting long equations into short ones as in Soos, Nohl and Castelluccia 2009, "Extending SAT solvers to
cryptographic problems".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from hashicnf.logic import Ints

WIDTH: Final = 4


class Equation(NamedTuple):
    """An odd (or even) number of these variables is true."""

    names: Sequence[int]
    odd: bool


def spares(variables: int) -> int:
    """Count the variables that an equation over so many needs beside them."""
    return max(0, -(-(variables - WIDTH) // (WIDTH - 2)))


def cut(equation: Equation, spare: Sequence[int]) -> list[Equation]:
    """Cut an equation into pieces of at most WIDTH variables.

    Every piece but the last ends with one of the ``spares(len(equation.names))`` variables, with which the next begins.
    """
    rest, pieces = list(equation.names), []
    for link in spare:
        pieces.append(Equation([*rest[: WIDTH - 1], link], odd=False))
        rest = [link, *rest[WIDTH - 1 :]]
    return [*pieces, Equation(rest, equation.odd)]


def clauses_of(pieces: Sequence[Equation]) -> list[Ints]:
    """Write short equations as clauses, arrays int32[c, w]: each excludes a valuation with the wrong number of true variables."""
    blocks = []
    for width, odd in sorted({(len(piece.names), piece.odd) for piece in pieces}):
        names = [piece.names for piece in pieces if (len(piece.names), piece.odd) == (width, odd)]
        wrong = [values for values in product((1, -1), repeat=width) if values.count(-1) % 2 != odd]
        table = np.array(wrong, dtype=np.int32).reshape(1, len(wrong), width)
        blocks.append(
            (table * np.array(names, dtype=np.int32).reshape(len(names), 1, width)).reshape(
                len(names) * len(wrong), width
            )
        )
    return blocks
