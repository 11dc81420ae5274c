"""Exclusive or: encode equations over GF(2) as clauses.

Reference: Tseitin 1968; cutting long equations into short ones as in Soos, Nohl and Castelluccia 2009, "Extending SAT solvers to
cryptographic problems".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from hashicnf.logic import Ints


class Equation(NamedTuple):
    """The equation that an odd (``odd``) or even number of these variables is true."""

    variables: Sequence[int]
    odd: bool


def links_of(variables: int, width: int) -> int:
    """Return the number of auxiliary variables to cut an equation over so many variables into pieces of ``width`` >= 3."""
    return max(0, -(-(variables - width) // (width - 2)))


def cut(equation: Equation, links: Sequence[int], width: int) -> list[Equation]:
    """Cut an equation into pieces of at most ``width`` variables.

    Every piece but the last ends with one of the ``links``, auxiliary variables, with which the next piece begins. There must be
    ``links_of(len(equation.variables), width)`` of them.
    """
    rest, pieces = list(equation.variables), []
    for link in links:
        pieces.append(Equation([*rest[: width - 1], link], odd=False))
        rest = [link, *rest[width - 1 :]]
    return [*pieces, Equation(rest, equation.odd)]


def clauses_of(pieces: Sequence[Equation]) -> list[Ints]:
    """Encode short equations as clauses, arrays int32[c, w]: each clause excludes an assignment of the wrong parity."""
    blocks = []
    for width, odd in sorted({(len(piece.variables), piece.odd) for piece in pieces}):
        rows = [piece.variables for piece in pieces if (len(piece.variables), piece.odd) == (width, odd)]
        wrong = [values for values in product((1, -1), repeat=width) if values.count(-1) % 2 != odd]
        table = np.array(wrong, dtype=np.int32).reshape(1, len(wrong), width)
        lits = table * np.array(rows, dtype=np.int32).reshape(len(rows), 1, width)
        blocks.append(lits.reshape(len(rows) * len(wrong), width))
    return blocks
