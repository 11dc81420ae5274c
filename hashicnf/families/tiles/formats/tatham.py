"""Game IDs of Simon Tatham's Fifteen: the tiles in reading order, 0 for the blank, which the goal has last.

3x3:8,1,3,4,0,2,7,6,5
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from hashicnf.core.document import Document
from hashicnf.errors import Inexpressible
from hashicnf.families.tiles.board import GOAL, LAST
from hashicnf.formats import Genre, Passage
from hashicnf.formats.tatham import require_cells

PARAMETERS: Final = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3}))?:")
TILE: Final = re.compile(r"[0-9]{1,9}")
LEAST_SIDE: Final = 2  # of the boards that the game loads
BOARD: Final = "numbers with commas between, 0 for the blank"


def read(passage: Passage) -> Document:
    """Return a game ID as a document. Raises InputError with line and column."""
    if (found := PARAMETERS.match(passage.text)) is None:
        raise passage.error("these parameters cannot be read", 0, "columns, x, rows and a colon")
    columns = int(found[1])
    rows = int(found[2] or found[1])
    tiles: list[int] = []
    places: list[int] = []
    at = found.end()
    for word in passage.text[at:].split(","):
        if TILE.fullmatch(word) is None:
            shown = f"{word[:20]!r} is no tile" if word else "a tile is missing"
            raise passage.error(shown, at, BOARD)
        tiles.append(int(word))
        places.append(at)
        at += len(word) + 1
    require_cells(passage, len(tiles), columns, rows, BOARD)
    line, column = passage.line, passage.column
    return Document(
        np.array(tiles, dtype=np.int32).reshape(rows, columns),
        passage.source,
        family="tiles",
        place=(line, column + found.end()),
        locate=lambda r, c: (line, column + places[r * columns + c]),
    )


def write(document: Document) -> str:
    """Return the game ID of a document. Raises UsageError for other goals than the blank last."""
    if document.starts or GOAL.value_in(document.settings) != LAST:
        raise Inexpressible("tatham", "this goal: there the blank comes last")
    rows, columns = document.cells.shape
    return f"{columns}x{rows}:{','.join(map(str, document.cells.ravel().tolist()))}"


def refused(document: Document) -> str | None:
    """Name the part of a board that the game does not load; None if it loads the board."""
    return "boards of a single row or column" if min(document.cells.shape) < LEAST_SIDE else None


GENRE: Final[Genre[Passage, str]] = Genre(
    names=("fifteen",), example="3x3:8,1,3,4,0,2,7,6,5\n", read=read, write=write, refused=refused
)
