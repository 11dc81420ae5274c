"""What is said where a file is mistaken for a text, or a name for that of a file: what it is instead, which name was meant.

These make errors, and raise none; names are those for messages.
"""

from __future__ import annotations

import codecs
import os
from itertools import islice
from typing import Final

from hashicnf.errors import InputError
from hashicnf.files.compressions import misnamed

NEAR: Final = 0.8  # likeness of names that are taken for misspelt ones: endings make all of them alike
MOST_NAMES: Final = 2_000  # of a folder that are looked at
BINARY: Final = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a spreadsheet or another ZIP archive",
    b"SQLite format 3": "a database",
}


def near(name: str) -> str | None:
    """Return the file of the same folder that was probably meant, None if none has such a name."""
    import difflib

    folder, own = os.path.split(name)
    try:
        with os.scandir(folder or ".") as entries:
            names = [entry.name for entry in islice(entries, MOST_NAMES) if entry.name != own]
    except OSError:
        return None
    likely = difflib.get_close_matches(own, names, 1, NEAR)
    return os.path.join(folder, likely[0]) if likely else None  # noqa: PTH118 - names are strings here


def other_kind(data: bytes, name: str) -> InputError | None:
    """Make the error for bytes that begin as those of a known kind of file that is no text; none of them are quoted."""
    if (problem := misnamed(data, name)) is not None:
        message, expected = problem
        return InputError(message, name, expected=expected)
    kind = next((kind for magic, kind in BINARY.items() if data.startswith(magic)), None)
    return None if kind is None else InputError(f"this is {kind}, not a text", name, expected="UTF-8 text")


def nul(data: bytes, offset: int, name: str) -> InputError:
    """Make the error for a NUL byte."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return InputError("the text is in UTF-16", name, expected="UTF-8 text")
    return other_kind(data, name) or bad_byte(data, offset, name, "a NUL byte: this is not a text file")


def bad_byte(data: bytes, offset: int, name: str, message: str) -> InputError:
    """Make the error for a byte that no text has, shown with its line."""
    begin = data.rfind(b"\n", 0, offset) + 1
    end = data.find(b"\n", offset)
    line = data[begin : end if end >= 0 else None].decode("utf-8", "replace")
    column = len(data[begin:offset].decode("utf-8", "replace")) + 1
    return InputError(message, name, data.count(b"\n", 0, offset) + 1, column, line, "UTF-8 text")
