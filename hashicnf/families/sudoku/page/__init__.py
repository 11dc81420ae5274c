"""Scripts and style of sudokus, with which pages draw a board and let it be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.families.sudoku.board import Board
from hashicnf.pages import assets
from hashicnf.trace.narration import Scene

NAME: Final = "sudoku"
PLAYING: Final = ("board.js", "grid.js", "rules.js", "deduce.js", "codec.js", "play.js")


def drawn(board: Board, units: Sequence[Sequence[int]], first: int) -> Scene:
    """Return the scene that draws a search; ``units`` lists the cells of each unit, ``first`` is the first variable's number."""
    data = {**_data(board), "units": units, "first": first}
    return Scene(NAME, assets(__package__, "board.js", "scene.js"), data, assets(__package__, "board.css"))


def game(board: Board) -> Scene:
    """Return the board as a game: side, shape of a box, givens row by row (0: none), whether diagonals count."""
    data = {**_data(board), "diagonals": board.diagonals}
    return Scene(NAME, assets(__package__, *PLAYING), data, assets(__package__, "board.css", "play.css"))


def _data(board: Board) -> dict[str, object]:
    return {"side": board.side, "box": board.box, "givens": board.givens.ravel().tolist()}
