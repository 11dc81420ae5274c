"""Games for puzzles that are solved by plans: pieces to move, and a plan that hints follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.core.stage import Stage
from hashicnf.core.stagepicture import boards
from hashicnf.pages import SHARED, assets
from hashicnf.pages.staged import staged
from hashicnf.trace.narration import Scene

SCRIPTS: Final = ("planned.js", "moving.js")


def stage_game(stage: Stage, unit: str) -> Scene:
    """Return the game of a board with pieces, each called ``unit``."""
    script = assets(SHARED, "pieces.js") + assets(__package__, *SCRIPTS)
    style = assets(SHARED, "pieces.css") + assets(__package__, "moving.css")
    return Scene("pieces", script, {**staged(stage), "unit": unit}, style)


def moves_of(stage: Stage, actions: Sequence[str]) -> list[list[int]]:
    """List the moves of a plan as [piece, row, column]: the index of a piece and its new place, all from 0."""
    found = []
    before: list[tuple[int, int]] = []
    for after in boards(stage, actions):
        found += [[piece, *place] for piece, place in enumerate(after) if before and before[piece] != place]
        before = after
    return found
