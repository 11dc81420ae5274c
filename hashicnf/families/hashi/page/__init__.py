"""Scripts and style of Hashiwokakero, with which pages draw a board and let it be played."""

from __future__ import annotations

from typing import Final

from hashicnf.families.hashi.board import Board
from hashicnf.pages import assets
from hashicnf.trace.narration import Scene

NAME: Final = "hashi"
DRAWING: Final = ("grid.js", "words.js", "board.js")
PLAYING: Final = (*DRAWING, "rules.js", "bounds.js", "deduce.js", "saved.js", "codec.js", "play.js")


def drawn(board: Board, first: int) -> Scene:
    """Return the scene that draws a search; ``first`` is the number of the first variable."""
    return Scene(
        NAME,
        assets(__package__, *DRAWING, "scene.js"),
        {**_data(board), "first": first},
        assets(__package__, "board.css"),
    )


def game(board: Board) -> Scene:
    """Return the board as a game: islands (row, column, clue; from 0, -1 for ``?``), most bridges per pair, whether loops."""
    return Scene(NAME, assets(__package__, *PLAYING), _data(board), assets(__package__, "board.css", "play.css"))


def _data(board: Board) -> dict[str, object]:
    islands = [*zip(board.row.tolist(), board.column.tolist(), board.clue.tolist(), strict=True)]
    return {"shape": board.shape, "islands": islands, "most": board.max_bridges, "loops": board.loops}
