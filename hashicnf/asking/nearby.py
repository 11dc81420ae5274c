"""Search for models near a known one: within a window some literal must fail, and all variables outside keep their values.

Solutions of lattices, mazes and other loosely constrained boards differ by small changes almost everywhere. Finding one of these
in a window takes a solver a fraction of a millisecond, on the whole board up to minutes. If a window has no model, that proves
nothing.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.constraints import Formula, require_model
from hashicnf.core.stats import Stats
from hashicnf.logic import Bools, Ints, Sat
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.model_search import has_roads
from hashicnf.windows import tiling_of
from hashicnf.windows.calls import Calls
from hashicnf.windows.changes import Changes
from hashicnf.windows.effort import Effort
from hashicnf.windows.rules import Demands
from hashicnf.windows.settings import DEFAULTS
from hashicnf.windows.state import Problem, State

# Nodes in a tile, and conflicts for a model; each call counts as some conflicts.
SEARCHES: Final = ((12, 600), (48, 2_000), (192, 6_000))
TILES: Final = 9  # of a window; a window as large as the board is of no use
CREDIT: Final = 10  # largest excess of windows without a model over those with one; then the search ends


def unchanged(loop: LazyLoop, literals: Ints, left: Ints) -> Ints:
    """Return those of ``left`` int32[l] that hold in all models found near a known one.

    ``literals`` int32[k] are those of the known model; variables of the problem without one of them keep their values.
    Raises SolverFailed if a model breaks rules.
    """
    if not has_roads(loop.compiled) or not isinstance(verdict := loop.ask(literals), Sat):
        return left
    formula, connected = loop.formula, loop.compiled.connected[0]
    model = verdict.model[: formula.variables.count + 1]
    value = _fixed(formula, np.setdiff1d(loop.open, np.abs(literals)), model)
    problem = Problem(formula.blocks, formula.variables.count, Demands(connected, (), value), DEFAULTS, ())
    tiling, effort = tiling_of(connected), Effort(Stats(), loop.deadline)
    for nodes, conflicts in SEARCHES:
        if TILES * nodes >= connected.nodes:
            break
        state = State(problem, value, tiling(nodes))
        state.take(model)
        changes = Changes(state, Calls(state, effort), conflicts)
        left, is_worthwhile = _changed(state, changes, left)
        model = changes.model()
        require_model(model, (*formula.blocks, *formula.claim.refine(model)), "windows returned")
        if not is_worthwhile:
            break
    return left


def _fixed(formula: Formula, variables: Ints, model: Bools) -> Ints:
    """Return the values, int32[v + 1], that unit clauses fix, and those of some variables in a model; 0 for all others."""
    value = formula.known()
    value[variables] = np.where(model[variables], 1, -1)
    return value


def _changed(state: State, changes: Changes, left: Ints) -> tuple[Ints, bool]:
    """Return those of ``left`` int32[l] that hold in all models found in windows around their tiles, and whether many change."""
    credit = CREDIT
    for tile in dict.fromkeys(state.tile_of[np.abs(left)].tolist()):
        place = state.tile_of[np.abs(left)]
        if not credit or tile not in place:
            continue
        window = state.tiles.around(np.array([tile], dtype=np.int32))
        is_near = np.isin(place, window)
        stays = ~is_near | np.isin(left, changes.unchanged(window, left[is_near]))
        credit += -1 if stays.all() else 1
        left = left[stays]
    return left, credit > 0
