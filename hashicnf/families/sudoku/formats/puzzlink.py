"""Sudokus in URLs of puzz.link: the side is a square number, or 6 with boxes of 2 x 3."""

from __future__ import annotations

from dataclasses import replace
from math import isqrt
from typing import Final

from hashicnf.core.document import Document
from hashicnf.errors import Inexpressible, InputError
from hashicnf.formats import Genre, Passage
from hashicnf.formats.number16 import encode
from hashicnf.formats.parsing import refuse_settings
from hashicnf.formats.puzzlink import sized_cells

SIDES: Final = "a square number of columns and rows, or 6"


def read(passage: Passage) -> Document:
    """Return size and board as a document. Raises InputError."""
    document = replace(sized_cells(passage), family="sudoku")
    rows, columns = document.cells.shape
    if not has_boxes(rows, columns):
        raise wrong_side(passage, rows, columns)
    return document


def wrong_side(passage: Passage, rows: int, columns: int) -> InputError:
    """Return (not raise) the error for a board of a size for which the player has no boxes."""
    return passage.error(f"{columns} x {rows} cells have no boxes here", 0, SIDES)


def has_boxes(rows: int, columns: int) -> bool:
    """Return whether the player has boxes for a board of this size."""
    return rows == columns and (rows == 6 or isqrt(rows) ** 2 == rows)


def require_expressible(document: Document, name: str) -> None:
    """Raise UsageError for boards with settings, and for sizes for which the player has no boxes."""
    refuse_settings(document, name)
    rows, columns = document.cells.shape
    if not has_boxes(rows, columns):
        raise Inexpressible(name, f"boards of {columns} x {rows} cells")


def write(document: Document) -> str:
    """Return size and board as the part of a URL after the kind. Raises UsageError for boards without boxes in the player."""
    require_expressible(document, "puzzlink")
    rows, columns = document.cells.shape
    return f"{columns}/{rows}/{encode(document.cells)}"


GENRE: Final[Genre[Passage, str]] = Genre(
    names=("sudoku",), example="https://puzz.link/p?sudoku/4/4/1k3h4k2\n", read=read, write=write
)
