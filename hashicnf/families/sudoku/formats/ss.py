"""A sudoku as a grid with its boxes outlined: the grammar is ``grammar/ss.lark``."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Final

from hashicnf.core.document import Document, Setting, Source
from hashicnf.errors import Inexpressible
from hashicnf.families.sudoku.board import BOXES, Shape, show_boxes, usual_box
from hashicnf.families.sudoku.text import EMPTIES, GLYPHS, Row, dashes_as_cells, document_of, rows_of
from hashicnf.formats import Format
from hashicnf.formats.parsing import place_of, read_tokens, refuse_extras

EXPECTED = f"rows of cells, | between boxes: {' '.join(EMPTIES)} - empty, 1 to 9, letters from A or numbers with blanks between"
EQUAL: Final = "boxes of one shape"
SAME: Final = "| between the same cells in all rows"
BARS: Final = "|│║"
INNER: Final = re.compile(f"[{BARS}]")
SPACES: Final = f"{BARS} \t\r"  # the signs of a line that keeps rows apart without outlining boxes
# The beginning of a grid: a frame, or a row with a bar; a frame of box-drawing characters has a bar between boxes.
BEGINNING: Final = re.compile(
    r"(?:\s++|#[^\n]*+)*+(?:[+*=-]|\.---|[^#:|\n]*\||┌─+┬[─┬]+┐\s*\n\s*│(?=[^\n]*[0-9.·])[ 0-9.·│]+│)"
)
BAR: Final = re.compile(r"^[^#:|│\n]*[|│]", re.MULTILINE)


def looks_like(text: str) -> bool:
    """Return whether the text begins with a frame or a row with a bar, and has a bar in a line that is no setting."""
    return ("|" in text or "│" in text) and BEGINNING.match(text) is not None and BAR.search(text) is not None


def parse(source: Source) -> list[Document]:
    """Parse the one puzzle of a file. Raises InputError with line and column."""
    places = ((token, *place_of(token)) for token in read_tokens("ss", source, EXPECTED))
    lines = [(line, " " * (column - 1) + token) for token, line, column in places]
    rows = rows_of(dashes_as_cells(lines), source, EXPECTED)
    if not rows:
        raise source.error("a grid without cells", 1, 1, EXPECTED)
    document = document_of(rows, source)
    box = _box(rows, source)
    settings = {} if box in (None, usual_box(len(rows))) else {BOXES.name: Setting(show_boxes(box), rows[0].line)}
    return [replace(document, settings=settings)]


def _box(rows: Sequence[Row], source: Source) -> Shape | None:
    """Return the shape of the boxes that bars in the rows and lines between the rows outline, None if there are none.

    Raises InputError at the first bar or line that disagrees with the others.
    """
    n, lines = len(rows), source.text.split("\n")
    wide = _width(rows, lines, source)
    rules = {at: line for at in range(1, n) if (line := _rule(lines, rows[at - 1].line, rows[at].line))}
    tall, wrong = _spacing(rules.keys(), n)
    if wrong:
        line = rules.get(wrong, rows[wrong].line)
        raise source.error("the lines between the rows outline unequal parts", line, 1, EQUAL)
    if not tall:
        return (n // wide, wide) if wide else None
    wide = wide or n // tall
    if tall * wide != n or wide == n:
        message = f"the lines between the rows outline boxes of {show_boxes((tall, wide))} cells"
        raise source.error(message, rules[tall], 1, f"boxes of {n} cells, with bars between them")
    return tall, wide


def _width(rows: Sequence[Row], lines: Sequence[str], source: Source) -> int:
    """Return the width of the boxes according to the bars, which are the same in all rows; 0 if there are none inside the rows."""
    every = [_bars(lines[row.line - 1], row.columns) for row in rows]
    for row, bars in zip(rows, every, strict=True):
        if bars != every[0]:
            column = row.columns[min(bars ^ every[0])]
            raise source.error("the bars of this row are not those of the first one", row.line, column, SAME)
    wide, wrong = _spacing(every[0], len(rows))
    if wrong:
        raise source.error("the bars outline unequal parts", rows[0].line, rows[0].columns[wrong], EQUAL)
    return wide


def _bars(text: str, columns: Sequence[int]) -> set[int]:
    """Return the cells of a row, from 1 on, that have a bar between them and the cell before them."""
    return {cell for bar in INNER.finditer(text) if 0 < (cell := bisect(columns, bar.end())) < len(columns)}


def _rule(lines: Sequence[str], above: int, below: int) -> int:
    """Return the number of the first line between two rows, given by their numbers, that is drawn; 0 if there is none."""
    return next((at for at in range(above + 1, below) if lines[at - 1].partition("#")[0].strip(SPACES)), 0)


def _spacing(cuts: Set[int], n: int) -> tuple[int, int]:
    """Return the size of the equal parts of 0 to n - 1 that cuts make, 0 without cuts; and the first cut that is wrong, or 0."""
    size = min(cuts, default=0)
    wrong = cuts ^ set(range(size, n, size)) if size else set()
    return size, min(wrong, default=0 if not size or n % size == 0 else size)


def write(document: Document) -> str:
    """Return the outlined grid. Raises UsageError for other settings than boxes, and for boxes as wide as the board."""
    rest = {name: setting for name, setting in document.settings.items() if name != BOXES.name}
    refuse_extras(replace(document, settings=rest), "ss")
    cells = document.cells
    n = len(cells)
    tall, wide = BOXES.value_in(document.settings) or usual_box(n) or (1, n)
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
