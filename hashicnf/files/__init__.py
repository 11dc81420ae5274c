"""Open files by name: ``-`` is standard input or output, ``.gz``, ``.xz`` and ``.zst`` are compressed by their ending.

Output files appear whole or not at all: text goes to a temporary file beside the target, which is renamed at the end; only
traces grow where they are. While input is read it is held against what a text of its kind can hold, so that neither a small archive
nor a device without end can fill the memory.
"""

from __future__ import annotations

import gzip
import io
import lzma
import os
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO, cast

from hashicnf.errors import InputError, UsageError
from hashicnf.files import zstd
from hashicnf.files.same_file import is_stdout, open_stdout, permissions
from hashicnf.files.sigterm import catch_termination, release_termination
from hashicnf.files.waiting import opened, require_time

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MOST_BYTES = 4 << 30
MOST_LINE_BYTES = 48 << 20
MOST_LINES = 1 << 20
CHUNK = 1 << 18
UNREADABLE = OSError, EOFError, lzma.LZMAError, zlib.error


@dataclass(frozen=True, slots=True)
class Extent:
    """The most that a text of some kind can hold: ``size`` in bytes, ``lines`` counted by their ends, None any number."""

    size: int
    lines: int | None = None

    def error(self, name: str, message: str) -> InputError:
        """Make (not raise) the error for a text that is larger."""
        lines = "" if self.lines is None else f" in {self.lines:,} lines"
        return InputError(message, shown(name), expected=f"at most {amount(self.size)}{lines}")


TEXT = Extent(64 << 20)


def read_bytes(name: str, most: Extent | None = None, *, sniff: Callable[[bytes, str], object] | None = None) -> bytes:
    """Read a whole text, decompressed, of at most ``most`` bytes, MOST_BYTES by default.

    ``sniff`` is called with the first piece and the name for messages, and may raise an error of its own.

    Raises InputError when it cannot be read, and as soon as it is too large or holds a NUL byte; GaveUp at the limit of
    ``waiting.limited_waiting``.
    """
    pieces: list[bytes] = []
    lines = 0
    for piece in read_pieces(name, most):
        if sniff is not None and not pieces:
            sniff(piece, shown(name))
        pieces.append(piece)
        if (nul := piece.find(b"\0")) >= 0:
            raise _nul(b"".join(pieces), sum(map(len, pieces[:-1])) + nul, shown(name))
        lines += piece.count(b"\n") + piece.count(b"\r") - piece.count(b"\r\n")
        if most is not None and most.lines is not None and lines > most.lines:
            raise most.error(name, f"the text has more than {most.lines:,} lines")
    return b"".join(pieces)


def read_pieces(name: str, most: Extent | None = None) -> Iterator[bytes]:
    """Read a file piece by piece, decompressed, on demand; only the size of ``most`` is checked.

    Raises InputError when it cannot be read or is too large, GaveUp at the limit of ``waiting.limited_waiting``.
    """
    extent = Extent(MOST_BYTES) if most is None else most
    total = 0
    try:
        with _source(name) as stream:
            while piece := stream.read(CHUNK):
                if total:
                    require_time(shown(name))
                total += len(piece)
                if total > extent.size:
                    raise extent.error(name, f"the text is larger than {amount(extent.size)}")
                yield piece
    except UNREADABLE as problem:
        raise _unreadable(problem, name) from None


def read_lines(name: str) -> Iterator[str]:
    """Read a UTF-8 text line by line, with their ends, as the lines arrive. Raises InputError with line and column."""
    try:
        with _source(name) as stream:
            number = 0
            while line := stream.readline(MOST_LINE_BYTES):
                number += 1
                if len(line) == MOST_LINE_BYTES:
                    raise InputError(f"a line longer than {MOST_LINE_BYTES >> 20} MiB", shown(name), number)
                try:
                    yield decoded(line, shown(name))
                except InputError as problem:
                    problem.line = number
                    raise
    except UNREADABLE as problem:
        raise _unreadable(problem, name) from None


def read_text(name: str, most: Extent = TEXT) -> str:
    """Read a whole UTF-8 text. Raises InputError with line and column where it is not one, and as ``read_bytes`` does."""
    return decoded(read_bytes(name, most), shown(name))


def decoded(data: bytes, name: str) -> str:
    """Decode UTF-8, dropping a byte order mark. Raises InputError at the first bad byte or NUL."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise _at(data, problem.start, name, f"byte 0x{data[problem.start]:02x} is not UTF-8 text") from None
    if (nul := data.find(b"\0")) >= 0:
        raise _nul(data, nul, name)
    return text


def amount(size: int) -> str:
    """Write a number of bytes for people, in the largest unit that fits."""
    for shift, unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
        if size >= 1 << shift:
            return f"{round(size / (1 << shift), 1):g} {unit}"
    return f"{size} bytes"


def shown(name: str) -> str:
    """Name an input in messages."""
    return "<stdin>" if name == "-" else name


def destination(name: str) -> str:
    """Name an output in messages."""
    return "<stdout>" if name == "-" else name


@contextmanager
def writing(name: str) -> Iterator[BinaryIO]:
    """Open a file for writing bytes; it appears under its name only when all went well.

    Raises UsageError when it cannot be written.
    """
    if is_stdout(name):
        yield open_stdout().buffer
        sys.stdout.buffer.flush()
        return
    path = Path(os.path.realpath(name))
    if path.is_dir():
        raise UsageError(f"{name}: cannot be written: it is a folder")
    if path.exists() and not path.is_file():
        with io.BufferedWriter(_Output(name, "w")) as device:  # a device or pipe is written to, not replaced
            yield device
        return
    terminate = catch_termination()
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=".hashicnf-", suffix=path.suffix, dir=path.parent)
        with os.fdopen(handle, "wb") as raw, _compressor(raw, path.suffix) as stream:
            yield stream
        Path(temporary).chmod(permissions(path))
        Path(temporary).replace(path)
    except BaseException as problem:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        if isinstance(problem, OSError) and not isinstance(problem, BrokenPipeError):
            raise UsageError(f"{name}: cannot be written: {problem.strerror}") from None
        raise
    finally:
        release_termination(terminate)


@contextmanager
def growing(name: str) -> Iterator[TextIO]:
    """Open a text file that grows while it is written, so that its text stays when the writer is killed."""
    with (
        io.BufferedWriter(_Output(name, "w")) as raw,
        _compressor(raw, Path(name).suffix) as packed,
        io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as stream,
    ):
        yield stream


class _Output(io.FileIO):
    """A file whose write errors name it: the system's error for a full disk does not."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError as problem:
            raise OSError(problem.errno, problem.strerror, self.name) from None


def write_text(name: str, text: str) -> None:
    """Write a whole text. Raises UsageError when the file cannot be written."""
    with writing(name) as stream:
        stream.write(text.encode())


@contextmanager
def _source(name: str) -> Iterator[BinaryIO]:
    """Open for reading, decompressing by the name's ending."""
    suffix = Path(name).suffix
    with opened(name) as raw:
        if suffix == ".gz":
            with gzip.GzipFile("", "rb", fileobj=raw) as stream:
                yield cast(BinaryIO, stream)
        elif suffix == ".xz":
            with lzma.LZMAFile(raw) as packed:
                yield cast(BinaryIO, packed)
        elif suffix == ".zst":
            with zstd.unpacked(raw, name) as frames:
                yield frames
        else:
            yield raw


@contextmanager
def _compressor(raw: BinaryIO, suffix: str) -> Iterator[BinaryIO]:
    """Wrap a binary file by the ending of its name; gzip files carry no time, so that equal texts give equal files."""
    if suffix == ".gz":
        with gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
            yield cast(BinaryIO, packed)
    elif suffix == ".xz":
        with lzma.LZMAFile(raw, "wb", preset=2) as pressed:
            yield cast(BinaryIO, pressed)
    elif suffix == ".zst":
        with zstd.packing(raw, "output") as squeezed:
            yield squeezed
    else:
        yield raw


def _unreadable(problem: Exception, name: str) -> InputError:
    reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
    return InputError(f"cannot be read: {reason}", shown(name))


def _nul(data: bytes, offset: int, name: str) -> InputError:
    return _at(data, offset, name, "a NUL byte: this is not a text file")


def _at(data: bytes, offset: int, name: str, message: str) -> InputError:
    begin = data.rfind(b"\n", 0, offset) + 1
    end = data.find(b"\n", offset)
    line = data[begin : end if end >= 0 else None].decode("utf-8", "replace")
    column = len(data[begin:offset].decode("utf-8", "replace")) + 1
    return InputError(message, name, data.count(b"\n", 0, offset) + 1, column, line, "UTF-8 text")
