"""Text to puzzles: read documents in any format and let their family build them."""

from __future__ import annotations

from hashicnf.core.document import Document
from hashicnf.errors import InputError
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.formats.reading import parse_documents, read_documents, write_documents


def build(document: Document) -> Puzzle:
    """Turn a document into a puzzle of its family. Raises InputError for settings that the family cannot read."""
    if (family := FAMILIES.find(document.family)) is None:
        where = document.settings["family"]
        message = f"no puzzle family is named {document.family!r}"
        raise document.source.error(message, where.line, where.column, f"one of {', '.join(FAMILIES.names())}")
    return Puzzle(document.family, document.source.name, family.build(document), family)


def read_all(path: str, format: str | None = None) -> list[Puzzle]:  # noqa: A002 - the name users know it by
    """Read all puzzles of a file (``-`` is standard input); the format is detected unless given.

    Raises InputError with line and column for files that cannot be read.
    """
    return [build(document) for document in read_documents(path, format)]


def read(path: str, format: str | None = None) -> Puzzle:  # noqa: A002 - the name users know it by
    """Read the one puzzle of a file. Raises InputError, also when the file holds more than one."""
    return _only(read_all(path, format), path)


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


def convert(family: str, board: object, title: str, to: str) -> str:
    """Write a board in any format; the native one carries the title as a comment. Raises UsageError."""
    lines = "\n".join(FAMILIES.get(family).lines(board)) + "\n"
    if to == "native":
        return f"# {title}\n{lines}"
    return write_documents(parse_documents(lines, "native"), to)
