"""Backbones: the literals that hold in every model, found by asking for models in which some of them fail.

Each question names only a portion of the literals that may hold, and each model takes away those that fail in it. A solver that
prefers models far from the first takes away much with each answer.
Reference: Janota, Lynce and Marques-Silva 2015, "Algorithms for computing backbones of propositional formulae".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from hashicnf.logic import Ints, Sat, Unsat, Verdict, truth

PORTION: Final = 100  # literals of a question


def always(literals: Ints, ask: Callable[[Ints], Verdict], portion: int = PORTION) -> tuple[Ints, Ints]:
    """Return the literals, of int32[k] that one model has, that hold in all models, in their order, and those left undecided.

    ``ask`` looks for a model in which some of a portion of them fail. A question that it does not answer is the last.
    """
    found = [literals[:0]]
    while len(literals):
        some = literals[:portion]
        match ask(some):
            case Sat(model):
                literals = literals[truth(model, literals)]
            case Unsat():
                found.append(some)
                literals = literals[portion:]
            case _:
                break
    return np.concatenate(found), literals
