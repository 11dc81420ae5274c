"""The compressions of files, each known by the ending of a name. Their modules are imported when a file needs them."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias, cast

from hashicnf.errors import SolverMissing, no_such
from hashicnf.records import record

STDIN: Final = "<stdin>"  # in messages
NAMES: Final = ("xz", "gz", "bz2", "zst", "none")  # of --compress
DAMAGED: Final = (EOFError, OSError, zlib.error)  # raised by data that cannot be decompressed

Wrap: TypeAlias = Callable[[BinaryIO, str], AbstractContextManager[BinaryIO]]


@record
class Compression:
    """Functions that wrap a file, given its name for messages, for reading and writing. Equal texts become equal files.

    ``magic`` are the first bytes of compressed data, ``printer`` is the usual command that prints it unpacked.
    """

    magic: bytes
    printer: str
    reading: Wrap
    writing: Wrap


def _gunzip(raw: BinaryIO, _: str) -> AbstractContextManager[BinaryIO]:
    import gzip

    return cast(BinaryIO, gzip.GzipFile("", "rb", fileobj=raw))


def _gzip(raw: BinaryIO, _: str) -> AbstractContextManager[BinaryIO]:
    import gzip

    return cast(BinaryIO, gzip.GzipFile("", "wb", 6, raw, mtime=0))  # without the time


def _unxz(raw: BinaryIO, name: str) -> AbstractContextManager[BinaryIO]:
    from hashicnf.files import frames

    lzma = _library("lzma", name)
    return frames.unpacked(raw, lzma.LZMADecompressor, lzma.LZMAError)


def _xz(raw: BinaryIO, name: str) -> AbstractContextManager[BinaryIO]:
    return cast(BinaryIO, _library("lzma", name).LZMAFile(raw, "wb", preset=2))


def _unzstd(raw: BinaryIO, name: str) -> AbstractContextManager[BinaryIO]:
    from hashicnf.files import zstd

    return zstd.unpacked(raw, name)


def _zstd(raw: BinaryIO, name: str) -> AbstractContextManager[BinaryIO]:
    from hashicnf.files import zstd

    return zstd.packing(raw, name)


def _bunzip2(raw: BinaryIO, name: str) -> AbstractContextManager[BinaryIO]:
    from hashicnf.files import frames

    return frames.unpacked(raw, _library("bz2", name).BZ2Decompressor)


def _bzip2(raw: BinaryIO, name: str) -> AbstractContextManager[BinaryIO]:
    return cast(BinaryIO, _library("bz2", name).BZ2File(raw, "wb"))


def _library(module: str, name: str) -> Any:
    """Import a module of the standard library that some builds of Python lack. Raises SolverMissing."""
    try:
        return import_module(module)
    except ImportError:
        raise SolverMissing(f"{name}: this Python was built without the module {module}") from None


COMPRESSIONS: Final[Mapping[str, Compression]] = {
    ".gz": Compression(b"\x1f\x8b", "zcat", _gunzip, _gzip),
    ".bz2": Compression(b"BZh", "bzcat", _bunzip2, _bzip2),
    ".xz": Compression(b"\xfd7zXZ", "xzcat", _unxz, _xz),
    ".zst": Compression(b"\x28\xb5\x2f\xfd", "zstdcat", _unzstd, _zstd),
}
FOREIGN: Final = (
    ".7z",
    ".br",
    ".lz4",
    ".lzma",
    ".rar",
    ".z",
    ".zip",
)  # plain text under these names would mislead


def any_of(last: str) -> str:
    """Return the endings as text, the last one after the word ``last``, such as "or"."""
    *others, final = COMPRESSIONS
    return f"{', '.join(others)} {last} {final}"


def unpacked_name(name: str) -> Path:
    """Return the name of a file without the ending of a compression, if it has one."""
    path = Path(name)
    return path.with_suffix("") if path.suffix.lower() in COMPRESSIONS else path


def with_number(name: str, number: int) -> str:
    """Return a name with a number before its endings: boards-2.puz.gz for boards.puz.gz."""
    path = unpacked_name(name)
    packed = Path(name).name.removeprefix(path.name)
    return str(path.with_name(f"{path.stem}-{number}{path.suffix}{packed}"))


def misnamed(data: bytes, name: str) -> tuple[str, str] | None:
    """Return the message and the expectation of an error for data that begins like compressed data; None for other data.

    If the name has the ending of a compression, the data was compressed twice, or comes from an open stream, which is not
    decompressed.
    """
    found = next((one for one in COMPRESSIONS.values() if data.startswith(one.magic)), None)
    if found is None:
        return None
    if name == STDIN:
        return (
            "standard input is compressed",
            f"a text, as from {found.printer} FILE | hashicnf ... -, or a name of a file",
        )
    if Path(name).suffix.lower() in COMPRESSIONS:
        return "compressed data in place of a text", "a file that is compressed once, or a stream that is unpacked"
    return "compressed data, but the name lacks the ending of a compression", f"a name that ends in {any_of('or')}"


def require_compression(name: str) -> None:
    """Raise UsageError for an unknown compression, SolverMissing for one whose package is not installed."""
    if name not in NAMES:
        raise no_such("compression", name, NAMES)
    if (known := COMPRESSIONS.get(f".{name}")) is not None:
        with known.writing(BytesIO(), f"--compress {name}"):
            pass
