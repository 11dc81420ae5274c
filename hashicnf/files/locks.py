"""Locks between processes, and between threads: a lock file beside the locked file.

The system releases the lock of a process that dies. A lock belongs to the open lock file, so no other process can release it.
"""

from __future__ import annotations

import errno
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from hashicnf.errors import UsageError

HELD: Final = (errno.EACCES, errno.EAGAIN)  # by another process


@contextmanager
def locked(name: str, who: str, *, waits: bool = False) -> Iterator[None]:
    """Hold the lock of a file within the block; ``who`` describes the holder in error messages of other processes.

    If the lock is held already, this raises UsageError, or ``waits`` for its release. The lock file is removed at the end; one
    that was left by a process that was killed is not locked.
    """
    if find_spec("fcntl") is None:  # on Windows there are no such locks, and nothing is held
        yield
        return
    path = Path(f"{name}.lock")
    descriptor = _acquired(path, name, waits=waits)
    try:
        try:
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"{who}, process {os.getpid()} on {platform.node()}".encode())
        except OSError as problem:
            raise UsageError(f"{name}: cannot be written: {problem.strerror}") from None
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(descriptor)


def _acquired(path: Path, name: str, *, waits: bool) -> int:
    """Open and lock the file; repeat that if another process removed the file in between."""
    import fcntl

    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as problem:
            raise UsageError(f"{name}: cannot be written: {problem.strerror}") from None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            if waits:  # the file system has no locks; one that is held would have been waited for
                return descriptor
            holder = os.read(descriptor, 200).decode(errors="replace")
            os.close(descriptor)
            if problem.errno not in HELD:
                raise UsageError(f"{name}: cannot be locked: {problem.strerror}") from None
            raise UsageError(f"{name}: is being written by {holder or 'another process'}; wait for its end") from None
        try:
            if os.path.samestat(os.fstat(descriptor), path.stat()):
                return descriptor
        except FileNotFoundError:
            pass
        os.close(descriptor)
