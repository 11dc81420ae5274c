"""Errors for files that are no text, and for names of files that do not exist: the kind of the file, or the name that was meant.

The functions return errors, and raise none; their names of files are those for messages.
"""

from __future__ import annotations

import codecs
import os
import re
from itertools import islice
from typing import Final

from hashicnf.errors import InputError
from hashicnf.files.compressions import misnamed

NEAR: Final = 0.8  # least similarity of a suggested name; high, as common endings make names similar
LONE_RETURN: Final = re.compile(rb"\r(?!\n)")
MOST_NAMES: Final = 2_000  # of a folder that are compared
UNICODE: Final = {  # by byte order marks: that of UTF-32 may begin with that of UTF-16
    "UTF-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),
    "UTF-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
}
BINARY: Final = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a spreadsheet or another ZIP archive",
    b"SQLite format 3": "a database",
}


def near(name: str) -> str | None:
    """Return the file in the same folder whose name is most similar, None if none is similar enough."""
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
    """Return the error for bytes that begin like a known kind of file that is no text, without a quotation; else None."""
    if (problem := misnamed(data, name)) is not None:
        message, expected = problem
        return InputError(message, name, expected=expected)
    kind = next((kind for magic, kind in BINARY.items() if data.startswith(magic)), None)
    return None if kind is None else InputError(f"this is {kind}, not a text", name, expected="UTF-8 text")


def declared_encoding(data: bytes) -> str | None:
    """Return the encoding that a byte order mark declares, UTF-16 or UTF-32, None without one of them."""
    return next((encoding for encoding, marks in UNICODE.items() if data.startswith(marks)), None)


def nul(data: bytes, offset: int, name: str) -> InputError:
    """Return the error for a NUL byte."""
    if (encoding := declared_encoding(data)) is not None:
        return InputError(f"the text is in {encoding}", name, expected="UTF-8 text")
    return other_kind(data, name) or bad_byte(data, offset, name, "a NUL byte: this is not a text file")


def bad_byte(data: bytes, offset: int, name: str, message: str) -> InputError:
    """Return the error for a byte that cannot occur in a text, with its line; lines may end in carriage returns alone."""
    data = LONE_RETURN.sub(b"\n", data) if b"\r" in data else data
    begin = data.rfind(b"\n", 0, offset) + 1
    end = data.find(b"\n", offset)
    line = data[begin : end if end >= 0 else None].decode("utf-8", "replace")
    column = len(data[begin:offset].decode("utf-8", "replace")) + 1
    return InputError(message, name, data.count(b"\n", 0, offset) + 1, column, line, "UTF-8 text")
