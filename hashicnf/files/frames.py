"""Compressed data as frames, one behind the other, read to the end of the last one.

Python's own readers of bz2 and xz end in silence where something else begins, and that of zstandard where a frame breaks off, so
that half a puzzle would pass for a whole one. Zeros behind a frame are padding, as in xz and on tapes.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, BinaryIO, Final, Protocol

PACKED: Final = 1 << 10  # bytes read at once: what zeros pack to this length by zstandard is some thirty megabytes
PADDING: Final = b"\0"


class Frame(Protocol):
    """What decompresses one frame, as the classes of ``bz2`` and ``lzma`` do; ``most`` is how much it should return."""

    def decompress(self, data: bytes, most: int, /) -> bytes:
        """Take data in, return what is decompressed."""

    @property
    def needs_input(self) -> bool:
        """Return whether it has nothing to return without more data."""

    @property
    def eof(self) -> bool:
        """Return whether the frame has ended."""

    @property
    def unused_data(self) -> bytes:
        """Return what came behind the end."""


def unpacked(raw: BinaryIO, begin: Callable[[], Frame]) -> BinaryIO:
    """Read the frames of a file, each by what ``begin`` makes.

    Reading raises EOFError for half a frame, OSError for something else, and what ``decompress`` raises.
    """
    return io.BufferedReader(_Frames(raw, begin))


class _Frames(io.RawIOBase):
    """A raw stream of the decompressed frames."""

    def __init__(self, raw: BinaryIO, begin: Callable[[], Frame]) -> None:
        self._raw, self._begin = raw, begin
        self._frame = begin()
        self._found = memoryview(b"")
        self._is_frame = True  # for certain; what comes behind the first one is known by what it gives

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._found:
            packed = b""
            if self._frame.eof:
                if not (packed := self._behind()):
                    return 0
                self._frame, self._is_frame = self._begin(), False
            elif self._frame.needs_input and not (packed := self._raw.read(PACKED)):
                raise EOFError("the last frame breaks off") if self._is_frame else OSError("this is no frame")
            self._found = memoryview(self._frame.decompress(packed, len(buffer)))
            self._is_frame |= bool(self._found)
        size = min(len(buffer), len(self._found))
        buffer[:size] = self._found[:size]
        self._found = self._found[size:]
        return size

    def _behind(self) -> bytes:
        """Return what comes behind the end of a frame and its padding, nothing at the end of the file."""
        packed = self._frame.unused_data
        while not (rest := packed.lstrip(PADDING)) and (packed := self._raw.read(PACKED)):
            pass
        return rest
