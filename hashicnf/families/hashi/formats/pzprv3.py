"""Hashiwokakero as the player of puzz.link saves it: clues, then the bridges over each border between two cells.

A board of r rows and c columns has r rows of c - 1 borders between a cell and the one on its right, then r - 1 rows of c borders
between a cell and the one below. A border holds the number of bridges over it; -1 is the player's mark for none.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from hashicnf.core.document import Document
from hashicnf.errors import InputError
from hashicnf.families.hashi.board import Bridge
from hashicnf.families.hashi.formats.bridges import bridges_of, can_be_drawn, data_of, runs
from hashicnf.formats import Genre, Passage
from hashicnf.formats.parsing import natural, refuse_settings, require_size
from hashicnf.formats.pzprv3 import Lines, cell, row_text, sides, table
from hashicnf.formats.wordtable import WordTable
from hashicnf.logic import Ints

COUNT: Final = "the number of bridges here: 0, 1 or 2, or -1 for a mark"


def read(lines: Lines) -> Document:
    """Return clues and bridges as a document; a board without rows is empty, one without borders unsolved. Raises InputError."""
    rows, columns = sides(lines, 2)
    if len(lines) == 3:  # as the player reads a size alone
        require_size(lines[0].source, rows * columns, 0, lines[1].line, lines[1].column)
        return Document(np.zeros((rows, columns), dtype=np.int32), lines[0].source, family="hashi")
    document = replace(table(lines, 3, rows, columns).document(cell), family="hashi")
    if len(lines) == 3 + rows:
        return document
    drawn = _bridges(document.cells, *_borders(lines, 3 + rows, rows, columns))
    return replace(document, solution=data_of(drawn) if drawn else None)


def _borders(lines: Lines, start: int, rows: int, columns: int) -> tuple[WordTable, WordTable]:
    if columns == 1:
        return WordTable((), np.zeros((rows, 0), dtype=np.int32)), table(lines, start, rows - 1, 1)
    return table(lines, start, rows, columns - 1), table(lines, start + rows, rows - 1, columns)


def _bridges(cells: Ints, across: WordTable, down: WordTable) -> list[Bridge]:
    """Return bridges, from their numbers at borders. Raises InputError at the first that does not run from island to island."""
    sideways, downwards = across.numbers(_count), down.numbers(_count)
    found = []
    for r, c, y, x in runs(cells):
        borders = sideways[r, c:x] if r == y else downwards[r:y, c]
        if not borders[0]:
            continue
        if (others := np.flatnonzero(borders != borders[0])).size:
            raise _loose(across.word(r, c + int(others[0])) if r == y else down.word(r + int(others[0]), c))
        found.append(Bridge(r, c, y, x, int(borders[0])))
        borders[:] = 0
    for words, left in ((across, sideways), (down, downwards)):
        for r, c in np.argwhere(left)[:1].tolist():
            raise _loose(words.word(r, c))
    return found


def _loose(word: Passage) -> InputError:
    return word.error(
        "this line does not run from island to island", 0, "the same number all the way between two islands"
    )


def _count(word: Passage) -> int:
    if word.text == "-1":
        return 0
    if (number := natural(word.text)) is None:
        raise word.error(f"{word.text[:20]!r} does not belong here", 0, COUNT)
    return number


def write(document: Document) -> list[str]:
    """Return the lines of size, clues and bridges. Raises UsageError for boards with settings."""
    refuse_settings(document, "pzprv3")
    rows, columns = document.cells.shape
    across, down = np.zeros((rows, columns - 1), dtype=np.int32), np.zeros((rows - 1, columns), dtype=np.int32)
    for r, c, y, x, number in bridges_of(document):
        part = across[r, c:x] if r == y else down[r:y, c]
        part[:] = number
    borders = ["".join(f"{number} " for number in row) for row in [*across.tolist(), *down.tolist()]]
    return [str(rows), str(columns), *map(row_text, document.cells.tolist()), *borders]


GENRE: Final[Genre[Lines, list[str]]] = Genre(
    names=("hashikake", "hashi", "bridges"),
    example="pzprv3\nhashikake\n3\n3\n2 . 2 \n. . . \n1 . 1 \n1 1 \n0 0 \n0 0 \n1 0 1 \n1 0 1 \n",
    read=read,
    write=write,
    holds=can_be_drawn,
)
