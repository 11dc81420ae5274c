"""Read open streams of text or bytes, which stay open."""

from __future__ import annotations

from typing import BinaryIO, TextIO

from hashicnf.files.inputs import TEXT, decoded


def stream_name(stream: TextIO | BinaryIO) -> str:
    """Return the name of a stream for messages."""
    name = getattr(stream, "name", None)
    return name if isinstance(name, str) else "<stream>"


def stream_text(stream: TextIO | BinaryIO) -> str:
    """Read a stream to its end. Raises InputError if it is too large or no text."""
    data, name = stream.read(TEXT.size + 1), stream_name(stream)
    if len(data) > TEXT.size:
        raise TEXT.error(name, "the text is too large")
    return decoded(data.encode() if isinstance(data, str) else data, name)
