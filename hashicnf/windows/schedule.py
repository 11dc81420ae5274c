"""The order of the windows, and the plans that are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.backends.pysat import PysatSession
from hashicnf.core.constraints import Cardinality, Connected, Formula
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.logic import Bools, Ints
from hashicnf.windows.probing import probe
from hashicnf.windows.settings import DEFAULTS, Plan, Settings
from hashicnf.windows.state import Problem, State
from hashicnf.windows.tiles import Tiles, Tiling
from hashicnf.windows.window import Window

SOLVER: Final = "minisat22"  # counts conflicts and returns cores; the fastest on windows

Sessions: TypeAlias = Callable[[], AssumingSession]


def _embedded() -> AssumingSession:
    """Open a session of the solver that windows use."""
    return PysatSession(SOLVER, 0)


def sweep(
    formula: Formula,
    connected: Connected,
    counted: tuple[Cardinality, ...],
    tiling: Tiling,
    stats: Stats,
    deadline: Deadline = NEVER,
    *,
    settings: Settings = DEFAULTS,
    sessions: Sessions = _embedded,
) -> Bools | None:
    """Return a model of the formula that connects all nodes, bool[v + 1], or None if some window stays unsolved.

    ``counted`` are sums that the formula demands; ``tiling`` cuts the nodes of ``connected`` into tiles.
    """
    problem = Problem.of(formula, connected, counted, settings)
    tiles = tiling(settings.nodes_per_tile)
    with stats.phase("probe"):
        value = probe(problem.blocks, problem.tile_of(tiles), tiles, sessions, settings, deadline)
    if value is None:
        return None
    undecided = int(np.count_nonzero(value[1:] == 0))
    nodes = settings.nodes_in_tile(connected.nodes, undecided)
    for plan in settings.plans(connected.nodes, undecided):
        if deadline.is_past():
            break
        state = State(problem, value, tiling(plan.scale * nodes))
        for backwards in (False, True):
            if _solve_all(state, plan, settings, sessions, stats, deadline, backwards=backwards):
                return state.assignment.model[: len(value)]
    return None


def _solve_all(
    state: State,
    plan: Plan,
    settings: Settings,
    sessions: Sessions,
    stats: Stats,
    deadline: Deadline,
    *,
    backwards: bool,
) -> bool:
    """Solve window by window, from the last one if ``backwards``; False as soon as one stays unsolved."""
    state.restart()
    for interior, tiles, center in windows(state.tiles, settings.interior, plan.halo, backwards=backwards):
        state.finished[interior] = True
        with sessions() as session:
            if not Window(state, plan, settings, session, stats, deadline).solve(tiles, center):
                return False
    return True


def windows(tiles: Tiles, size: int, halo: int, *, backwards: bool) -> Iterator[tuple[Ints, Ints, int]]:
    """Yield interior, window and center, row by row; ``backwards`` from the last one, mirrored."""
    last = tiles.count - 1
    for top in range(0, tiles.rows, size):
        for left in range(0, tiles.columns, size):
            interior = tiles.rectangle(top, top + size, left, left + size)
            window = tiles.rectangle(top, top + size + halo, left - halo, left + size + halo)
            center = (top + size // 2) * tiles.columns + left + size // 2
            yield (last - interior, last - window, last - center) if backwards else (interior, window, center)
