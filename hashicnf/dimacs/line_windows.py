"""Split the text of a file, which arrives in arbitrary pieces, into windows of whole lines.

A window ends with the last line end that has arrived; the bytes after it are kept for the next window. So a message can show the
whole line of an error, and memory holds one piece and one line. A long line is cut after a blank if it contains only numbers up to
there. Some bytes around such a cut are in both windows, so that messages can show them. Other lines, such as comments, are kept
whole up to a limit, unless they contain a NUL byte, which text files do not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from hashicnf.dimacs.text import BLANKS, NEAR, Text
from hashicnf.errors import InputError
from hashicnf.files.inputs import MOST_LINE_BYTES
from hashicnf.records import record

PIECE = 1 << 18  # bytes; a piece and the arrays made of it stay in the processor's cache
LONG = PIECE

_NUMBERS = b"-0123456789" + BLANKS


@record
class Window:
    """The bytes ``begin`` to ``end`` of a text: lines, or a part of a long one; the bytes around them are for messages."""

    text: Text
    begin: int
    end: int


def windows(pieces: Iterable[bytes], name: str) -> Iterator[Window]:
    """Split a text into windows, none of them empty. Raises InputError for a line that is too long to be kept."""
    text, begin, limit = Text(b"", name), 0, LONG
    waiting: list[bytes] = []
    size = 0
    for piece in _small(pieces):
        waiting.append(piece)
        size += len(piece)
        if b"\n" not in piece and size < limit:
            continue
        text = replace(text, data=b"".join([text.data, *waiting]))
        end = text.data.rfind(b"\n") + 1 or _cut(text.data, begin) or (b"\0" in text.data and len(text.data))
        if end:
            yield Window(text, begin, end)
            text, begin = _behind(text, end)
            limit = LONG
        elif len(text.data) > MOST_LINE_BYTES:
            raise InputError(f"a line longer than {MOST_LINE_BYTES >> 20} MiB", name, text.lines + 1)
        else:
            limit = min(2 * len(text.data), MOST_LINE_BYTES + 1)  # doubles, as each search goes through all of it
        waiting, size = [], len(text.data)
    if size > begin:
        yield Window(replace(text, data=b"".join([text.data, *waiting])), begin, size)


def _small(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Split pieces into pieces of at most PIECE bytes."""
    for piece in pieces:
        for at in range(0, len(piece), PIECE):
            yield piece[at : at + PIECE]


def _cut(line: bytes, begin: int) -> int:
    """Return where to cut a line whose end has not arrived: after a blank with only numbers before it; 0 if there is none."""
    end = max(line.rfind(blank, begin, max(0, len(line) - NEAR)) for blank in BLANKS) + 1
    return 0 if line[begin:end].translate(None, _NUMBERS) or not line[:end].strip() else end


def _behind(text: Text, end: int) -> tuple[Text, int]:
    """Return the text after a window and its offset; after a cut also the text just before it."""
    if text.data[end - 1] == ord("\n"):
        lines = int(np.count_nonzero(np.frombuffer(text.data, np.uint8, end) == ord("\n")))
        return Text(text.data[end:], text.name, text.lines + lines), 0
    near = max(0, end - NEAR)
    return Text(text.data[near:], text.name, text.lines, text.columns + near), end - near
