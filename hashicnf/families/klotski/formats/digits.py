"""Boards of 5 rows and 4 columns as digits: the grammar is ``grammar/hrd-digits.lark``.

``1`` is the 2x2 piece, ``2`` to ``6`` are the five dominoes, ``7`` is a piece of one cell, ``0`` a blank cell. A text is read in
this notation only if all these pieces are complete, since rows of digits may also be boards of Hashiwokakero.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hashicnf.core.document import Document, Source
from hashicnf.core.options import Choices
from hashicnf.errors import Inexpressible
from hashicnf.families.klotski.board import Piece, build
from hashicnf.families.klotski.formats import Rectangle, boards
from hashicnf.formats import Format
from hashicnf.formats.parsing import place_of

if TYPE_CHECKING:
    from lark.lexer import Token

ROWS, COLUMNS = 5, 4
EXPECTED: Final = "5 rows of 4 digits: 1 the 2x2 piece, 2 to 6 the dominoes, 7 a piece of one cell, 0 blank"
LINES: Final = re.compile(r"\s*(?:[0-7]{4}[ \t]*(?:\r?\n|$)\s*)+")
SIZES: Final = {"1": 4, **dict.fromkeys("23456", 2)}


def looks_like(text: str) -> bool:
    """Return whether the text consists of rows of four digits that form complete boards."""
    if LINES.fullmatch(text) is None:
        return False
    rows = text.split()
    groups = [rows[i : i + ROWS] for i in range(0, len(rows), ROWS)]
    return all(len(group) == ROWS and "0" in "".join(group) and _faulty(group) is None for group in groups)


def parse(source: Source) -> list[Document]:
    """Parse all boards of a file. Raises InputError with line and column."""
    return boards("hrd-digits", source, EXPECTED, _pieces)


def _pieces(rows: Sequence[Token], source: Source) -> list[Rectangle]:
    if len(rows) != ROWS or len(rows[0]) != COLUMNS:
        message = f"a board of {len(rows)} x {len(rows[0])} cells"
        raise source.error(message, *place_of(rows[0]), EXPECTED)
    faulty = _faulty(rows)
    if faulty is not None:
        digit, r, c = faulty
        what = "2x2 piece" if digit == "1" else "domino"
        message = f"the cells of {digit} are no {what}" if r >= 0 else f"there is no {digit}"
        row = rows[max(r, 0)]
        raise source.error(message, *place_of(row, max(c, 0)), f"one {what} {digit}")
    singles = [(r, c, 1, 1) for r, row in enumerate(rows) for c, digit in enumerate(row) if digit == "7"]
    return [*(_box(rows, digit) for digit in SIZES), *singles]


def _cells(rows: Sequence[str], digit: str) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(rows) for c, other in enumerate(row) if other == digit]


def _box(rows: Sequence[str], digit: str) -> Rectangle:
    """Return the rectangle around the cells of a digit."""
    cells = _cells(rows, digit)
    (top, left), (bottom, right) = cells[0], cells[-1]
    return top, left, bottom - top + 1, right - left + 1


def _faulty(rows: Sequence[str]) -> tuple[str, int, int] | None:
    """Return a digit whose cells do not form its piece, with row and column of the first cell (-1 if missing), or None."""
    for digit, area in SIZES.items():
        cells = _cells(rows, digit)
        if not cells:
            return digit, -1, -1
        _, _, height, width = _box(rows, digit)
        side = 2 if digit == "1" else 1
        if len(cells) != area or height * width != area or min(height, width) != side:
            return digit, *cells[0]
    return None


def write(document: Document) -> str:
    """Return one board as text. Raises UsageError for boards that have other pieces, or another goal."""
    if "goal" in document.settings:
        raise Inexpressible("hrd-digits", "goal")
    board = build(document, Choices())
    cells = [["0"] * board.shape[1] for _ in range(board.shape[0])]
    dominoes = iter("23456")
    for piece in board.pieces:
        glyph = _glyph(piece, dominoes)
        for r in range(piece.row, piece.row + piece.height):
            cells[r][piece.column : piece.column + piece.width] = glyph * piece.width
    text = "".join("".join(row) + "\n" for row in cells)
    if board.shape != (ROWS, COLUMNS) or "?" in text or _faulty(text.split()) is not None:
        raise Inexpressible("hrd-digits", "boards without a 2x2 piece and five dominoes in 5 rows of 4 cells")
    if "0" not in text:
        raise Inexpressible("hrd-digits", "boards without a blank cell")
    return text


def _glyph(piece: Piece, dominoes: Iterator[str]) -> str:
    match piece.height, piece.width:
        case 2, 2:
            return "1"
        case (1, 2) | (2, 1):
            return next(dominoes, "?")
        case 1, 1:
            return "7"
    return "?"


FORMAT: Final = Format(
    summary="boards of 5 x 4 cells: 1 the 2x2 piece, 2 to 6 dominoes, 7 1x1, 0 blank",
    suffixes=(".hrd-digits", ".txt"),
    example="2113\n2113\n4665\n4775\n7007\n",
    looks_like=looks_like,
    parse=parse,
    write=write,
    separator="\n",
    families=("klotski",),
)
