"""Documents, the interface between formats and families: grids of symbols, a few settings, and their places in the text.

A format turns text into Documents and knows no rules; a family turns a Document into a puzzle and knows no text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from itertools import islice
from typing import Final, Literal, TypeAlias

import numpy as np

from hashicnf.errors import InputError, UsageError
from hashicnf.logic import Ints
from hashicnf.records import record

Symbols: TypeAlias = Literal["numbers", "letters"]
NUMBERS: Final[Symbols] = "numbers"
LETTERS: Final[Symbols] = "letters"
EMPTY = 0
UNKNOWN = -1
DEFAULT_FAMILY: Final = "hashi"  # numbers without a line that names their family are this one's: a promise to old files
SYMBOL: Final = re.compile(r"[0-9A-Za-z]+|[._?]")
CHARACTER: Final = re.compile(r"\S")  # where each is a cell
LARGEST: Final = 999_999_999  # of nine digits, which the grammars take


def not_planned(family: str, asked: str = "") -> UsageError:
    """Make (not raise) the error for a family that is not solved by plans; ``asked`` is the option that needs plans."""
    advice = "; rows of another family need a line 'family: NAME' above them" if family == DEFAULT_FAMILY else ""
    return UsageError(f"{f'{asked}: ' if asked else ''}{family} puzzles are not solved by plans{advice}")


def escaped_index(escape: re.Pattern[str], text: str, at: int) -> int:
    """Return the index in a text of a character that has the index ``at`` once each ``escape`` is replaced by one character."""
    longer = 0
    for found in escape.finditer(text):
        if found.start() - longer >= at:
            break
        longer += len(found[0]) - 1
    return at + longer


@record
class Source:
    """A text with a name, which makes errors with places; ``file`` is the name of the file, if it differs from ``name``."""

    name: str
    text: str
    file: str = ""

    def starting(self, line: int) -> Source:
        """Return the source of one of several puzzles of the text, named after the line where it starts."""
        file = self.file or self.name
        return Source(f"{file}:{line}", self.text, file)

    def line(self, number: int) -> str:
        """Return a line by its 1-based number, without its end; empty past the last line."""
        lines = self.text.split("\n", number)
        return lines[number - 1].rstrip("\r") if number <= len(lines) else ""

    def error(self, message: str, line: int, column: int = 1, expected: str | None = None) -> InputError:
        """Make (not raise) the error that points at a 1-based line and column."""
        return InputError(message, self.file or self.name, line, column, self.line(line), expected)

    def nothing(self, expected: str) -> InputError:
        """Make (not raise) the error for a text without contents: it is empty, or has only blank lines or comments."""
        if not self.text:
            return InputError("the file is empty", self.name, expected=expected)
        if not self.text.strip():
            return InputError("the file has only blank lines", self.name, 1, expected=expected)
        last = self.text.rstrip().count("\n") + 1
        return self.error("the file ends too early", last, len(self.line(last)) + 1, expected)


@record
class Setting:
    """A ``name: value`` line of a file; line and column (1-based) are those of the value, ``start`` is the column of the name."""

    value: str
    line: int = 1
    column: int = 1
    start: int = 1


def setting_name(text: str) -> str:
    """Return the name of a setting, or that of a family, as documents have it: in small letters, without blanks around it."""
    return text.strip().lower()


@record
class Document:
    """A parsed puzzle: ``cells`` is int32[rows, columns], EMPTY or UNKNOWN or a symbol; row 0 is the top.

    A symbol is a number, or with ``letters`` the code point of an ASCII character. A puzzle that needs several grids of one width
    has them one below the other: a new one starts at each row of ``starts`` (the first at row 0, which is not listed).
    ``settings`` maps names as written in native files; a format with its own notation translates into them. ``family`` is None
    where the text does not name one. ``place`` is the line and column of the first cell, 1-based. A format whose text is not laid
    out like the grid sets ``locate``, which finds line and column of a cell as ``whereabouts`` does. ``solution`` is the part of
    the solution that the text contains, None for none, as data in the form in which the family writes solutions as JSON;
    ``solution_error`` gives an error of reading it its place in the text. Data that are ``doubtful`` may be in another form, and
    are then ignored with a warning.
    ``misplaced`` returns the error for the name of a setting if the text has it where settings are not read, else None.
    """

    cells: Ints
    source: Source
    settings: Mapping[str, Setting] = field(default_factory=dict)
    family: str | None = None
    letters: bool = False
    starts: tuple[int, ...] = ()
    place: tuple[int, int] = (1, 1)
    locate: Callable[[int, int], tuple[int, int]] | None = field(default=None, compare=False)
    solution: object | None = field(default=None, compare=False)
    solution_error: Callable[[InputError], InputError] | None = field(default=None, compare=False)
    doubtful: bool = field(default=False, compare=False)
    misplaced: Callable[[str], InputError | None] | None = field(default=None, compare=False)

    @property
    def grids(self) -> list[Ints]:
        """List the grids, int32[rows, columns] each."""
        return np.split(self.cells, self.starts)

    def error(self, message: str, row: int, column: int = 0, expected: str | None = None) -> InputError:
        """Make (not raise) the error that points at a cell, by 0-based row and column of ``cells``."""
        return self.source.error(message, *self.whereabouts(row, column), expected)

    def whereabouts(self, row: int, column: int) -> tuple[int, int]:
        """Return line and column (1-based) of a cell in the text, by its 0-based row and column; ``place`` if it is not found."""
        if self.locate is not None:
            return self.locate(row, column)
        line, start = self.place
        ahead = row * self.cells.shape[1] + column
        for number, text in enumerate(self.source.text.split("\n")[line - 1 :], line):
            body = text.partition("#")[0]
            skipped = start - 1 if number == line else 0
            cell = SYMBOL if _count(SYMBOL, body, skipped) >= self.cells.shape[1] else CHARACTER
            if ahead < (found := _count(cell, body, skipped)):
                return number, next(islice(cell.finditer(body, skipped), ahead, None)).start() + 1
            ahead -= found
        return self.place


def _count(pattern: re.Pattern[str], text: str, start: int) -> int:
    return sum(1 for _ in pattern.finditer(text, start))
