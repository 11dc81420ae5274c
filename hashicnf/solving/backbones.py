"""Backbones: the literals that hold in every model, found by asking for models in which some of them fail.

Each question names only a portion of the literals that may hold, and each model takes away those that fail in it. A solver that
prefers models far from the first takes away much with each answer.
Reference: Janota, Lynce and Marques-Silva 2015, "Algorithms for computing backbones of propositional formulae".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from hashicnf.backends import is_out_of_conflicts
from hashicnf.core.constraints import Clauses
from hashicnf.logic import Ints, Sat, Unknown, Unsat, Verdict, truth
from hashicnf.solving.flat import ASKED
from hashicnf.solving.lazy import LazyLoop

PORTION: Final = 100  # literals of a question
FAR: Final = 20  # conflicts for a model far from the first; beyond, a portion is better asked one by one


def always(
    literals: Ints, ask: Callable[[Ints], Verdict], portion: int = PORTION, enough: int | None = None
) -> tuple[Ints, Ints]:
    """Return the literals, of int32[k] that one model has, that hold in all models, and those that are left undecided.

    ``ask`` looks for a model in which some of a portion of them fail. Where it does not answer, the portion is left.
    With ``enough`` the rest is left too when so many are found.
    """
    found, left = [literals[:0]], literals[:0]
    while len(literals) and (enough is None or sum(map(len, found)) < enough):
        some = literals[:portion]
        match ask(some):
            case Sat(model):
                literals, left = literals[truth(model, literals)], left[truth(model, left)]
            case Unsat():
                found.append(some)
                literals = literals[portion:]
            case _:
                left = np.concatenate((left, some))
                literals = literals[portion:]
    return np.concatenate(found), np.concatenate((left, literals))


def failing(loop: LazyLoop, conflicts: int | None = None) -> Callable[[Ints], Verdict]:
    """Return a function that looks for a model in which some literals of a portion fail; what fails in none becomes clauses.

    It gives up after so many conflicts (None: never), and raises GaveUp where the loop gives up for any other reason.
    """

    def ask(portion: Ints) -> Verdict:
        selector = loop.auxiliaries(1)
        loop.add([Clauses.of(np.append(-selector, -portion)[None], ASKED)])
        verdict = loop.ask(selector, conflicts)
        if isinstance(verdict, Unsat):
            loop.add([Clauses.units(portion, ASKED)])
        elif isinstance(verdict, Unknown) and not is_out_of_conflicts(verdict):
            raise verdict.stopped.error()
        return verdict

    return ask
