"""One sudoku per line, any number in a file: the grammar is ``grammar/sdm.lark``."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from hashicnf.core.document import Document, Source
from hashicnf.errors import Inexpressible, counted, one_of
from hashicnf.families.sudoku.text import EMPTIES, glyph_rows, number_of, unreadable
from hashicnf.formats import Format
from hashicnf.formats.parsing import place_of, read_tokens, refuse_extras

if TYPE_CHECKING:
    from lark.lexer import Token

EMPTY_SIGNS: Final = EMPTIES + "*-"
EXPECTED = f"lines of 81, 256 or 625 cells: {' '.join(EMPTY_SIGNS)} empty, 1 to 9 and letters from A for numbers"
SIDES: Final = {side * side: side for side in (9, 16, 25)}
PENCILMARKS: Final = 9**3
CELLS: Final = re.compile(r"[^\s,;:]+")
SYMBOLS: Final = re.compile(rf"[0-9A-Za-z{re.escape(EMPTY_SIGNS)}]+")
LINE: Final = re.compile(rf"[ \t]*({SYMBOLS.pattern})[ \t]*(?:[ \t,;:][^\r\n]*)?\r?")
# A link that ends in the cells of a 9 x 9 board, perhaps with a tail; behind a size a board is in the code of puzzlink.
LINK: Final = re.compile(
    r"^([ \t]*[<(]?https?://[^\s#]{0,200}?(?:=|(?<![0-9])/))([0-9._*-]{81})(?![0-9A-Za-z._*-])(\S*)", re.MULTILINE
)
FOREIGN: Final = re.compile(r"[9A-Za-z]")
SHORTEST: Final = 16


def looks_like(text: str) -> bool:
    """Return whether there is a line, or a link, of 81, 256 or 625 cells; if there are several lines, one needs a 9 or a letter.

    Wide boards of other families have such rows, but hold neither.
    """
    text = _without_links(text)
    every = text.split("\n")
    if max(map(len, every)) < min(SIDES):
        return False
    lines = [line for line in every if line.strip() and not line.lstrip().startswith("#")]
    found = [match[1] for line in lines if (match := LINE.fullmatch(line)) is not None and len(match[1]) in SIDES]
    if not found or (len(found) < len(lines) and FOREIGN.search(lines[0]) is None):
        return False
    return len(lines) == 1 or any(FOREIGN.search(cells) for cells in found)


def parse(source: Source) -> list[Document]:
    """Parse all puzzles of a file. Raises InputError with line and column."""
    if (text := _without_links(source.text)) != source.text:
        source = replace(source, text=text)
    tokens = read_tokens("sdm", source, EXPECTED)
    first = next((i for i, token in enumerate(tokens) if token.type == "PUZZLE"), 0)
    for number, token in enumerate(tokens):
        if token.type == "OTHER" and (number >= first or _is_damaged(token)):
            raise _no_puzzle(token, source)
    puzzles = tokens[first:]
    return [_puzzle(token, source, is_alone=len(puzzles) == 1) for token in puzzles]


def _without_links(text: str) -> str:
    """Return a text with blanks instead of all but the cells of a link, so that columns stay the same."""
    return LINK.sub(lambda found: " " * len(found[1]) + found[2] + " " * len(found[3]), text) if "://" in text else text


def _is_damaged(token: Token) -> bool:
    """Return whether a line before the first puzzle looks more like cells than like a heading."""
    cells = CELLS.match(token)
    return cells is not None and len(cells[0]) >= SHORTEST


def _no_puzzle(token: Token, source: Source) -> Exception:
    """Return the error for a line that is no puzzle; it points at the first character that is no cell, or at the end."""
    cells = SYMBOLS.match(token)
    at = 0 if cells is None else cells.end()
    line, column = place_of(token, at)
    if not token[at:].strip() or token[at].isspace():
        return source.error(f"this line has {counted(at, 'cell')}", line, column, EXPECTED)
    return unreadable(source, line, column, token[at], EXPECTED)


def _puzzle(token: Token, source: Source, *, is_alone: bool) -> Document:
    """Return the puzzle of a line as a document. Raises InputError."""
    cells = token.split()[0] if (found := CELLS.match(token)) is None else found[0]
    line, column = place_of(token)
    if (side := SIDES.get(len(cells))) is None:
        what = "the candidates of every cell: pencil marks are not read" if len(cells) == PENCILMARKS else ""
        message = f"this line has {what or counted(len(cells), 'cell')}"
        raise source.error(message, line, column + len(cells), one_of("", map(str, SIDES)) + " cells")
    numbers = []
    for at, glyph in enumerate(cells):
        value = 0 if glyph in EMPTY_SIGNS else number_of(glyph)
        if value is None:
            raise unreadable(source, line, column + at, glyph, EXPECTED)
        numbers.append(value)
    own = source if is_alone else source.starting(line)
    grid = np.array(numbers, dtype=np.int32).reshape(side, side)
    place = partial(_place, line, column, side)
    return Document(grid, own, family="sudoku", place=(line, column), locate=place)


def _place(line: int, column: int, side: int, row: int, cell: int) -> tuple[int, int]:
    """Return line and column of a cell, ``row`` and ``cell`` counting from 0."""
    return line, column + row * side + cell


def write(document: Document) -> str:
    """Return the cells in one line. Raises UsageError for other sides than 9, 16 and 25, and for boards with settings."""
    refuse_extras(document, "sdm")
    side = len(document.cells)
    if side not in SIDES.values():
        raise Inexpressible("sdm", f"boards of {side} x {side} cells")
    return "".join(glyph_rows(document.cells)) + "\n"


FORMAT: Final = Format(
    summary="sudokus one a line, of 81, 256 or 625 cells",
    suffixes=(".sdm", ".txt"),
    example="53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
    looks_like=looks_like,
    parse=parse,
    write=write,
    separator="",
    inline=True,
)
