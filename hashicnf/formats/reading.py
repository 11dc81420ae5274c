"""Read and write documents in any format, detecting it from the text."""

from __future__ import annotations

from collections.abc import Iterable

from hashicnf.core.document import Document, Source
from hashicnf.files import read_text, shown
from hashicnf.formats import FORMATS


def detect(text: str) -> str:
    """Name the format that a text looks like; native is the last resort, since its errors explain most."""
    return next(
        name
        for name, f in sorted(FORMATS.all().items(), key=lambda item: item[1].rank)
        if f.looks_like(text) or f.rank == 9
    )


def parse_documents(text: str, format: str | None = None, name: str = "<text>") -> list[Document]:  # noqa: A002
    """Parse all documents of a text. Raises InputError with line and column, UsageError for an unknown format."""
    return FORMATS.get(format or detect(text)).parse(Source(name, text))


def read_documents(path: str, format: str | None = None) -> list[Document]:  # noqa: A002 - the option's name
    """Read all documents of a file, ``-`` for standard input. Raises InputError with line and column."""
    return parse_documents(read_text(path), format, shown(path))


def write_documents(documents: Iterable[Document], format: str = "native") -> str:  # noqa: A002 - the option's name
    """Write documents one after the other. Raises UsageError where the format cannot express them."""
    chosen = FORMATS.get(format)
    separator = "---\n" if format == "native" else ""
    return separator.join(chosen.write(document) for document in documents)
