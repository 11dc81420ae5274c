"""Read compressed data as a sequence of frames, up to the end of the last one.

Python's own readers of bz2 and xz stop without an error where other data begins, and that of zstandard where a frame is truncated,
so that half a puzzle would be taken for a whole one. Zeros after a frame are padding, as in xz and on tapes.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, BinaryIO, Final, Protocol

PACKED: Final = 1 << 10  # bytes read at once: zstandard compresses some thirty megabytes of zeros to this length
PADDING: Final = b"\0"


class Frame(Protocol):
    """A decompressor of one frame, with the interface of those of ``bz2`` and ``lzma``."""

    def decompress(self, data: bytes, most: int, /) -> bytes:
        """Add compressed data, and return decompressed data, if possible at most ``most`` bytes."""

    @property
    def needs_input(self) -> bool:
        """Return whether it needs more compressed data to return anything."""

    @property
    def eof(self) -> bool:
        """Return whether the frame has ended."""

    @property
    def unused_data(self) -> bytes:
        """Return the data after the end of the frame."""


def unpacked(raw: BinaryIO, begin: Callable[[], Frame], damaged: type[Exception] = OSError) -> BinaryIO:
    """Return a stream of the decompressed frames of a file.

    ``begin`` makes a decompressor for each, which raises ``damaged`` for other data. Reading raises EOFError for a truncated frame,
    OSError for other data.
    """
    return io.BufferedReader(_Frames(raw, begin, damaged))


class _Frames(io.RawIOBase):
    """A raw stream of the decompressed frames."""

    def __init__(self, raw: BinaryIO, begin: Callable[[], Frame], damaged: type[Exception]) -> None:
        self._raw, self._begin, self._damaged = raw, begin, damaged
        self._frame = begin()
        self._found = memoryview(b"")
        self._is_frame = True  # for data after the first frame it is False until some of it could be decompressed

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
            try:
                self._found = memoryview(self._frame.decompress(packed, len(buffer)))
            except self._damaged as problem:
                raise OSError(f"damaged data: {problem}") from None
            self._is_frame |= bool(self._found)
        size = min(len(buffer), len(self._found))
        buffer[:size] = self._found[:size]
        self._found = self._found[size:]
        return size

    def _behind(self) -> bytes:
        """Return data after the end of a frame and its padding; it is empty at the end of the file."""
        packed = self._frame.unused_data
        while not (rest := packed.lstrip(PADDING)) and (packed := self._raw.read(PACKED)):
            pass
        return rest
