"""Read open streams of text or bytes, without closing them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, count
from os import PathLike, fspath
from typing import Any, Final, Protocol, TypeAlias

from hashicnf.errors import InputError
from hashicnf.files.inputs import CHUNK, MOST_BYTES, TEXT, Extent, amount, decoded, holding, is_held
from hashicnf.files.mistaken import bad_byte, other_kind

ANY: Final = Extent(MOST_BYTES)
UTF_8: Final = ("utf-8", "utf8")


class InputStream(Protocol):
    """An open stream of text or bytes, of any class."""

    def read(self, size: int = -1, /) -> str | bytes | None:
        """Return at most so many characters or bytes, all for -1; none at the end, None if there are none yet."""


Readable: TypeAlias = str | PathLike[str] | InputStream


def is_stream(value: object) -> bool:
    """Return whether a value has a method ``read`` that needs no arguments, as streams have."""
    import inspect  # not at the top: commands read no streams

    try:
        inspect.signature(getattr(value, "read", None)).bind()  # type: ignore[arg-type]
    except TypeError:
        return False
    except ValueError:  # a method of compiled code that does not declare its arguments
        return True
    return True


def stream_name(stream: InputStream) -> str:
    """Return the name of a stream for messages."""
    name = getattr(stream, "name", None)
    return name if isinstance(name, str) else "<stream>"


def stream_text(stream: InputStream) -> str:
    """Read a stream of text to its end. Raises InputError as ``stream_bytes`` does, and for bytes that are no text."""
    return decoded(stream_bytes(stream, TEXT), stream_name(stream))


def stream_bytes(stream: InputStream, most: Extent = ANY) -> bytes:
    """Read a stream to its end, text as UTF-8. Raises InputError if it is too large, is no text, or has no data and does not block.

    Calls of ``read`` are repeated, since a stream without a buffer may return only part of its data.
    """
    data = bytearray()
    try:
        while piece := stream.read(CHUNK):
            data += piece.encode("utf-8", "surrogatepass") if isinstance(piece, str) else piece
            if len(data) > most.size:
                raise most.error(stream_name(stream), f"the text is larger than {amount(most.size)}")
    except UnicodeDecodeError as problem:
        raise _no_text(stream, problem, most) from None
    if piece is None:
        raise InputError("the stream has no data yet, and does not wait for more", stream_name(stream))
    return bytes(data)


def _no_text(stream: InputStream, problem: UnicodeDecodeError, most: Extent) -> InputError:
    """Make (not raise) the error for a stream of text with other bytes, with their place if the stream can be read again."""
    name = stream_name(stream)
    encoding = "UTF-8" if problem.encoding.lower() in UTF_8 else problem.encoding
    message = f"byte 0x{problem.object[problem.start]:02x} is not {encoding} text"
    again: Any = stream  # which need not be read twice
    try:
        again.seek(0)
        data: bytes = again.buffer.read(most.size)
    except (AttributeError, OSError, ValueError):
        return InputError(message, name)
    try:
        data.decode(problem.encoding)
    except UnicodeDecodeError as first:
        return other_kind(data, name) or bad_byte(data, first.start, name, message)
    return InputError(message, name)


@contextmanager
def named(source: Readable) -> Iterator[str]:
    """Yield a name by which functions that read files read a source within the block; a stream is read to its end before."""
    if isinstance(source, str | PathLike):
        yield fspath(source)
        return
    own = stream_name(source)
    name = next(name for name in chain([own], (f"{own} #{number}" for number in count(2))) if not is_held(name))
    with holding({name: stream_bytes(source)}):
        yield name
