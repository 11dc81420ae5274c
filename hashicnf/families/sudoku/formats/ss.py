"""A sudoku as a grid with its boxes outlined: the grammar is ``grammar/ss.lark``."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from hashicnf.core.document import Document, Setting, Source
from hashicnf.errors import Inexpressible
from hashicnf.families.sudoku.board import BOXES, Shape, show_boxes, usual_box
from hashicnf.families.sudoku.text import EMPTIES, GLYPHS, Row, dashes_as_cells, rows_of, square
from hashicnf.formats import Format
from hashicnf.formats.parsing import parse as parse_grammar
from hashicnf.formats.parsing import refuse_extras

EXPECTED = f"rows of cells, | between boxes: {' '.join(EMPTIES)} - empty, 1 to 9, letters from A or numbers with blanks between"
BEGINNING: Final = re.compile(r"(?:\s++|#[^\n]*+)*+(?:[+*=-]|[^#:|\n]*\|)")  # of a grid: a frame, or a row with a bar
BAR: Final = re.compile(r"^[^#:|\n]*\|", re.MULTILINE)


def looks_like(text: str) -> bool:
    """Return whether the text begins with a frame or a row with a bar, and has a bar in a line that is no setting."""
    return "|" in text and BEGINNING.match(text) is not None and BAR.search(text) is not None


def parse(source: Source) -> list[Document]:
    """Parse the one puzzle of a file. Raises InputError with line and column."""
    tokens = [token for token in parse_grammar("ss", source, EXPECTED).children if not hasattr(token, "data")]
    lines = [(token.line or 1, " " * ((token.column or 1) - 1) + token) for token in tokens]
    rows = rows_of(dashes_as_cells(lines), source, EXPECTED)
    if not rows:
        raise source.error("a grid without cells", 1, 1, EXPECTED)
    cells = square(rows, source)
    box = _box(rows[0], source)
    settings = {} if box in (None, usual_box(len(cells))) else {BOXES.name: Setting(show_boxes(box), rows[0].line)}
    place = rows[0].line, rows[0].columns[0]
    return [
        Document(
            cells,
            source,
            settings,
            "sudoku",
            place=place,
            locate=lambda r, c: (rows[r].line, rows[r].columns[c]),
        )
    ]


def _box(row: Row, source: Source) -> Shape | None:
    """Return the shape of the boxes according to the bars of a row; None if they do not divide it into equal parts."""
    text, n = source.line(row.line), len(row.columns)
    parts = [text.count("|", 0, column) for column in row.columns]
    width = parts.count(parts[0])
    alike = all(parts.count(part) == width for part in set(parts))
    return (n // width, width) if alike and width < n else None


def write(document: Document) -> str:
    """Return the outlined grid. Raises UsageError for other settings than boxes, and for boxes as wide as the board."""
    given = document.settings.get(BOXES.name)
    rest = {name: setting for name, setting in document.settings.items() if name != BOXES.name}
    refuse_extras(replace(document, settings=rest), "ss")
    cells = document.cells
    n = len(cells)
    tall, wide = (BOXES.parse(given.value) if given else None) or usual_box(n) or (1, n)
    if wide == n:  # there is no bar inside a row, so the height of the boxes could not be read
        raise Inexpressible("ss", f"boxes of {show_boxes((tall, wide))} cells")
    digits, gap = (1, "") if n <= 9 else (len(str(n)), " ")
    run = "-" * (wide * (digits + len(gap)) + len(gap))
    lines = []
    for r, row in enumerate(cells.tolist()):
        if r % tall == 0:
            lines.append(f"|{'+'.join([run] * (n // wide))}|" if r else f"*{'-'.join([run] * (n // wide))}*")
        shown = [f"{number or GLYPHS[0]:>{digits}}" for number in row]
        parts = (gap.join(shown[c : c + wide]) for c in range(0, n, wide))
        lines.append(f"|{gap}{f'{gap}|{gap}'.join(parts)}{gap}|")
    return "\n".join([*lines, f"*{'-'.join([run] * (n // wide))}*", ""])


FORMAT: Final = Format(
    summary="a sudoku as a grid, with | - + * around the boxes",
    suffixes=(".ss",),
    example="*-----*\n|1.|..|\n|..|3.|\n|--+--|\n|.4|..|\n|..|.2|\n*-----*\n",
    looks_like=looks_like,
    parse=parse,
    write=write,
)
