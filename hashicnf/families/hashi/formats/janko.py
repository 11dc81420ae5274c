"""Hashiwokakero as janko.at publishes it.

In the solution a cell under bridges holds their number: as a number if they are horizontal, as a letter from ``a`` if they are
vertical.
"""

from __future__ import annotations

from dataclasses import replace
from string import ascii_lowercase
from typing import Final

import numpy as np

from hashicnf.core.document import EMPTY, Document
from hashicnf.families.hashi.board import Bridge
from hashicnf.families.hashi.formats.bridges import between, bridges_of, can_be_drawn, data_of, runs
from hashicnf.formats import Genre, Passage
from hashicnf.formats.janko import Sheet, Written, glyphs, problem, solved
from hashicnf.formats.parsing import natural, refuse_settings
from hashicnf.formats.wordtable import WordTable
from hashicnf.logic import Ints

EXPECTED: Final = "1 or 2 for bridges across, a or b for bridges down, - for none"


def read(sheet: Sheet) -> Document:
    """Return clues and bridges as a document. Raises InputError."""
    document = replace(problem(sheet), family="hashi")
    if (grid := solved(sheet, document.cells.shape)) is None:
        return document
    drawn = _bridges(document.cells, grid)
    return replace(document, solution=data_of(drawn) if drawn else None)


def _bridges(cells: Ints, grid: WordTable) -> list[Bridge]:
    """Return bridges, from the cells that they cover. Raises InputError at the first cell that belongs to no whole bridge."""
    covered = grid.numbers(_count, cells == EMPTY)
    found = []
    for r, c, y, x in runs(cells):
        part, sign = (covered[r, c + 1 : x], 1) if r == y else (covered[r + 1 : y, c], -1)
        if part.size and part[0] * sign > 0 and (part == part[0]).all():
            found.append(Bridge(r, c, y, x, abs(int(part[0]))))
            part[:] = 0
    for r, c in np.argwhere(covered)[:1].tolist():
        raise grid.word(r, c).error("this bridge does not run from island to island", 0, EXPECTED)
    return sorted(found)


def _count(word: Passage) -> int:
    """Return the number of bridges over a cell, negative for vertical ones. Raises InputError."""
    text = word.text
    if text in ("-", "."):
        return 0
    if len(text) == 1 and text in ascii_lowercase:
        return -1 - ascii_lowercase.index(text)
    if number := natural(text):
        return number
    raise word.error(f"{text[:20]!r} does not belong here", 0, EXPECTED)


def holds(document: Document) -> bool:
    """Return whether all bridges of the solution have cells of their own, and numbers that a letter can express."""
    if not can_be_drawn(document):
        return False
    bridges = bridges_of(document)
    places = [place for bridge in bridges for place in between(bridge[:4])]
    is_apart = len({*places}) == len(places) and all(between(bridge[:4]) for bridge in bridges)
    return is_apart and all(bridge.multiplicity <= len(ascii_lowercase) for bridge in bridges)


def write(document: Document) -> Written:
    """Return clues and bridges as parts to be written. Raises UsageError for settings."""
    refuse_settings(document, "janko")
    if document.solution is None:
        return Written((), glyphs(document.cells), None)
    rows, columns = document.cells.shape
    grid = [["-"] * columns for _ in range(rows)]
    for bridge in bridges_of(document):
        glyph = str(bridge.multiplicity) if bridge.row == bridge.to_row else ascii_lowercase[bridge.multiplicity - 1]
        for r, c in between(bridge[:4]):
            grid[r][c] = glyph
    return Written((), glyphs(document.cells), grid)


GENRE: Final[Genre[Sheet, Written]] = Genre(
    names=("hashi", "hashiwokakero", "bridges"),
    example="begin\npuzzle hashi\nsize 3\n[problem]\n2 - 2\n- - -\n1 - 1\n[solution]\n- 1 -\na - a\n- - -\nend\n",
    read=read,
    write=write,
    holds=holds,
)
