"""The narrow waist between formats and families: a grid of numbers, a few settings, and where they were written.

A format turns text into Documents and knows no rules; a family turns a Document into a puzzle and knows no text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hashicnf.errors import InputError
from hashicnf.logic import ByValue, Ints

EMPTY = 0
UNKNOWN = -1
DEFAULT_FAMILY = "hashi"
MOST_CELLS = 1 << 25
MOST_CLUES = 1 << 22


@dataclass(frozen=True, slots=True)
class Source:
    """A text with a name, able to point at a place in itself."""

    name: str
    text: str

    def line(self, number: int) -> str:
        """Return a line by its 1-based number, without its end; empty past the last line."""
        lines = self.text.split("\n", number)
        return lines[number - 1].rstrip("\r") if number <= len(lines) else ""

    def error(self, message: str, line: int, column: int = 1, expected: str | None = None) -> InputError:
        """Make (not raise) the error that points at a 1-based line and column."""
        return InputError(message, self.name, line, column, self.line(line), expected)

    def require_size(self, cells: int, clues: int, line: int, column: int = 1) -> None:
        """Refuse a grid with too many cells, or too many of them not empty, before it is made. Raises InputError."""
        for number, most, things in ((cells, MOST_CELLS, "cells"), (clues, MOST_CLUES, "numbers")):
            if number > most:
                raise self.error(f"a board with {number:,} {things}", line, column, f"at most {most:,}")


@dataclass(frozen=True, slots=True)
class Setting:
    """A ``name: value`` line of a file; line and column (1-based) are those of the value."""

    value: str
    line: int
    column: int


@dataclass(frozen=True, slots=True, eq=False)
class Document(ByValue):
    """A parsed file: ``cells`` is int32[rows, columns], EMPTY or UNKNOWN or a clue; row 0 is the top.

    ``settings`` maps the names as written in native files (``max-bridges``, ``loops``, ...); a format with its own notation
    translates into them.
    """

    cells: Ints
    source: Source
    settings: Mapping[str, Setting] = field(default_factory=dict)
    family: str = DEFAULT_FAMILY


def native_rows(cells: Ints) -> list[str]:
    """Write cells int32[rows, columns] as the rows of a native file, which every layer may want to show or embed.

    One character a cell where all clues have one digit, else separated by blanks (a single cell by a comma).
    """
    width = cells.shape[1]
    if cells.max(initial=0) <= 9 and width:
        glyphs = b"?.123456789"
        text = (cells + 1).astype("u1").tobytes().translate(glyphs + bytes(256 - len(glyphs))).decode()
        return [text[i : i + width] for i in range(0, len(text), width)]
    glyph = {EMPTY: ".", UNKNOWN: "?"}
    end = "," if width == 1 else ""
    return [" ".join(glyph.get(cell) or str(cell) for cell in row) + end for row in cells.tolist()]
