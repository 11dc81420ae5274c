"""Files compressed by zstandard, an optional package: frames read to their end, and written with a checksum.

The package's own stream reader ends in silence where a file breaks off, so that half a puzzle would pass for a whole one; and
frames carry no checksum unless asked for. Both are as gzip and xz have them here.
"""

from __future__ import annotations

import io
from contextlib import AbstractContextManager
from importlib.util import find_spec
from typing import Any, BinaryIO

from hashicnf.errors import SolverMissing

PACKED = 1 << 10  # read at once: what zeros pack to this length is some thirty megabytes


def unpacked(raw: BinaryIO, name: str) -> BinaryIO:
    """Read the frames of a file one after the other.

    Raises SolverMissing if the package is not installed; reading raises OSError for what is no frame, EOFError for half a one.
    """
    return io.BufferedReader(_Frames(raw, _package(name)))


def packing(raw: BinaryIO, name: str) -> AbstractContextManager[BinaryIO]:
    """Write one frame, with a checksum. Raises SolverMissing if the package is not installed."""
    stream: AbstractContextManager[BinaryIO] = (
        _package(name).ZstdCompressor(write_checksum=True).stream_writer(raw, closefd=False)
    )
    return stream


class _Frames(io.RawIOBase):
    """A raw stream of the decompressed frames."""

    def __init__(self, raw: BinaryIO, package: Any) -> None:
        self._raw, self._package = raw, package
        self._frame: Any = None
        self._packed = b""
        self._found = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._found:
            self._packed = self._packed or self._raw.read(PACKED)
            if self._packed:
                self._unpack()
            elif self._frame is not None:
                raise EOFError("Compressed file ended before the end-of-stream marker was reached")
            else:
                return 0
        size = min(len(buffer), len(self._found))
        buffer[:size] = self._found[:size]
        self._found = self._found[size:]
        return size

    def _unpack(self) -> None:
        """Decompress the bytes read, up to the end of their frame."""
        frame = self._frame or self._package.ZstdDecompressor().decompressobj()
        try:
            self._found = memoryview(frame.decompress(self._packed))
        except self._package.ZstdError as problem:
            raise OSError(f"not a zst file: {problem}") from None
        self._packed, self._frame = (frame.unused_data, None) if frame.eof else (b"", frame)


def _package(name: str) -> Any:
    """Import the package."""
    if find_spec("zstandard") is None:
        raise SolverMissing(f"{name}: .zst files need the package zstandard: pip install 'hashicnf[zst]'")
    import zstandard

    return zstandard
