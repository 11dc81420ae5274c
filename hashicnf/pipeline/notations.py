"""Read and write documents in any format, detecting it from the text: the formats of all families, and each family's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from hashicnf.core.document import DEFAULT_FAMILY, Document, Source
from hashicnf.errors import UsageError, no_such
from hashicnf.families import FAMILIES
from hashicnf.files import MOST_LINES, TEXT, Extent, read_text, shown
from hashicnf.files.inputs import ending
from hashicnf.files.outputs import require_ending
from hashicnf.formats import FORMATS, Format

NATIVE: Final = "native"
PUZZLE: Final = Extent(TEXT.size, MOST_LINES)


def formats() -> dict[str, Format]:
    """List all formats by name, those of single families with the name of their family."""
    found = FORMATS.all()
    for name, family in FAMILIES.all().items():
        found |= {key: replace(own, families=own.families or (name,)) for key, own in family.formats().items()}
    return dict(sorted(found.items()))


def format_named(name: str) -> Format:
    """Return a format by name. Raises UsageError that lists the names there are."""
    if (found := FORMATS.find(name)) is not None:
        return found
    known = formats()
    if name not in known:
        raise no_such("format", name, known)
    return known[name]


def detect(text: str) -> str:
    """Name the format that a text looks like, or native. Raises UsageError where several formats claim it."""
    claims = [name for name, f in formats().items() if f.looks_like is not None and f.looks_like(text)]
    if len(claims) > 1:
        raise UsageError(f"the text could be {' or '.join(claims)}: name its format with --format")
    return claims[0] if claims else NATIVE


def named_by(name: str) -> str | None:
    """Name the format that the ending of a file's name stands for, None if it stands for none or several."""
    if (own := ending(name)) in FORMATS.get(NATIVE).suffixes:
        return NATIVE  # without a look at the formats of all families
    found = [key for key, chosen in formats().items() if own in chosen.suffixes]
    return found[0] if len(found) == 1 else None


def format_to_write(format: str | None, name: str) -> str:  # noqa: A002 - the option's name
    """Name the format for a file to be written: the one asked for, else that of the file's ending, else native.

    Raises UsageError if the ending stands for something else.
    """
    wanted = format or named_by(name) or NATIVE
    require_ending(name, f"the format {wanted}", format_named(wanted).suffixes)
    return wanted


def parse_documents(text: str, format: str | None = None, name: str = "<text>") -> list[Document]:  # noqa: A002
    """Parse all documents of a text, in the format given, or that of the name's ending, or the one that is detected.

    Raises InputError with line and column, UsageError for an unknown format.
    """
    return format_named(format or named_by(name) or detect(text)).parse(Source(name, text))


def read_documents(path: str, format: str | None = None) -> list[Document]:  # noqa: A002 - the option's name
    """Read all documents of a file, ``-`` for standard input. Raises InputError with line and column."""
    return parse_documents(read_text(path, PUZZLE), format, shown(path))


def write_documents(documents: Iterable[Document], format: str = NATIVE) -> str:  # noqa: A002 - the option's name
    """Write documents one after the other. Raises UsageError where the format cannot express them."""
    chosen = format_named(format)
    every = list(documents)
    for document in every:
        _require_expressible(document, chosen, format)
    if chosen.separator is None and len(every) > 1:
        raise UsageError(f"the {format} format holds one puzzle, and there are {len(every):,}; use native")
    return (chosen.separator or "").join(map(chosen.write, every))


def _require_expressible(document: Document, chosen: Format, name: str) -> None:
    """Raise UsageError for puzzles of a family that the notation was not made for."""
    family = document.family or DEFAULT_FAMILY
    if chosen.families is not None and family not in chosen.families:
        raise UsageError(f"the {name} format cannot express {family} puzzles; use native")
