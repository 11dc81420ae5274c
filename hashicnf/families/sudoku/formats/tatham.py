"""Game IDs of Simon Tatham's Solo.

    3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9

Parameters: rows and columns of a box, x if both diagonals count, and parameters of the generator (symmetry, difficulty). Board:
a to z are 1 to 26 empty cells; ``_`` separates two numbers.
"""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import Final

import numpy as np

from hashicnf.core.document import Document, Setting
from hashicnf.errors import Inexpressible
from hashicnf.families.sudoku.board import BOXES, DIAGONALS, MOST_SIDE, show_boxes, usual_box
from hashicnf.formats import Genre, Passage
from hashicnf.formats.tatham import gap, require_cells

# Jigsaws may have a single number, their side.
PARAMETERS: Final = re.compile(r"([0-9]{1,2})(?:x([0-9]{1,2}))?((?:x|k|j|a|r[0-9]|md?[0-9]|d[a-z])*):")
TOKEN: Final = re.compile(r"[0-9]{1,9}|[a-z]|_")
BOARD: Final = "letters a to z for 1 to 26 empty cells, numbers, and _ between two numbers"
LARGEST_SIDE: Final = 31  # of the boards that the game loads
VARIANTS: Final = {"k": "cages (killer)", "j": "boxes of any shape (jigsaw)"}


def read(passage: Passage) -> Document:
    """Return a game ID as a document. Raises InputError with line and column."""
    found = PARAMETERS.match(passage.text)
    options = "" if found is None else re.sub(r"md?[0-9]|r[0-9]|d[a-z]", lambda one: "-" * len(one[0]), found[3])
    for flag in VARIANTS:
        if found is not None and flag in options:
            raise passage.error(f"sudokus with {VARIANTS[flag]} are not read", found.start(3) + options.index(flag))
    if found is None or found[2] is None:
        raise passage.error("these parameters cannot be read", 0, "rows, x, columns of a box, such as 3x3, and a colon")
    tall, wide = int(found[1]), int(found[2])
    side = tall * wide
    if not 0 < side <= MOST_SIDE:
        raise passage.error(f"{side} x {side} cells are no sudoku", 0, f"at most {MOST_SIDE} x {MOST_SIDE}")
    numbers, places = _numbers(passage, found.end(), side)
    require_cells(passage, len(numbers), side, side, BOARD)
    settings = {}
    if (tall, wide) != usual_box(side):
        settings[BOXES.name] = Setting(show_boxes((tall, wide)), passage.line, passage.column)
    if re.search(r"(?<!m)x", found[3]):
        settings[DIAGONALS.name] = Setting(DIAGONALS.show(True), passage.line, passage.column + found.start(3))
    line, column = passage.line, passage.column
    return Document(
        np.array(numbers, dtype=np.int32).reshape(side, side),
        passage.source,
        settings,
        "sudoku",
        place=(line, column + found.end()),
        locate=lambda r, c: (line, column + places[r * side + c]),
    )


def _numbers(passage: Passage, start: int, side: int) -> tuple[list[int], list[int]]:
    """Return the numbers of a board's cells, 0 for empty ones, and their indices in the passage. Raises InputError."""
    numbers: list[int] = []
    places: list[int] = []
    at = start
    while at < len(passage.text) and len(numbers) <= side * side:
        if (found := TOKEN.match(passage.text, at)) is None:
            raise passage.error(f"{passage.text[at]!r} does not belong here", at, BOARD)
        word = found[0]
        if word in ascii_lowercase:
            run = ascii_lowercase.index(word) + 1
            numbers += [0] * run
            places += [at] * run
        elif word != "_":
            if not 0 < int(word) <= side:
                raise passage.error(f"the number {word} on {side} x {side} cells", at, f"1 to {side}")
            numbers.append(int(word))
            places.append(at)
        at = found.end()
    return numbers, places


def write(document: Document) -> str:
    """Return the game ID of a document. Raises UsageError for boxes of one row or column."""
    cells = document.cells
    box = BOXES.value_in(document.settings) or usual_box(len(cells))
    if box is None or 1 in box:
        raise Inexpressible("tatham", f"boards of {len(cells)} x {len(cells)} cells with such boxes")
    parts: list[str] = []
    empty = 0
    for number in cells.ravel().tolist():
        if number == 0:
            empty += 1
            continue
        parts.append(gap(empty) if empty else "_" * bool(parts))
        parts.append(str(number))
        empty = 0
    return f"{box[0]}x{box[1]}{'x' * DIAGONALS.value_in(document.settings)}:{''.join(parts)}{gap(empty)}"


def refused(document: Document) -> str | None:
    """Name the part of a board that the game does not load; None if it loads the board."""
    return f"boards of more than {LARGEST_SIDE} rows" if len(document.cells) > LARGEST_SIDE else None


GENRE: Final[Genre[Passage, str]] = Genre(
    names=("solo",), example="2x2:1e3b4e2\n", read=read, write=write, refused=refused
)
