"""Read files by name: ``-`` is standard input; ``.gz``, ``.bz2``, ``.xz`` and ``.zst`` are decompressed by their ending.

While input is read its size is checked against the limit for a text of its kind, so that neither a small archive nor an endless
device can fill the memory. Reading may be limited in time:

    with limited_waiting(5.0) as clock:
        text = read_text("-")       # raises GaveUp if the input has not been read after five seconds
    clock.seconds                   # the seconds that have passed

Without a limit, and on systems that cannot wait for pipes, files are opened and read as usual. With a limit, files that are not
regular are read only when they have data; a pipe that no process has opened for writing has none. Standard input is also read so if
its descriptor does not block.

The inputs of a server are texts from its client:

    with holding({"<puzzle>": text}):
        read_text("<puzzle>")       # the text, never decompressed, and before any file of that name
"""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import field
from typing import Any, BinaryIO

from hashicnf.errors import GaveUp, InputError, limit_reached
from hashicnf.files.compressions import COMPRESSIONS, DAMAGED, STDIN
from hashicnf.files.mistaken import UNICODE, bad_byte, near, nul, other_kind
from hashicnf.records import record

MOST_BYTES = 4 << 30
MOST_LINE_BYTES = 48 << 20
MOST_LINES = 1 << 20
CHUNK = 1 << 18
BEGINNING = 1 << 16  # bytes of a text by which a wrong kind of file is recognised
NUL = "\0"
MOST_DIGITS = 9  # of the number of a puzzle in a file
WAITS = hasattr(os, "O_NONBLOCK")  # Windows can only wait for sockets

_begun = bytearray()  # of standard input, of which a process has one


class CutOff(InputError):
    """A compressed file is truncated: the program that wrote it was interrupted, or it was copied in part."""


@record
class Extent:
    """The largest text of some kind: ``size`` in bytes, ``lines`` counted by their ends (None: any number)."""

    size: int
    lines: int | None = None

    def error(self, name: str, message: str) -> InputError:
        """Make (not raise) the error for a text that is larger."""
        lines = "" if self.lines is None else f" in {self.lines:,} lines"
        return InputError(message, shown(name), expected=f"at most {amount(self.size)}{lines}")


TEXT = Extent(64 << 20)


def read_bytes(name: str, most: Extent | None = None, *, may_be_wide: bool = False) -> bytes:
    """Read a whole text, decompressed, of at most ``most`` bytes, MOST_BYTES by default.

    Raises InputError if it cannot be read, and as soon as it is too large or contains a NUL byte, which it may if it is marked as
    UTF-16 and ``may_be_wide``; GaveUp at the limit of ``limited_waiting``.
    """
    pieces: list[bytes] = []
    lines = 0
    for piece in read_pieces(name, most):
        pieces.append(piece)
        if (place := piece.find(b"\0")) >= 0 and not (may_be_wide and is_utf_16(pieces[0])):
            raise nul(b"".join(pieces), sum(map(len, pieces[:-1])) + place, shown(name))
        lines += piece.count(b"\n") + piece.count(b"\r") - piece.count(b"\r\n")
        if most is not None and most.lines is not None and lines > most.lines:
            raise most.error(name, f"the text has more than {most.lines:,} lines")
    return b"".join(pieces)


def read_pieces(name: str, most: Extent | None = None) -> Iterator[bytes]:
    """Read a file piece by piece, decompressed, on demand; of ``most`` only the size is checked.

    Raises InputError if it cannot be read or is too large, GaveUp at the limit of ``limited_waiting``.
    """
    extent = Extent(MOST_BYTES) if most is None else most
    total = 0
    try:
        with _source(name) as stream:
            while piece := stream.read(CHUNK):
                if total:
                    require_reading_time(shown(name))
                if not total and name == "-":
                    _begun[:] = piece[:BEGINNING]
                total += len(piece)
                if total > extent.size:
                    raise extent.error(name, f"the text is larger than {amount(extent.size)}")
                yield piece
                if len(piece) < CHUNK:  # the end; on a terminal another read would need a second end-of-file key
                    return
    except DAMAGED as problem:
        raise _unreadable(problem, name) from None


def read_lines(name: str) -> Iterator[str]:
    """Yield the lines of a UTF-8 text, with their ends, as they arrive. Raises InputError with line and column."""
    try:
        with _source(name) as stream:
            if name == "-" and isinstance(stream, io.BufferedReader):
                _begun[:] = stream.peek()  # waits as for the first line
                if not _begun:  # on a terminal another read would need a second end-of-file key
                    return
            number = 0
            while line := stream.readline(MOST_LINE_BYTES):
                number += 1
                if len(line) == MOST_LINE_BYTES:
                    raise InputError(f"a line longer than {MOST_LINE_BYTES >> 20} MiB", shown(name), number)
                try:
                    yield decoded(line, shown(name), may_be_wide=False)
                except InputError as problem:
                    problem.line = number
                    raise
    except DAMAGED as problem:
        raise _unreadable(problem, name) from None


def beginning_of_input() -> bytes:
    """Return the beginning of standard input, up to ``BEGINNING`` bytes of it, as far as it was read: it cannot be read again."""
    return bytes(_begun)


def read_text(name: str, most: Extent = TEXT) -> str:
    """Read a whole text as ``decoded`` does. Raises InputError with line and column, and errors as ``read_bytes`` does."""
    return decoded(read_bytes(name, most, may_be_wide=True), shown(name))


def decoded(data: bytes, name: str, *, may_be_wide: bool = True) -> str:
    """Decode UTF-8, or UTF-16 with a byte order mark, which is dropped. Raises InputError at the first bad byte or NUL."""
    if is_utf_16(data):
        if not may_be_wide:
            raise nul(data, 0, name)
        return _wide(data, name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        message = f"byte 0x{data[problem.start]:02x} is not UTF-8 text"
        raise other_kind(data, name) or bad_byte(data, problem.start, name, message) from None
    if (place := data.find(b"\0")) >= 0:
        raise nul(data, place, name)
    return text


def is_utf_16(data: bytes) -> bool:
    """Return whether bytes begin with a mark of UTF-16, as the text of some spreadsheets does."""
    return data.startswith(UNICODE["UTF-16"]) and data[2:4] != b"\0\0"  # a mark of UTF-32


def _wide(data: bytes, name: str) -> str:
    """Decode UTF-16. Raises InputError, without a place, for data that are none or contain NUL characters."""
    try:
        text = data.decode("utf-16")
    except UnicodeDecodeError:
        raise InputError("this begins as UTF-16 text, and is none", name, expected="UTF-8 text") from None
    if NUL in text:
        raise InputError("a NUL character: this is not a text file", name, expected="UTF-8 text")
    return text


def amount(size: int) -> str:
    """Return a number of bytes as text, in the largest unit that fits."""
    for shift, unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
        if size >= 1 << shift:
            return f"{round(size / (1 << shift), 1):g} {unit}"
    return f"{size} bytes"


def ending(name: str) -> str:
    """Return the ending of a file's name in lower case, without that of a compression: ``.has`` of ``a.HAS.gz``; "" if none."""
    stem, last = os.path.splitext(name)  # noqa: PTH122 - a path takes longer than to read a small file
    return (os.path.splitext(stem)[1] if last.lower() in COMPRESSIONS else last).lower()  # noqa: PTH122


def shown(name: str) -> str:
    """Return the name of an input for messages and results; bytes of a name that are no Unicode text are escaped."""
    if name == "-":
        return STDIN
    if not name:
        return "''"
    try:
        data = name.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # Windows has names of lone surrogates
        data = name.encode("utf-8", "backslashreplace")
    return data.decode("utf-8", "backslashreplace")


def why_no_name(name: str) -> str | None:
    """Return the reason why no file can have this name, None if a file can."""
    if not name:
        return "the name is empty"
    if (character := impossible_in(name)) is None:
        return None
    return f"no name of a file has {'a NUL' if character == NUL else f'the character {character!a}'}"


def impossible_in(word: str) -> str | None:
    """Return the first character of a word that cannot occur in a command line, nor in a file's name; None if there is none."""
    if NUL in word:
        return NUL
    try:
        os.fsencode(word)
    except UnicodeEncodeError as problem:  # a lone surrogate
        return word[problem.start]
    return None


@contextmanager
def _source(name: str) -> Iterator[BinaryIO]:
    """Open an input for reading, decompressed by its ending."""
    if is_held(name):
        text = _held.get()[name]
        yield io.BytesIO(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
        return
    compression = COMPRESSIONS.get(os.path.splitext(name)[1].lower())  # noqa: PTH122 - as above
    with opened(name) as raw, nullcontext(raw) if compression is None else compression.reading(raw, name) as stream:
        yield stream


def _unreadable(problem: Exception, name: str) -> InputError:
    if isinstance(problem, IsADirectoryError):
        return InputError("cannot be read: it is a folder; name its files, such as FOLDER/*", shown(name))
    if isinstance(problem, EOFError):
        return CutOff("cannot be read to its end: the compressed data breaks off", shown(name))
    system = problem.strerror if isinstance(problem, OSError) else None
    packed = os.path.splitext(name)[1].lower()  # noqa: PTH122 - as above
    if not system and packed in COMPRESSIONS:
        message = "cannot be read: the compressed data is damaged, or there is something else in the file"
        return InputError(message, shown(name), expected=f"{packed} data alone")
    reason = system or str(problem)
    file, mark, number = name.rpartition("#")
    if isinstance(problem, FileNotFoundError) and mark and is_there(file):
        return InputError(f"'{number}' is not the number of a puzzle: give a number from 1 after #", shown(file))
    likely = near(name) if isinstance(problem, FileNotFoundError) else None
    return InputError(f"cannot be read: {reason}" + (f"; did you mean {shown(likely)}?" if likely else ""), shown(name))


@record
class Clock:
    """A clock that starts when it is made; ``limit`` is in seconds, None is no limit."""

    limit: float | None
    start: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Return the seconds that have passed."""
        return time.monotonic() - self.start

    @property
    def left(self) -> float | None:
        """Return the seconds that are left, at least 0; None without a limit."""
        return None if self.limit is None else max(0.0, self.limit - self.seconds)

    def late(self, name: str) -> GaveUp:
        """Make (not raise) the error for an input that did not arrive in time."""
        return GaveUp(f"{name}: {limit_reached(self.limit)} while reading")


_clock: ContextVar[Clock | None] = ContextVar("clock", default=None)


@contextmanager
def limited_waiting(limit: float | None, spent: float = 0.0) -> Iterator[Clock]:
    """Limit the time that reading may take within the block, in seconds, of which some are ``spent``; None is no limit."""
    clock = Clock(limit, time.monotonic() - spent)
    token = _clock.set(clock)
    try:
        yield clock
    finally:
        _clock.reset(token)


def require_reading_time(name: str, size: int = MOST_BYTES) -> None:
    """Raise GaveUp if the time limit for reading has passed; texts of up to ``CHUNK`` bytes, which are read at once, are exempt."""
    if size > CHUNK and (clock := _clock.get()) is not None and clock.left == 0:
        raise clock.late(name)


_held: ContextVar[Mapping[str, str | bytes]] = ContextVar("held", default={})  # noqa: B039 - never changed


@contextmanager
def holding(texts: Mapping[str, str | bytes]) -> Iterator[None]:
    """Within the block, read these texts, too, instead of files of their names; lone surrogates become bytes that are no UTF-8."""
    token = _held.set({**_held.get(), **texts})
    try:
        yield
    finally:
        _held.reset(token)


def is_held(name: str) -> bool:
    """Return whether there is a text of that name."""
    return name in _held.get()


def is_there(name: str) -> bool:
    """Return whether an argument names a held text or anything that exists, also a folder or a broken link; ``-`` does not."""
    return is_held(name) or (name != "-" and os.path.lexists(name))


def is_folder(name: str) -> bool:
    """Return whether an argument names an existing folder; held texts, ``-`` and names that the system refuses are none."""
    return name != "-" and not is_held(name) and os.path.isdir(name)  # noqa: PTH112 - a path raises OSError for names that are too long


def numbered(name: str) -> tuple[str, int] | None:
    """Split an argument for one puzzle of a file, such as boards.puz#2, into file and number from 1; None for anything else."""
    file, mark, number = name.rpartition("#")
    if not mark or not (number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS) or is_there(name):
        return None
    return (file, int(number)) if int(number) > 0 and is_there(file) else None


def file_of(name: str) -> str:
    """Return the file to which an argument refers: boards.puz for boards.puz#2."""
    return name if (one := numbered(name)) is None else one[0]


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """Open a file, ``-`` for standard input, for reading bytes. Reading raises GaveUp when the time limit has passed."""
    clock = _clock.get()
    is_timed = WAITS and clock is not None and clock.limit is not None
    reason = "there is none" if name == "-" and sys.stdin is None else why_no_name(name)
    if reason is not None:
        raise OSError(errno.EINVAL, reason)
    if name == "-":
        _begun.clear()
        source: BinaryIO = sys.stdin.buffer if hasattr(sys.stdin, "buffer") else io.BytesIO(sys.stdin.read().encode())
        number = _awaited(source, is_timed=is_timed) if WAITS else None
        yield source if number is None else io.BufferedReader(_Arriving(number, name, clock or Clock(None)))
        return
    if clock is None or not is_timed:
        with open(name, "rb") as plain:  # noqa: PTH123 - names are strings here
            yield plain
        return
    number = os.open(name, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(number, "rb") as plain:  # noqa: PTH123 - a number, closed here
        if _is_regular(number):
            yield plain
        else:
            yield io.BufferedReader(_Arriving(number, name, clock))


class _Arriving(io.RawIOBase):
    """A raw stream over a file descriptor, which it does not close; reading raises GaveUp at the limit of the clock."""

    def __init__(self, number: int, name: str, clock: Clock) -> None:
        self._number, self._name, self._clock = number, name, clock

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        import select

        while True:
            if not select.select([self._number], [], [], self._clock.left)[0]:
                raise self._clock.late(shown(self._name))
            try:
                data = os.read(self._number, len(buffer))
            except BlockingIOError:
                continue  # another reader was faster
            buffer[: len(data)] = data
            return len(data)


def _awaited(stream: BinaryIO, *, is_timed: bool) -> int | None:
    """Return the descriptor of a stream if its data must be waited for; None for a stream that is read as usual.

    Within a time limit reading must not block; without one, a descriptor that does not block would seem to have ended.
    """
    try:
        number = stream.fileno()
    except OSError:
        return None
    return number if (is_timed or not os.get_blocking(number)) and not _is_regular(number) else None


def _is_regular(number: int) -> bool:
    return stat.S_ISREG(os.fstat(number).st_mode)
