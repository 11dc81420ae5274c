"""Games for puzzles that are solved by plans: pieces to move, and a plan that hints follow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from hashicnf.pages import SHARED, assets
from hashicnf.pages.staged import staged
from hashicnf.planning.stage import Motion, Place, Stage, boards, fits
from hashicnf.trace.narration import Scene

SCRIPTS: Final = ("planned.js", "moving.js")
SIDES: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))


def stage_game(stage: Stage, unit: str) -> Scene:
    """Return the game of a board with pieces, each called ``unit``."""
    script = assets(SHARED, "pieces.js") + assets(__package__, *SCRIPTS)
    style = assets(SHARED, "pieces.css") + assets(__package__, "moving.css")
    return Scene("pieces", script, {**staged(stage), "unit": unit, "action": stage.action}, style)


def moves_of(stage: Stage, actions: Sequence[str]) -> list[list[int]]:
    """List the moves of a plan by one cell each, as [piece, row, column]: the index of a piece and its new place, all from 0.

    A motion by several cells is divided along a shortest path of free cells; without such a path it stays one move.
    """
    found = []
    for before, after in pairwise(boards(stage, actions)):
        for piece, place in enumerate(after):
            if before[piece] != place:
                found += [[piece, *cell] for cell in _way(stage, before, piece, place)]
    return found


def _way(stage: Stage, at: Sequence[Place], piece: int, target: Place) -> list[Place]:
    """Return the places of a piece on a shortest path to a target, without the first; the target alone if there is no path."""
    before: dict[Place, Place | None] = {at[piece]: None}
    queue = [at[piece]]
    for row, column in queue:  # the list grows during the loop
        if target in before:
            break
        for down, right in SIDES:
            place = row + down, column + right
            here = [*at[:piece], (row, column), *at[piece + 1 :]]
            if place not in before and fits(stage, here, piece, Motion(piece, down, right)):
                before[place] = row, column
                queue.append(place)
    way, cell = [target], before.get(target)
    while cell is not None:
        way.append(cell)
        cell = before[cell]
    return way[-2::-1] if way[1:] else way
