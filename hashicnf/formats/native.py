"""The native format (.puz): settings, comments, rows. The grammar is ``grammar/native.lark``.

Rows are separated (blanks or commas between cells) or compact (one character per cell): all rows of a board the same way. Compact
rows may hold letters if a line names the family. The family declares the settings.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hashicnf.core.document import DEFAULT_FAMILY, EMPTY, UNKNOWN, Document, Setting, Source, setting_name
from hashicnf.errors import InputError
from hashicnf.formats import Format
from hashicnf.formats.parsing import compact, empty_lines, gap, letters, may_have_gaps, place_of, separated, terminal
from hashicnf.formats.parsing import parse as parse_grammar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lark import Tree
    from lark.lexer import Token

    from hashicnf.logic import Ints

EXPECTED = "settings such as 'title: mine', then rows of cells: . 0 _ empty, 1 2 3 ... numbers, ? unknown"
UNNAMED = "numbers; or for a family whose grids hold letters, a line 'family: NAME' above them"
APART = "letters with nothing between them, . or 0 for an empty cell, below a line 'family: NAME'"
LETTERS_APART: Final = re.compile(
    r"(?=[^#A-Za-z]*[A-Za-z])[ \t]*[A-Za-z._?0](?:(?:[ \t]*,[ \t]*|[ \t]+)[A-Za-z._?0])+[ \t]*(?:#|$)"
)
SEVERAL_WORDS: Final = re.compile(r"[ \t]*([A-Za-z]+(?:[ \t_]+[A-Za-z]+)+)[ \t]*:")
WORD_GAP: Final = re.compile(r"[ \t_]+")
COMMENTS: Final = re.compile(r"#[^\r\n]*")
LETTER = re.compile(r"[A-Za-z]")
NUMBERS = b"._?0123456789"


def parse(source: Source) -> list[Document]:
    """Parse all boards of a file. Raises InputError with line and column."""
    try:
        boards = parse_grammar("native", source, EXPECTED).children
    except InputError as problem:
        if found := SEVERAL_WORDS.match(source.line(line := problem.line or 1)):
            name, expected = found[1], f"dashes between its words: {WORD_GAP.sub('-', found[1])}"
            raise source.error(f"no setting is named {name!r}", line, found.start(1) + 1, expected) from None
        if (last := _open_end(source.text)) is not None and line >= last:
            raise source.error("no puzzle follows the last ---", last, 1, "a puzzle, or no --- at the end") from None
        if LETTERS_APART.match(source.line(line)):
            problem.expected = APART
        raise
    return [_board(tree, source) for tree in boards if not isinstance(tree, str)]


def _board(tree: Tree[Token], source: Source) -> Document:
    tokens = [child for child in tree.children if not hasattr(child, "data")]
    settings: dict[str, Setting] = {}
    rows: list[Token] = []
    for token in tokens:
        if token.type == "SETTING":
            name, setting = _setting(token)
            if rows:
                raise source.error("a setting after the first row", *place_of(token), "a row of cells")
            if name in settings:
                raise source.error(f"{name} is set twice", *place_of(token))
            settings[name] = setting
        else:
            rows.append(token)
    if not rows:
        last = tokens[-1]
        raise source.error("a board without rows", last.line or 1, (last.end_column or 1), EXPECTED)
    for row in rows:
        if row.type != rows[0].type and len(row) > 1:
            how = "separated like" if rows[0].type == "SEPARATED_ROW" else "one character a cell like"
            raise source.error("this row is written another way", *place_of(row), f"cells {how} the first row")
    return _document(rows, settings, source)


def _document(rows: Sequence[Token], settings: dict[str, Setting], source: Source) -> Document:
    family = setting_name(settings["family"].value) if "family" in settings else None
    is_separated = rows[0].type == "SEPARATED_ROW"
    if "\t" in source.text:
        _require_no_gap(rows, source)
    found = None if is_separated else _first_letter(rows)
    if found is not None and family is None:
        row, at = found
        raise source.error(f"{at[0]!r} does not belong here", *place_of(row, at.start()), UNNAMED)
    read = letters if found is not None else separated if is_separated else compact
    cells, place = read(rows, source), place_of(rows[0])
    return Document(cells, source, settings, family, found is not None, tuple(empty_lines(rows, source)), place)


def _first_letter(rows: Sequence[Token]) -> tuple[Token, re.Match[str]] | None:
    """Return the first row with a letter, and the match of the letter in it; None if there is none."""
    if not "".join(rows).encode().translate(None, NUMBERS):
        return None
    return next((row, at) for row in rows if (at := LETTER.search(row)) is not None)


def _require_no_gap(rows: Sequence[Token], source: Source) -> None:
    """Raise InputError if a tab stands for an empty cell, in rows with tabs between cells or in rows of a single cell."""
    start = source.text.rfind("\n", 0, rows[0].start_pos) + 1
    end = source.text.find("\n", rows[-1].end_pos)
    text = source.text[start : end if end >= 0 else None]
    if not may_have_gaps(text):
        return
    lines = text.split("\n")
    first = place_of(rows[0])[0]
    tabbed = [place_of(row)[0] for row in rows if len(row) == 1 or "\t" in row]
    if (found := gap([lines[line - first].partition("#")[0] for line in tabbed])) is not None:
        number, at = found
        raise source.error("a tab without a cell beside it", tabbed[number], at + 1, "a dot or 0 for an empty cell")


def _setting(token: Token) -> tuple[str, Setting]:
    name, _, value = str(token).partition(":")
    line, column = place_of(token)
    at = column + len(name) + 1 + len(value) - len(value.lstrip())
    return setting_name(name), Setting(value.strip(), line, at, column)


def boundaries(text: str) -> list[tuple[int, int]]:
    """Return start and end (offsets) of each line of dashes, the separator between puzzles, as the grammar defines it."""
    return [found.span() for found in terminal("native", "_SEPARATOR").finditer(text)]


def _open_end(text: str) -> int | None:
    """Return the line of the last separator, from 1, if a puzzle stands before it and only comments after it, otherwise None."""
    start, end = next(reversed(boundaries(text)), (0, 0))
    before, after = (COMMENTS.sub("", part).strip() for part in (text[:start], text[end:]))
    return text.count("\n", 0, start) + 1 if before and not after else None


def native_lines(document: Document) -> list[str]:
    """Return a document as lines, for showing or embedding; the family is named unless it is the default."""
    settings = {name: setting.value for name, setting in document.settings.items() if name != "family"}
    if document.family not in (None, DEFAULT_FAMILY):
        settings = {"family": document.family or "", **settings}
    rows = _letter_rows(document.cells) if document.letters else _number_rows(document.cells)
    for start in reversed(document.starts):
        rows.insert(start, "")
    return [*(f"{name}: {value}" for name, value in settings.items()), *rows]


def _number_rows(cells: Ints) -> list[str]:
    """Return rows of one character per cell if all numbers have one digit, else cells separated by blanks (one cell: a comma)."""
    width = cells.shape[1]
    if cells.max(initial=0) <= 9 and width:
        glyphs = b"?.123456789"
        text = (cells + 1).astype("u1").tobytes().translate(glyphs + bytes(256 - len(glyphs))).decode()
        return [text[i : i + width] for i in range(0, len(text), width)]
    glyph = {EMPTY: ".", UNKNOWN: "?"}
    end = "," if width == 1 else ""
    return [" ".join(glyph.get(cell) or str(cell) for cell in row) + end for row in cells.tolist()]


def _letter_rows(cells: Ints) -> list[str]:
    glyph = {EMPTY: ".", UNKNOWN: "?"}
    return ["".join(glyph.get(cell) or chr(cell) for cell in row) for row in cells.tolist()]


def write(document: Document) -> str:
    """Return a document as text, its settings first."""
    return "\n".join([*native_lines(document), ""])


FORMAT: Final = Format(
    summary="settings, comments and rows; one character a cell, or separated",
    suffixes=(".puz",),
    example=".2.5..2\n",
    looks_like=None,
    parse=parse,
    write=write,
    separator="---\n",
    boundaries=boundaries,
)
