"""Open files by name: ``-`` is standard input or output, ``.gz``, ``.xz`` and ``.zst`` are compressed by their ending.

Output files appear whole or not at all: text goes to a temporary file beside the target, which is renamed at the end; only
traces grow where they are. Input is bounded, so that a small archive cannot fill the memory.
"""

from __future__ import annotations

import gzip
import io
import lzma
import os
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO, cast

from hashicnf.errors import InputError, UsageError
from hashicnf.files import zstd
from hashicnf.files.same_file import is_stdout, open_stdout
from hashicnf.files.sigterm import catch_termination, release_termination

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MOST_BYTES = 4 << 30
MOST_LINE_BYTES = 256 << 20
CHUNK = 1 << 18
UNREADABLE = OSError, EOFError, lzma.LZMAError, zlib.error


def read_bytes(name: str) -> bytes:
    """Read a whole file, decompressed. Raises InputError when it cannot be read or unpacks to more than MOST_BYTES."""
    return b"".join(read_pieces(name))


def read_pieces(name: str) -> Iterator[bytes]:
    """Read a file piece by piece, decompressed, as far as it is asked for. Raises InputError as ``read_bytes`` does."""
    total = 0
    try:
        with _source(name) as stream:
            while piece := stream.read(CHUNK):
                total += len(piece)
                if total > MOST_BYTES:
                    raise InputError(f"the text is larger than {MOST_BYTES >> 30} GiB", shown(name))
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


def read_text(name: str) -> str:
    """Read a whole UTF-8 text. Raises InputError with line and column where it is not one."""
    return decoded(read_bytes(name), shown(name))


def decoded(data: bytes, name: str) -> str:
    """Decode UTF-8, dropping a byte order mark. Raises InputError at the first bad byte or NUL."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise _at(data, problem.start, name, f"byte 0x{data[problem.start]:02x} is not UTF-8 text") from None
    if (nul := data.find(b"\0")) >= 0:
        raise _at(data, nul, name, "a NUL byte: this is not a text file")
    return text


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
        Path(temporary).chmod(0o666 & ~_umask())
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
    """Open a text file that is there from the start and grows, so that what was written stays when the writer is stopped."""
    with (
        io.BufferedWriter(_Output(name, "w")) as raw,
        _compressor(raw, Path(name).suffix) as packed,
        io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as stream,
    ):
        yield stream


class _Output(io.FileIO):
    """A file that is named in the error when it cannot be written: where the disk is full, the system says only that."""

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
    if name == "-":
        yield sys.stdin.buffer
        return
    suffix = Path(name).suffix
    if suffix == ".gz":
        with gzip.open(name) as stream:
            yield cast(BinaryIO, stream)
    elif suffix == ".xz":
        with lzma.open(name) as packed:
            yield cast(BinaryIO, packed)
    elif suffix == ".zst":
        with open(name, "rb") as raw, zstd.unpacked(raw, name) as frames:  # noqa: PTH123
            yield frames
    else:
        with open(name, "rb") as plain:  # noqa: PTH123 - names are strings here, "-" included
            yield plain


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


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def _at(data: bytes, offset: int, name: str, message: str) -> InputError:
    begin = data.rfind(b"\n", 0, offset) + 1
    end = data.find(b"\n", offset)
    line = data[begin : end if end >= 0 else None].decode("utf-8", "replace")
    column = len(data[begin:offset].decode("utf-8", "replace")) + 1
    return InputError(message, name, data.count(b"\n", 0, offset) + 1, column, line, "UTF-8 text")
