"""Hashiwokakero as the player of puzz.link saves it: clues, then the bridges over each border between two cells.

Of r rows and c columns there are r rows of c - 1 borders between a cell and the one on its right, then r - 1 rows of c borders
between a cell and the one below. A border holds the number of bridges over it; -1 is a mark of the player for none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np

from hashicnf.core.document import Document
from hashicnf.errors import InputError
from hashicnf.families.hashi.board import Bridge
from hashicnf.families.hashi.formats.bridges import bridges_of, can_be_drawn, data_of, runs
from hashicnf.formats import Genre, Passage
from hashicnf.formats.parsing import refuse_settings, require_size
from hashicnf.formats.pzprv3 import Lines, located, numbers, row_text, sides, table
from hashicnf.logic import Ints

Words: TypeAlias = Sequence[Sequence[Passage]]
Place: TypeAlias = tuple[
    bool, int, int
]  # of a border: whether it is crossed sideways, row and column of the cell before it
COUNT: Final = "the number of bridges here: 0, 1 or 2, or -1 for a mark"


def read(lines: Lines) -> Document:
    """Read clues and bridges; a board without rows is empty, one without bridges unsolved. Raises InputError."""
    rows, columns = sides(lines, 2)
    if len(lines) == 3:  # as the player reads a size alone
        require_size(lines[0].source, rows * columns, 0, lines[1].line, lines[1].column)
        return Document(np.zeros((rows, columns), dtype=np.int32), lines[0].source, family="hashi")
    words = table(lines, 3, rows, columns)
    cells = numbers(words)
    drawn: list[Bridge] = []
    if len(lines) > 3 + rows:
        drawn = _bridges(cells, *_borders(lines, 3 + rows, rows, columns))
    return located(Document(cells, lines[0].source, family="hashi", solution=data_of(drawn) if drawn else None), words)


def _borders(lines: Lines, start: int, rows: int, columns: int) -> tuple[Words, Words]:
    across = table(lines, start, rows, columns - 1) if columns > 1 else [[] for _ in range(rows)]
    start += rows if columns > 1 else 0
    return across, table(lines, start, rows - 1, columns)


def _bridges(cells: Ints, across: Words, down: Words) -> list[Bridge]:
    """Make bridges of what crosses the borders. Raises InputError at the first line that does not run from island to island."""
    kinds = ((True, across), (False, down))
    left = {
        (is_row, r, c): word for is_row, words in kinds for r, row in enumerate(words) for c, word in enumerate(row)
    }
    counts = {place: _count(word) for place, word in left.items()}
    found = []
    for r, c, y, x in runs(cells):
        places: list[Place] = (
            [(True, r, at) for at in range(c, x)] if r == y else [(False, at, c) for at in range(r, y)]
        )
        number = counts.pop(places[0])
        for place in places[1:]:
            if counts.pop(place) != number:
                raise _loose(left[place])
        if number:
            found.append(Bridge(r, c, y, x, number))
    for place, number in counts.items():
        if number:
            raise _loose(left[place])
    return found


def _loose(word: Passage) -> InputError:
    return word.error(
        "this line does not run from island to island", 0, "the same number all the way between two islands"
    )


def _count(word: Passage) -> int:
    if word.text == "-1":
        return 0
    if not (word.text.isascii() and word.text.isdigit() and len(word.text) <= 9):
        raise word.error(f"{word.text[:20]!r} does not belong here", 0, COUNT)
    return int(word.text)


def write(document: Document) -> list[str]:
    """Write size, clues and bridges. Raises UsageError for boards with settings."""
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
