"""Puzzles as janko.at publishes them: keywords, then grids under their names.

    begin
    puzzle hashi
    size 5
    [problem]
    - 2 - - 3
    ...
    [solution]
    ...
    end

A cell is a word: ``-`` is empty, ``?`` a number that is not known. Keywords that do not affect the rules are ignored. A file may
hold several puzzles, one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Final, TypeAlias

from hashicnf.core.document import EMPTY, UNKNOWN, Document, Setting, Source
from hashicnf.errors import counted, one_of
from hashicnf.formats import Genre, Notation, Passage, named, numbered, words
from hashicnf.formats.parsing import natural
from hashicnf.formats.wordtable import WordTable, word_table
from hashicnf.logic import Ints
from hashicnf.records import record

EXPECTED: Final = "lines 'begin' and 'puzzle KIND', a line [problem], and rows of cells: - empty, ? unknown, numbers"
CELL: Final = "- for an empty cell, ? or a number from 1"
FIRST: Final = re.compile(r"(?:\s++|#[^\n]*+\n)*+(?:begin[ \t\r]*(?:\n|$)|puzzle[ \t]+\w+[ \t\r]*\n)", re.IGNORECASE)
SIDES: Final = re.compile(r"([^\sx]+)\s*x\s*([^\sx]+)", re.IGNORECASE)
SECTION: Final = re.compile(r"\[([\w -]+)\]")
PROBLEM, SOLUTION = "problem", "solution"


@record
class Sheet:
    """The parts of a puzzle that was read: values of keywords and rows of grids, by name; ``head`` is its first line."""

    head: Passage
    values: dict[str, Passage] = field(default_factory=dict)
    grids: dict[str, list[Passage]] = field(default_factory=dict)


@record
class Written:
    """The parts of a puzzle to be written: lines of keywords, the problem's cells, the solution's cells if there is one."""

    values: tuple[str, ...]
    problem: Sequence[Sequence[str]]
    solution: Sequence[Sequence[str]] | None


Kinds: TypeAlias = Mapping[str, Genre[Sheet, Written]]


def looks_like(text: str, _: Kinds) -> bool:
    """Return whether the first line begins a puzzle."""
    return FIRST.match(text) is not None


def parse(source: Source, genres: Kinds) -> list[Document]:
    """Parse all puzzles of a text. Raises InputError with line and column."""
    sheets = list(_sheets(source))
    return numbered([_document(sheet, genres) for sheet in sheets], [sheet.head.line for sheet in sheets])


def _sheets(source: Source) -> Iterator[Sheet]:
    """Yield the puzzles of a text. Raises InputError for lines that belong to no puzzle."""
    lines: list[Passage] = []
    is_over = True
    for number, line in enumerate(source.text.split("\n"), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        passage = Passage(source, number, len(line) - len(line.lstrip()) + 1, text)
        word = text.lower()
        if word == "begin" or (is_over and word.startswith("puzzle")):
            if lines:
                yield _sheet(lines)
            lines, is_over = [], False
        if is_over:
            raise passage.error("this line belongs to no puzzle", 0, EXPECTED)
        is_over = word == "end"
        lines += [] if is_over else [passage]
    if not lines:
        raise source.nothing(EXPECTED)
    yield _sheet(lines)


def _sheet(lines: Sequence[Passage]) -> Sheet:
    """Return the lines of a puzzle as a sheet: keywords with their values, then rows under the names of grids."""
    sheet = Sheet(lines[0])
    rows: list[Passage] | None = None
    for line in lines:
        if (found := SECTION.fullmatch(line.text)) is not None:
            rows = sheet.grids[found[1].lower()] = []
        elif rows is not None:
            rows.append(line)
        else:
            key, *value = line.text.split(maxsplit=1)
            sheet.values[key.lower()] = line.part(len(line.text) - sum(map(len, value)))
    return sheet


def _document(sheet: Sheet, genres: Kinds) -> Document:
    kind = sheet.values.get("puzzle")
    if kind is None:
        raise sheet.head.error("a puzzle without a line 'puzzle KIND'", 0, one_of("", words(genres)))
    if (genre := named(genres, kind.text.lower())) is None:
        message = f"no puzzles of the kind {kind.text!r} are read here"
        raise kind.error(message, 0, one_of(kind.text.lower(), words(genres)))
    document = genre.read(sheet)
    if "title" in sheet.values:
        title = sheet.values["title"]
        setting = Setting(title.text, title.line, title.column)
        document = replace(document, settings={"title": setting, **document.settings})
    return document


def problem(sheet: Sheet) -> Document:
    """Read the grid of the problem, without a family. Raises InputError."""
    grid = sheet.grids.get(PROBLEM, [])
    if not grid:
        raise sheet.head.error("a puzzle without cells", 0, "a line [problem] and rows of cells below it")
    words = _words(grid)
    _require_size(sheet, words)
    return words.document(cell)


def solved(sheet: Sheet, shape: tuple[int, ...]) -> WordTable | None:
    """Return the grid of the solution; None if there is none. Raises InputError unless it has the problem's ``shape``."""
    grid = sheet.grids.get(SOLUTION, [])
    if not grid:
        return None
    rows, columns = shape
    if len(grid) != rows:
        message = f"the solution has {counted(len(grid), 'row')}"
        raise grid[-1].error(message, len(grid[-1].text), f"{rows}, as in the problem")
    return _words(grid, columns)


def _words(grid: Sequence[Passage], columns: int | None = None) -> WordTable:
    return word_table(grid, columns, ", as in the first row")


def _require_size(sheet: Sheet, words: WordTable) -> None:
    """Raise InputError if the grid differs from the size that the keywords declare."""
    height, width = words.codes.shape
    rows, columns = _size(sheet)
    for declared, found, thing in ((rows, height, "row"), (columns, width, "column")):
        if declared is not None and declared.text != str(found):
            raise declared.error(f"the problem has {counted(found, thing)}, not {declared.text[:20]}", 0, str(found))


def _size(sheet: Sheet) -> tuple[Passage | None, Passage | None]:
    """Return the declared rows and columns: from keywords of their own, or from a size, N for both or ``ROWSxCOLUMNS``."""
    size = sheet.values.get("size")
    rows = columns = size
    if size is not None and (sides := SIDES.fullmatch(size.text)) is not None:
        rows, columns = (size.part(*sides.span(side)) for side in (1, 2))
    return sheet.values.get("rows", rows), sheet.values.get("cols", columns)


def cell(word: Passage) -> int:
    """Read a cell of a problem. Raises InputError."""
    if word.text in ("-", "."):
        return EMPTY
    if word.text == "?":
        return UNKNOWN
    if not (number := natural(word.text)):
        raise word.error(f"{word.text[:20]!r} does not belong here", 0, CELL)
    return number


def glyphs(cells: Ints) -> list[list[str]]:
    """Return the cells of a problem as words: ``-`` empty, ``?`` unknown, or a number."""
    return [["-" if n == EMPTY else "?" if n == UNKNOWN else str(n) for n in row] for row in cells.tolist()]


def write(document: Document, genre: Genre[Sheet, Written]) -> str:
    """Return the text of a puzzle: keywords, problem, and the solution if the genre writes one."""
    written = genre.write(document)
    rows, columns = document.cells.shape
    size = [f"size {rows}"] if rows == columns else [f"rows {rows}", f"cols {columns}"]
    title = [f"title {document.settings['title'].value}"] if "title" in document.settings else []
    lines = ["begin", f"puzzle {genre.names[0]}", *title, *size, *written.values]
    lines += [f"[{PROBLEM}]", *map(" ".join, written.problem)]
    if written.solution is not None:
        lines += [f"[{SOLUTION}]", *map(" ".join, written.solution)]
    return "\n".join([*lines, "end", ""])


NOTATION: Final[Notation[Sheet, Written]] = Notation(
    summary="puzzles of janko.at: keywords, [problem] and [solution]",
    suffixes=(".janko",),
    looks_like=looks_like,
    parse=parse,
    write=write,
    separator="",
)
