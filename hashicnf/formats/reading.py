"""Read and write documents in any format: the one asked for, that of the file's ending, or the one that the text looks like."""

from __future__ import annotations

from collections.abc import Iterable

from hashicnf.core.document import Document, Source
from hashicnf.errors import UsageError
from hashicnf.files import MOST_LINES, TEXT, Extent, read_text, shown
from hashicnf.files.same_file import ending, require_ending
from hashicnf.formats import FORMATS

PUZZLE = Extent(TEXT.size, MOST_LINES)


def detect(text: str) -> str:
    """Name the format that a text looks like; native is the last resort, since its errors explain most."""
    return next(
        name
        for name, f in sorted(FORMATS.all().items(), key=lambda item: item[1].rank)
        if f.looks_like(text) or f.rank == 9
    )


def named_by(name: str) -> str | None:
    """Name the format that the ending of a file's name stands for, None if it stands for none or several."""
    found = [key for key, chosen in FORMATS.all().items() if ending(name) in chosen.suffixes]
    return found[0] if len(found) == 1 else None


def format_to_write(format: str | None, name: str) -> str:  # noqa: A002 - the option's name
    """Name the format for a file to be written: the one asked for, else that of the file's ending, else native.

    Raises UsageError if the ending stands for something else.
    """
    wanted = format or named_by(name) or "native"
    require_ending(name, f"the format {wanted}", FORMATS.get(wanted).suffixes)
    return wanted


def parse_documents(text: str, format: str | None = None, name: str = "<text>") -> list[Document]:  # noqa: A002
    """Parse all documents of a text, in the format given, or that of the name's ending, or the one that is detected.

    Raises InputError with line and column, UsageError for an unknown format.
    """
    return FORMATS.get(format or named_by(name) or detect(text)).parse(Source(name, text))


def read_documents(path: str, format: str | None = None) -> list[Document]:  # noqa: A002 - the option's name
    """Read all documents of a file, ``-`` for standard input. Raises InputError with line and column."""
    return parse_documents(read_text(path, PUZZLE), format, shown(path))


def write_documents(documents: Iterable[Document], format: str = "native") -> str:  # noqa: A002 - the option's name
    """Write documents one after the other. Raises UsageError where the format cannot express them."""
    chosen = FORMATS.get(format)
    texts = [chosen.write(document) for document in documents]
    if chosen.separator is None and len(texts) > 1:
        raise UsageError(f"the {format} format holds one puzzle, and there are {len(texts):,}; use native")
    return (chosen.separator or "").join(texts)
