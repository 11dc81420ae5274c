"""A board after its size: a line of rows and columns, then that many rows of numbers, 0 (or ``_`` or ``.``) for the blank.

    3 3
    8 1 3
    4 0 2
    7 6 5

The size of a square board may be one number. A line ``goal: blank-first`` may precede the size; otherwise the goal has the blank
last. A second board after the first, of the same size and without a line of its own, is the goal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

import numpy as np

from hashicnf.core.document import Document, Setting, Source, setting_name
from hashicnf.errors import counted
from hashicnf.families.tiles.board import GOAL, MOST_CELLS
from hashicnf.families.tiles.formats import MARK, is_marked
from hashicnf.formats import Format
from hashicnf.formats.parsing import long_number, natural

EXPECTED: Final = "a line 'rows columns' or 'side', then rows of numbers with blanks between, 0 for the blank"
SIZE: Final = re.compile(r"[ \t]*([1-9][0-9]{0,3})(?:[ \t]+([1-9][0-9]{0,3}))?[ \t]*")
TITLE: Final = re.compile(r"[ \t]*title[ \t]*:", re.IGNORECASE)
CELL: Final = re.compile(r"[0-9]+|[._]")


def _filled(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with content, with their numbers from 1 and without comments; a title may contain a #."""
    lines = enumerate(text.split("\n"), 1)
    bare = ((number, line if TITLE.match(line) else line.partition("#")[0]) for number, line in lines)
    return ((number, line.rstrip()) for number, line in bare if line.strip())


def _setting(line: str) -> tuple[str, str] | None:
    """Return name and value of a setting above a board; None if a line is no setting."""
    name, colon, value = line.partition(":")
    known = setting_name(name)
    return (known, value.strip()) if colon and known in ("title", GOAL.name) else None


def _size(found: re.Match[str]) -> tuple[int, int]:
    """Return the rows and columns of a line of a size; a single number is both."""
    return int(found[1]), int(found[2] or found[1])


def looks_like(text: str) -> bool:
    """Return whether there is a size, and as many rows with each tile once; what may be rows of islands requires a marked text."""
    lines = (line for _, line in _filled(text[: 1 << 16]) if _setting(line) is None)
    if (found := SIZE.fullmatch(next(lines, ""))) is None:
        return False
    rows, columns = _size(found)
    words = [line.replace(",", " ").split() for line in islice(lines, rows)]
    if (
        (columns == (1 if found[2] is None else 2) and not is_marked(text))
        or rows * columns > MOST_CELLS
        or [len(row) for row in words] != [columns] * rows
    ):
        return False
    cells = {0 if word in ("_", ".") else natural(word) for row in words for word in row}
    return cells == {*range(rows * columns)}


def parse(source: Source) -> list[Document]:
    """Parse the one puzzle of a file and compare it with its first line. Raises InputError with line and column."""
    settings: dict[str, Setting] = {}
    lines = [*_filled(source.text)]
    while lines and (setting := _setting(lines[0][1])) is not None:
        number, line = lines.pop(0)
        name, value = setting
        settings[name] = Setting(value, number, len(line) - len(value) + 1, len(line) - len(line.lstrip()) + 1)
    if not lines:
        raise source.nothing(EXPECTED)
    first, head = lines[0]
    if (found := SIZE.fullmatch(head)) is None:
        raise source.error(
            "this is no size", first, len(head) - len(head.lstrip()) + 1, "one number or two: side, or rows columns"
        )
    rows, columns = _size(found)
    if rows * columns > MOST_CELLS:
        message = f"a board with {rows * columns:,} cells"
        raise source.error(message, first, found.start(1) + 1, f"at most {MOST_CELLS}")
    body = lines[1:]
    if len(body) not in (rows, 2 * rows):
        message = f"the first line declares {counted(rows, 'row')} and the file has {len(body):,}"
        raise source.error(message, first, found.start(1) + 1, "as many rows, or twice as many: start and goal")
    cells = np.array([_row(number, line, columns, source) for number, line in body], dtype=np.int32)
    place = body[0][0], len(body[0][1]) - len(body[0][1].lstrip()) + 1
    starts = () if len(body) == rows else (rows,)
    return [Document(cells, source, settings, "tiles", starts=starts, place=place)]


def _row(number: int, line: str, columns: int, source: Source) -> list[int]:
    """Return the tiles of a row. Raises InputError for words that are no tile, and for a wrong number of tiles."""
    spaced = line.replace(",", " ").replace("\t", " ")
    others = CELL.sub(lambda word: " " * len(word[0]), spaced)
    if rest := others.lstrip():
        raise source.error(f"{rest[0]!r} does not belong here", number, len(others) - len(rest) + 1, EXPECTED)
    if (found := long_number(spaced)) is not None:
        raise source.error(found[0], number, *found[1:])
    words = list(CELL.finditer(spaced))
    if len(words) != columns:
        at = words[columns].start() if len(words) > columns else len(line)
        expected = f"{columns}, as the first line declares"
        raise source.error(f"this row has {counted(len(words), 'cell')}", number, at + 1, expected)
    return [0 if word[0] in "._" else int(word[0]) for word in words]


def write(document: Document) -> str:
    """Return size and rows as text, with settings above."""
    shape = document.grids[0].shape
    kept = {name: setting.value for name, setting in document.settings.items() if name in ("title", GOAL.name)}
    mark = [MARK] if shape[1] == 2 else []
    lines = [*mark, *(f"{name}: {value}" for name, value in kept.items()), " ".join(map(str, shape))]
    for number, grid in enumerate(document.grids):
        lines += [""] * (number > 0) + [" ".join(map(str, row)) for row in grid.tolist()]
    return "\n".join(lines) + "\n"


FORMAT: Final = Format(
    summary="'rows columns', then rows of numbers, 0 the blank",
    suffixes=(".tiles",),
    example="2 3\n1 2 3\n4 0 5\n",
    looks_like=looks_like,
    parse=parse,
    write=write,
)
