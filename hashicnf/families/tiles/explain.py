"""The stage of a board, with tiles as pieces, and the sentences about slides."""

from __future__ import annotations

import re
from typing import Final

from hashicnf.families.tiles.board import BLANK, Board
from hashicnf.families.tiles.moves import WAYS, split
from hashicnf.planning.stage import ANY, FREE, Motion, Piece, Stage

FACT: Final = re.compile(r"(?:the blank|tile ([0-9]{1,4})) in row ([0-9]{1,4}), column ([0-9]{1,4})")
MOST_DIGITS: Final = 9  # of a tile's number: int() refuses thousands


def stage(board: Board) -> Stage:
    """Return the stage of a board: tile k is piece k - 1."""
    rows, columns = board.shape
    start = {tile: divmod(cell, columns) for cell, tile in enumerate(board.start) if tile != BLANK}
    goal = {tile: divmod(cell, columns) for cell, tile in enumerate(board.goal) if tile != BLANK}
    return Stage(
        f"sliding tiles on {rows} by {columns} cells",
        board.shape,
        tuple(Piece(str(tile), *start[tile]) for tile in sorted(start)),
        tuple((tile - 1, *goal[tile]) for tile in sorted(goal)),
        motion,
        _words,
        placed,
        "{piece} {way}",
        _denied,
    )


def motion(action: str) -> Motion | None:
    """Return the motion of a slide in words, or of a direction alone, in which only one tile can move; None for other actions."""
    tile, way = split(action)
    if way not in WAYS or not (tile == "" or (tile.isdecimal() and len(tile) <= MOST_DIGITS and int(tile) > 0)):
        return None
    return Motion(int(tile) - 1 if tile else ANY, *WAYS[way])


def placed(fact: str) -> Piece | None:
    """Return the tile or blank of a fact as a piece; None for other facts."""
    if (found := FACT.fullmatch(fact)) is None:
        return None
    tile, row, column = found.groups()
    return Piece(tile or "·", int(row) - 1, int(column) - 1, kind=0 if tile else FREE)


def _words(action: str) -> str:
    tile, way = split(action)
    return f"tile {tile} moves {way}" if tile else f"a tile moves {way}"


def _denied(fact: str) -> str:
    return fact.replace(" in row ", " is not in row ", 1)
