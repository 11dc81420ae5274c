"""Private temporary folders that are always removed: at the end, by the guard if the owner was killed, or by a later process.

The owner keeps a lock on its folder, which the operating system releases when the owner dies, in whatever way. So a folder without
a lock has no owner. A process searches for such folders once, when it first creates one itself.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO, Final

from hashicnf.backends.guard import guarded_folder
from hashicnf.files.signals import signals_wait
from hashicnf.files.temporary import require_room, temporary_folder, unwritable

PREFIX: Final = "hashicnf-run-"
OURS: Final = re.compile(re.escape(PREFIX) + "[a-z0-9_]{8}")
YOUNG: Final = 60.0  # seconds within which an owner may not yet have locked its folder


@contextmanager
def private_folder() -> Iterator[Path]:
    """Create a folder that other users cannot read, and remove it with its contents at the end.

    Raises UsageError if no temporary folder can be written.
    """
    remove_abandoned(parent := temporary_folder())
    with ExitStack() as made:
        with signals_wait():
            folder = _made(parent)
            lock = _lock(folder)
            if lock is not None:
                made.callback(os.close, lock)
            made.callback(shutil.rmtree, folder, ignore_errors=True)
        made.enter_context(guarded_folder(folder))
        yield Path(folder)


@contextmanager
def scratch_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file of a private folder for writing bytes. Raises UsageError with the temporary folder if it cannot be written."""
    try:
        with path.open("wb") as stream:
            yield stream
    except OSError as problem:
        raise unwritable(str(path.parent.parent), problem.strerror) from None


@contextmanager
def unnamed_file() -> Iterator[BinaryIO]:
    """Open a file without a name for reading and writing bytes. Raises UsageError with the folder if it cannot be written."""
    parent = temporary_folder()
    try:
        with tempfile.TemporaryFile(dir=parent) as stream:
            yield stream
    except OSError as problem:
        raise unwritable(parent, problem.strerror) from None


def require_room_in(folder: Path) -> None:
    """Raise UsageError if nothing more can be written to a private folder, unless a solver has removed it."""
    if folder.is_dir():
        with scratch_file(folder / "more") as stream:
            require_room(stream)


def _made(parent: str) -> str:
    try:
        return tempfile.mkdtemp(prefix=PREFIX, dir=parent)
    except OSError as problem:
        raise unwritable(parent, problem.strerror) from None


@lru_cache(maxsize=1)
def remove_abandoned(parent: str) -> None:
    """Remove hashicnf's folders under ``parent`` whose owner has ended, once per process."""
    if find_spec("fcntl") is None:
        return
    with suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            if OURS.fullmatch(entry.name):
                with suppress(OSError):
                    _remove_if_abandoned(entry)


def _remove_if_abandoned(entry: os.DirEntry[str]) -> None:
    known = entry.stat(follow_symlinks=False)
    old = time.time() - known.st_mtime > YOUNG
    if not stat.S_ISDIR(known.st_mode) or known.st_uid != os.getuid() or not old:
        return
    if (lock := _lock(entry.path)) is not None:
        shutil.rmtree(entry.path, ignore_errors=True)
        os.close(lock)


def _lock(folder: str) -> int | None:
    """Lock a folder while the returned descriptor is open; None if it is locked already, or on systems without such locks."""
    try:
        import fcntl
    except ImportError:
        return None
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor
