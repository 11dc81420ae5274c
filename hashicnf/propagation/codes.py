"""Literals as indices, for searches that propagate.

A *code* is 2v for variable v and 2v + 1 for its negation, so ``code ^ 1`` is the opposite and ``code >> 1`` the variable. ``truth``
holds a 1 at the codes of true literals and 0 elsewhere; a variable with 0 at both is undecided.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.logic import Ints

NOTHING: Final = 0  # no code


def code(literal: int) -> int:
    """Return the code of a DIMACS literal."""
    return 2 * literal if literal > 0 else -2 * literal + 1


def codes_of(literals: Ints) -> Ints:
    """Return the codes of literals of any shape, int32 of the same shape."""
    codes: Ints = 2 * np.abs(literals) + (literals < 0)
    return codes


def literal(code: int) -> int:
    """Return the DIMACS literal of a code."""
    return -(code >> 1) if code & 1 else code >> 1
