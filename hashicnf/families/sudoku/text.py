"""Grids of numbers as text, with or without lines between the boxes, for formats and drawings.

A cell is one character (``.``, ``0`` and ``_`` empty, 1 to 9, then letters from A for 10), or a number of any length with blanks
around it. Lines drawn between cells are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import numpy as np

from hashicnf.core.document import Document, Source
from hashicnf.errors import InputError, counted
from hashicnf.formats.parsing import natural, require_short, shown_character
from hashicnf.logic import Ints
from hashicnf.records import record

GLYPHS: Final = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
EMPTIES: Final = ".0_?"  # the signs of empty cells; notations may have others in addition
VALUES: Final = {glyph: number for number, glyph in enumerate(GLYPHS)} | dict.fromkeys(EMPTIES + "·", 0)
FRAME: Final = str.maketrans(dict.fromkeys("|-+*,│─┌┬┐├┼┤└┴┘║═╔╦╗╠╬╣╚╩╝", " "))
DASHES: Final = "-| \t\r"  # the signs of a row of empty cells, or of a line between boxes without crossings
LETTERED: Final = len(GLYPHS) - 1
Line: TypeAlias = tuple[int, str]


@record
class Row:
    """A row of a grid: its line and the columns of its cells, 1-based, and their numbers, 0 for an empty cell."""

    line: int
    columns: tuple[int, ...]
    numbers: tuple[int, ...]


def glyph_rows(cells: Ints) -> list[str]:
    """Return rows with one character per cell, for numbers up to ``LETTERED``."""
    return ["".join(GLYPHS[number] for number in row) for row in cells.tolist()]


def number_of(text: str) -> int | None:
    """Return the number of a cell, 0 for an empty one; None if the text is no cell."""
    if len(text) == 1:
        return VALUES.get(text.upper())
    return natural(text)


def lines_of(source: Source) -> list[Line]:
    """List the lines of a text with their numbers (from 1), without comments."""
    return [(number, text.partition("#")[0]) for number, text in enumerate(source.text.split("\n"), 1)]


def dashes_as_cells(lines: Sequence[Line]) -> list[Line]:
    """Return lines with dots for the dashes that are empty cells: all beside cells, and in lines that are rows of nothing else.

    A line of dashes is a row if it is divided like the rows with cells, unless the grid had more rows than cells in a row with it.
    """
    rows = [(number, text) for number, text in lines if text.translate(FRAME).strip()]
    if not any("-" in text for _, text in rows):
        return [*lines]
    numbers = {number for number, _ in rows} | _rows_of_dashes(lines, _parts(rows[0][1]), len(rows))
    return [(number, text.replace("-", ".") if number in numbers else text) for number, text in lines]


def _rows_of_dashes(lines: Sequence[Line], like: list[str], rows: int) -> set[int]:
    """Return the numbers of the lines that are rows of dashes, divided ``like`` a row with cells; ``rows`` counts those."""
    dashed = [(number, _parts(text)) for number, text in lines if not text.strip(DASHES)]
    for side in (len(like), len("".join(like))):
        found = {number for number, parts in dashed if len(parts) == len(like) and len("".join(parts)) == side}
        if found and rows + len(found) <= side:
            return found
    return set()


def _parts(text: str) -> list[str]:
    """Return the words of a row between bars and blanks, dashes being cells."""
    return text.replace("-", ".").translate(FRAME).split()


def rows_of(lines: Iterable[Line], source: Source, expected: str) -> list[Row]:
    """Return the rows of a grid; each text begins at column 1 of its line. Raises InputError at text that is no cell."""
    words = []
    for number, text in lines:
        require_short(source, text, number)
        if found := [*re.finditer(r"\S+", text.translate(FRAME))]:
            words.append((number, found))
    return [_row(number, found, len(words), source, expected) for number, found in words]


def square(rows: Sequence[Row], source: Source) -> Ints:
    """Return the grid of rows, int32[n, n]. Raises InputError at a row that has not as many cells as there are rows."""
    n = len(rows)
    for row in rows:
        if (count := len(row.numbers)) != n:
            column = row.columns[n] if count > n else row.columns[-1] + 1
            message = f"this row has {counted(count, 'cell')}"
            raise source.error(message, row.line, column, f"{n}, as many as there are rows")
    return np.array([row.numbers for row in rows], dtype=np.int32)


def document_of(rows: Sequence[Row], source: Source) -> Document:
    """Return the rows of a grid as a document without settings. Raises InputError as ``square`` does."""
    places = [[(row.line, column) for column in row.columns] for row in rows]
    return Document(square(rows, source), source, family="sudoku", place=places[0][0], locate=lambda r, c: places[r][c])


def _row(number: int, words: Sequence[re.Match[str]], rows: int, source: Source, expected: str) -> Row:
    """Return a row: if it has as many words as there are rows, each word is a cell, otherwise each character."""
    if 1 < len(words) == rows:
        cells = [(word.start(), word[0]) for word in words]
    else:
        cells = [(word.start() + i, glyph) for word in words for i, glyph in enumerate(word[0])]
    numbers = []
    for column, text in cells:
        if (value := number_of(text)) is None:
            raise unreadable(source, number, column + 1, text, expected)
        numbers.append(value)
    return Row(number, tuple(column + 1 for column, _ in cells), tuple(numbers))


def unreadable(source: Source, line: int, column: int, text: str, expected: str) -> InputError:
    """Return (not raise) the error for text that is no cell."""
    shown = shown_character(text) if len(text) == 1 else repr(text if len(text) <= 20 else text[:20] + "…")
    return source.error(f"{shown} does not belong here", line, column, expected)
