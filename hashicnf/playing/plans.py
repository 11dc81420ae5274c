"""Puzzles solved by plans as games: pieces that are moved, and a plan to go by."""

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
    """List the moves of a plan: a piece, and the row and column, from 0, to which it goes."""
    found = []
    before: list[tuple[int, int]] = []
    for after in boards(stage, actions):
        found += [[piece, *place] for piece, place in enumerate(after) if before and before[piece] != place]
        before = after
    return found
