"""A sudoku as rows, with remarks about it: the grammar is ``grammar/sdk.lark``."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from hashicnf.core.document import Document, Setting, Source
from hashicnf.families.sudoku.text import EMPTIES, LETTERED, dashes_as_cells, document_of, glyph_rows, rows_of
from hashicnf.formats import Format
from hashicnf.formats.parsing import place_of, read_tokens, refuse_extras

EXPECTED = f"a line [Puzzle], then rows of cells: {' '.join(EMPTIES)} - empty, 1 to 9 and letters from A for numbers"
SECTION: Final = re.compile(r"^[ \t]*\[puzzle\]", re.IGNORECASE | re.MULTILINE)
TITLE: Final = re.compile(r"#D[ \t]*(\S.*)")


def looks_like(text: str) -> bool:
    """Return whether there is a line [Puzzle]."""
    return "[" in text and SECTION.search(text) is not None


def parse(source: Source) -> list[Document]:
    """Parse the one puzzle of a file. Raises InputError with line and column."""
    tokens = read_tokens("sdk", source, EXPECTED)
    settings: dict[str, Setting] = {}
    lines = []
    is_puzzle = True
    for token in tokens:
        line, column = place_of(token)
        if token.type == "SECTION":
            is_puzzle = token.strip("[] \t").lower() == "puzzle"
        elif token.type == "ROW" and is_puzzle:
            lines.append((line, " " * (column - 1) + token))
        elif token.type == "REMARK" and (found := TITLE.fullmatch(token.rstrip())) is not None:
            settings.setdefault("title", Setting(found[1], line, column + found.start(1), column))
    rows = rows_of(dashes_as_cells(lines), source, EXPECTED)
    if not rows:
        last = place_of(tokens[-1])[0]
        raise source.error("a puzzle without rows", last, len(source.line(last)) + 1, EXPECTED)
    return [replace(document_of(rows, source), settings=settings)]


def write(document: Document) -> str:
    """Return the title and the rows as text. Raises UsageError for boards with other settings."""
    refuse_extras(document, "sdk")
    title = [f"#D {document.settings['title'].value}"] if "title" in document.settings else []
    cells = document.cells
    rows = glyph_rows(cells) if len(cells) <= LETTERED else [" ".join(map(str, row)) for row in cells.tolist()]
    return "\n".join([*title, "[Puzzle]", *rows, ""])


FORMAT: Final = Format(
    summary="a sudoku as rows under [Puzzle], with remarks after #",
    suffixes=(".sdk",),
    example="#D a small one\n[Puzzle]\n1...\n..3.\n.4..\n...2\n",
    looks_like=looks_like,
    parse=parse,
    write=write,
)
