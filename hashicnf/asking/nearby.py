"""Search for models near a known one: within a window some literal must fail, and all variables outside keep their values.

Solutions of lattices, mazes and other loosely constrained boards differ by small changes almost everywhere. Finding one of these
in a window takes a solver a fraction of a millisecond, on the whole board up to minutes. If a window has no model, that proves
nothing.
"""

from __future__ import annotations

import numpy as np

from hashicnf.logic import Ints, Sat
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.model_search import has_roads
from hashicnf.windows import holding_nearby


def unchanged(loop: LazyLoop, literals: Ints, left: Ints) -> Ints:
    """Return those of ``left`` int32[l] that hold in all models found near a known one.

    ``literals`` int32[k] are those of the known model; variables of the problem without one of them keep their values.
    Raises SolverFailed if a model breaks rules.
    """
    if not has_roads(loop.compiled) or not isinstance(verdict := loop.ask(literals), Sat):
        return left
    formula, connected = loop.formula, loop.compiled.connected[0]
    model, value = verdict.model[: formula.variables.count + 1], formula.known()
    others = np.setdiff1d(loop.open, np.abs(literals))
    value[others] = np.where(model[others], 1, -1)
    return holding_nearby(formula, connected, value, model, left, loop.deadline)
