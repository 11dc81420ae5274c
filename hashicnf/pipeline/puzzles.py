"""Text to puzzles: read documents in any format and let their family build them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from os import PathLike, fspath
from typing import Any

from hashicnf.core.document import Document, Setting
from hashicnf.errors import InputError, one_of, printable
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.files import Extent, read_text, shown
from hashicnf.formats.reading import parse_documents, read_documents, write_documents

DRAWING = 1 << 20
DRAWN = 512  # bytes of a drawing for a byte of the puzzle in native form: JSON needs up to 200, indented twice that


def build(document: Document) -> Puzzle:
    """Turn a document into a puzzle of its family. Raises InputError for settings that the family cannot read."""
    if (family := FAMILIES.find(document.family)) is None:
        where = document.settings["family"]
        message = f"no puzzle family is named {document.family!r}"
        raise document.source.error(message, where.line, where.column, one_of(document.family, FAMILIES.names()))
    title = printable(document.settings["title"].value) if "title" in document.settings else ""
    return Puzzle(document.family, document.source.name, family.build(document), family, title)


def read_all(path: str | PathLike[str], format: str | None = None) -> list[Puzzle]:  # noqa: A002 - the name users know it by
    """Read all puzzles of a file (``-`` is standard input); unless given, the format is that of the name's ending, or detected.

    Raises InputError with line and column for files that cannot be read.
    """
    return [build(document) for document in read_documents(fspath(path), format)]


def read(path: str | PathLike[str], format: str | None = None) -> Puzzle:  # noqa: A002 - the name users know it by
    """Read the one puzzle of a file. Raises InputError, also when the file holds more than one."""
    return _only(read_all(path, format), shown(fspath(path)))


def read_solution(puzzle: Puzzle, path: str) -> Any:
    """Read a drawing of a solution, in any style. Raises InputError, also for what is too large to be one."""
    native = sum(map(len, puzzle.rules.lines(puzzle.board)))
    return puzzle.rules.read(puzzle.board, read_text(path, Extent(DRAWING + DRAWN * native)), path)


def parse_all(text: str, format: str | None = None, name: str = "<text>") -> list[Puzzle]:  # noqa: A002 - as above
    """Parse all puzzles of a text. Raises InputError with line and column."""
    return [build(document) for document in parse_documents(text, format, name)]


def parse(text: str, format: str | None = None, name: str = "<text>") -> Puzzle:  # noqa: A002 - as above
    """Parse the one puzzle of a text. Raises InputError, also when there is more than one."""
    return _only(parse_all(text, format, name), name)


def _only(puzzles: list[Puzzle], name: str) -> Puzzle:
    if len(puzzles) != 1:
        raise InputError(f"the file holds {len(puzzles)} puzzles where one is wanted", name)
    return puzzles[0]


def write_puzzles(puzzles: Iterable[Puzzle], to: str) -> str:
    """Write puzzles in any format. Raises UsageError where it cannot express them; what equals a default does not count."""
    return write_documents(map(_document, puzzles), to)


def _document(puzzle: Puzzle) -> Document:
    """Turn a puzzle back into a document, with its title and the settings that its family does not take for granted."""
    (document,) = parse_documents("\n".join(puzzle.rules.lines(puzzle.board)) + "\n", "native")
    title = {"title": Setting(puzzle.title, 1, 1)} if puzzle.title else {}
    return replace(document, settings={**title, **document.settings})


def convert(family: str, board: object, title: str, to: str) -> str:
    """Write a board in any format; the native one carries the title as a comment. Raises UsageError."""
    text = write_puzzles([Puzzle(family, title, board, FAMILIES.get(family))], to)
    return f"# {title}\n{text}" if to == "native" else text
