"""Tables kept on disk between runs, in the user's cache folder: ``$XDG_CACHE_HOME/hashicnf``, or ``~/.cache/hashicnf``.

A file is a line of JSON (a description of the data, the number of bytes, their checksum) and the bytes. It is used only if the line
is as expected and the bytes match it; otherwise it is ignored and replaced. A file appears under its name only when it is complete.
If the folder cannot be written to, tables are not kept; that costs time, but is no error.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

from hashicnf.errors import UsageError
from hashicnf.files.outputs import writing
from hashicnf.records import record


@record
class Kept:
    """Bytes from the cache or made anew; ``path`` is their file, None where they could not be kept."""

    data: bytes
    path: Path | None
    is_new: bool


def cache_folder() -> Path:
    """Return the path of the cache folder, which may not exist."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "hashicnf"


def kept(name: str, what: Mapping[str, object], make: Callable[[], bytes]) -> Kept:
    """Return the bytes kept under a name, or make and keep them.

    ``what`` is their complete description: bytes with another description are stale, and are made anew.
    """
    try:
        path = cache_folder() / name
    except RuntimeError:  # there is no home
        return Kept(make(), None, is_new=True)
    if (data := _read(path, what)) is not None:
        return Kept(data, path, is_new=False)
    data = make()
    return Kept(data, path if _write(path, what, data) else None, is_new=True)


def _head(what: Mapping[str, object], data: memoryview | bytes) -> bytes:
    return json.dumps({**what, "bytes": len(data), "crc32": zlib.crc32(data)}).encode() + b"\n"


def _read(path: Path, what: Mapping[str, object]) -> bytes | None:
    """Return the bytes of a file; None if there is none, or its first line or its bytes are not as expected."""
    try:
        with path.open("rb") as stream:
            head = stream.readline(1 << 16)
            data = stream.read()
    except OSError:
        return None
    return data if head == _head(what, data) else None


def _write(path: Path, what: Mapping[str, object], data: bytes) -> bool:
    """Write a file, whole or not at all; return whether it was written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with writing(str(path)) as stream:
            stream.write(_head(what, data))
            stream.write(data)
    except (OSError, UsageError):
        return False
    return True
