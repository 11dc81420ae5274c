"""Backbones: the literals that hold in every model, found by asking for models in which some of them fail.

Each question names only a portion of the literals that may hold, and each model takes away those that fail in it. A solver that
prefers models far from the first takes away much with each answer.
Reference: Janota, Lynce and Marques-Silva 2015, "Algorithms for computing backbones of propositional formulae".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from hashicnf.logic import Bools, Ints, truth

PORTION: Final = 100  # literals of a question


def always(literals: Ints, failing: Callable[[Ints], Bools | None]) -> Ints:
    """Return the literals, of int32[k] that one model has, that hold in all models, in their order.

    ``failing`` returns a model in which some of a portion of them fail, None if there is none.
    """
    found = [literals[:0]]
    while len(literals):
        portion = literals[:PORTION]
        if (model := failing(portion)) is None:
            found.append(portion)
            literals = literals[PORTION:]
        else:
            literals = literals[truth(model, literals)]
    return np.concatenate(found)
