"""Temporary files for incomplete output: each is beside the file that it will replace, and locked by the process that writes it.

The system releases the lock of a process that is killed, so a temporary file without a lock is left over, and ``sweep`` removes it.
Without locks, as on Windows or some network file systems, no files are swept. Files that nobody asked for are in the system's
temporary folder, which errors name instead of them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO, Final

from hashicnf.errors import UsageError
from hashicnf.files.signals import signals_wait

PREFIX: Final = ".hashicnf-"  # of their names
BINARY: Final = getattr(os, "O_BINARY", 0)  # without it line ends would change on Windows
LOCKS: Final = find_spec("fcntl") is not None


def temporary_folder() -> str:
    """Return the temporary folder. Raises UsageError if none can be written."""
    try:
        return tempfile.gettempdir()
    except OSError:  # none of its candidates can be written
        raise UsageError("there is no temporary folder that can be written; name one in TMPDIR") from None


def unwritable(parent: str, reason: str | None) -> UsageError:
    """Make (not raise) the error for a temporary folder that the system refuses to write."""
    return UsageError(f"the temporary folder {parent} cannot be written: {reason}")


def require_room(stream: BinaryIO) -> None:
    """Raise OSError if nothing more can be written to a file: a process or library that wrote to it may have lost its text."""
    end = stream.seek(0, os.SEEK_END)
    stream.write(b"\0")
    stream.flush()
    stream.truncate(end)


@contextmanager
def replacement(path: Path, suffix: str) -> Iterator[BinaryIO]:
    """Open a file for writing bytes that replaces another one at the end of the block, or is removed if the block raises.

    It has the permissions of the other file, or those that the umask allows if there is none. Raises OSError.
    """
    with ExitStack() as leaving:
        with signals_wait():
            made, handle, lock = _made(path, suffix)
            if lock is not None:
                leaving.callback(os.close, lock)
            leaving.callback(made.unlink, missing_ok=True)
            stream = leaving.enter_context(os.fdopen(handle, "wb"))
        yield stream
        stream.close()
        made.replace(path)


def sweep(folder: str) -> None:
    """Remove the temporary files of killed processes from a folder, if it exists; those of running processes are kept."""
    if not LOCKS:
        return
    with suppress(OSError), os.scandir(folder) as entries:
        for path in [Path(entry) for entry in entries if entry.name.startswith(PREFIX)]:
            with suppress(OSError):  # it has been renamed since, or is no regular file
                handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
                try:
                    if _lock(handle, waits=False):
                        path.unlink()
                finally:
                    os.close(handle)


def _made(path: Path, suffix: str) -> tuple[Path, int, int | None]:
    """Make a file beside another one and lock it; return its name and two descriptors: the lock lasts until both are closed."""
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    while True:
        made = path.parent / f"{PREFIX}{os.urandom(4).hex()}{suffix}"
        try:
            handle = os.open(made, os.O_RDWR | os.O_CREAT | os.O_EXCL | BINARY, 0o666 if mode is None else mode)
        except FileExistsError:
            continue
        with ExitStack() as undo:
            undo.callback(os.close, handle)
            undo.callback(made.unlink, missing_ok=True)
            if LOCKS:
                _lock(handle, waits=True)
                if not made.exists():  # another process swept it before it was locked
                    continue
            if mode is not None:  # the umask may have removed permissions
                made.chmod(mode)
            lock = os.dup(handle) if LOCKS else None
            undo.pop_all()
            return made, handle, lock


def _lock(handle: int, *, waits: bool) -> bool:
    """Lock an open file; return whether that succeeded."""
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # another process has the lock, or the file system has none
        return False
    return True
