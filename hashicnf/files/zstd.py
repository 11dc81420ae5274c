"""Files compressed by zstandard, an optional package: frames are read to their end, and written with a checksum.

The checksum has to be requested: unlike those of gzip and xz, frames have none by default.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from importlib.util import find_spec
from typing import Any, BinaryIO

from hashicnf.errors import SolverMissing
from hashicnf.files import frames


def unpacked(raw: BinaryIO, name: str) -> BinaryIO:
    """Return a stream of the decompressed frames of a file.

    Raises SolverMissing if the package is not installed; reading raises OSError for other data, EOFError for a truncated frame.
    """
    package = _package(name)
    return frames.unpacked(raw, lambda: _Frame(package), package.ZstdError)


def packing(raw: BinaryIO, name: str) -> AbstractContextManager[BinaryIO]:
    """Return a stream that writes one frame, with a checksum. Raises SolverMissing if the package is not installed."""
    stream: AbstractContextManager[BinaryIO] = (
        _package(name).ZstdCompressor(write_checksum=True).stream_writer(raw, closefd=False)
    )
    return stream


class _Frame:
    """A decompressor of one frame, which returns all decompressed data at once."""

    needs_input = True

    def __init__(self, package: Any) -> None:
        self._frame = package.ZstdDecompressor().decompressobj()

    def decompress(self, data: bytes, _: int) -> bytes:
        found: bytes = self._frame.decompress(data)
        return found

    @property
    def eof(self) -> bool:
        return bool(self._frame.eof)

    @property
    def unused_data(self) -> bytes:
        return bytes(self._frame.unused_data)


def _package(name: str) -> Any:
    """Return the package. Raises SolverMissing if it is not installed."""
    if find_spec("zstandard") is None:
        raise SolverMissing(f"{name}: .zst files need the package zstandard: pip install 'hashicnf[zst]'")
    import zstandard

    return zstandard
