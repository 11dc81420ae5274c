"""Boards by the shapes of their pieces, as in a well-known exercise in heuristic search: the grammar is ``grammar/hrd.lark``.

``1`` is a quarter of a 2x2 piece, ``2`` a piece of one cell, ``<>`` a horizontal domino, ``^`` over ``v`` a vertical one, ``.`` a
blank cell. The goal is the default one; letters of pieces are not written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hashicnf.core.document import Document, Source
from hashicnf.core.options import Choices
from hashicnf.errors import Inexpressible
from hashicnf.families.klotski.board import build
from hashicnf.families.klotski.formats import Rectangle, boards
from hashicnf.formats import Format
from hashicnf.formats.parsing import place_of

if TYPE_CHECKING:
    from lark.lexer import Token

EXPECTED: Final = "rows of 1 (2x2), 2 (1x1), < > (1x2), ^ over v (2x1) and . (blank)"
GLYPHS: Final = frozenset("12<>v^.")
DOMINOES: Final = frozenset("<>^v")
SOME: Final = 100
SHAPES: Final = {(2, 2): ("11", "11"), (1, 1): ("2",), (1, 2): ("<>",), (2, 1): ("^", "v")}
FIRST: Final = {"1": (2, 2), "2": (1, 1), "<": (1, 2), "^": (2, 1)}
PARTS: Final = {">": "< on its left", "v": "^ above it"}
WANTED: Final = {"1": "a square of four", "<": "> on its right", "^": "v below it"}


def looks_like(text: str) -> bool:
    """Return whether the text has only characters of this notation, among them a part of a domino."""
    return all(
        set("".join(part.split())) <= GLYPHS
        for part in (text[:SOME], text)  # the start is enough to reject large files of other kinds
    ) and not DOMINOES.isdisjoint(text)


def parse(source: Source) -> list[Document]:
    """Parse all boards of a file. Raises InputError with line and column."""
    return boards("hrd", source, EXPECTED, _pieces)


def _pieces(rows: Sequence[Token], source: Source) -> list[Rectangle]:
    """Return the pieces of a board. Raises InputError for a part of a piece whose other parts are missing."""
    found: list[Rectangle] = []
    taken: set[tuple[int, int]] = set()
    for r, row in enumerate(rows):
        for c, glyph in enumerate(row):
            if glyph == "." or (r, c) in taken:
                continue
            at = place_of(row, c)
            if glyph in PARTS:
                raise source.error(f"{glyph!r} belongs to no piece", *at, PARTS[glyph])
            height, width = FIRST[glyph]
            cells = {(r + y, c + x) for y in range(height) for x in range(width)}
            shown = tuple(part[c : c + width] for part in rows[r : r + height])
            if shown != SHAPES[height, width] or cells & taken:
                raise source.error(f"{glyph!r} is no whole piece", *at, WANTED[glyph])
            found.append((r, c, height, width))
            taken |= cells
    return found


def write(document: Document) -> str:
    """Return one board as text. Raises UsageError for goals and pieces that the notation cannot express."""
    if "goal" in document.settings:
        raise Inexpressible("hrd", "goal")
    board = build(document, Choices())
    rows, columns = board.shape
    cells = [["."] * columns for _ in range(rows)]
    for piece in board.pieces:
        if (glyphs := SHAPES.get((piece.height, piece.width))) is None:
            raise Inexpressible("hrd", f"a piece of {piece.height}x{piece.width}")
        for r, part in enumerate(glyphs, piece.row):
            cells[r][piece.column : piece.column + piece.width] = part
    text = "".join("".join(row) + "\n" for row in cells)
    if not looks_like(text):
        raise Inexpressible("hrd", "a board without dominoes")
    return text


FORMAT: Final = Format(
    summary="boards by the shapes of their pieces: 1 2 < > ^ v .",
    suffixes=(".hrd", ".txt"),
    example="^11^\nv11v\n^<>^\nv22v\n2..2\n",
    looks_like=looks_like,
    parse=parse,
    write=write,
    separator="\n",
    families=("klotski",),
)
