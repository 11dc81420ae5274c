"""Locks between processes, and between threads: a lock file beside the locked file.

The system releases the lock of a process that dies. A lock belongs to the open lock file, so no other process can release it.
"""

from __future__ import annotations

import errno
import os
import platform
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from hashicnf.errors import UsageError
from hashicnf.files.outputs import destination, refusal

OWNER: Final = re.compile(rb"process \d+ on ")  # in the text of every lock file
MOST_BYTES: Final = 200  # of that text that are read
HELD: Final = (errno.EACCES, errno.EAGAIN)  # by another process


@contextmanager
def locked(name: str, who: str, *, waits: bool = False) -> Iterator[None]:
    """Hold the lock of a file within the block; ``who`` describes the holder in error messages of other processes.

    If the lock is held already, this raises UsageError, or ``waits`` for its release. The lock file is removed at the end; one
    that was left by a process that was killed is not locked. A file of this name that is no lock file is kept: raises UsageError.
    """
    if find_spec("fcntl") is None:  # on Windows there are no such locks, and nothing is held
        yield
        return
    path = Path(f"{name}.lock")
    descriptor = _acquired(path, name, waits=waits)
    if not _is_lock(descriptor):
        os.close(descriptor)
        raise UsageError(
            f"{destination(name)}: cannot be locked: {path} is another file than the lock; rename one of them"
        )
    try:
        try:
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"{who}, process {os.getpid()} on {platform.node()}".encode())
        except OSError as problem:
            raise refusal(name, problem) from None
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(descriptor)


def _is_lock(descriptor: int) -> bool:
    """Return whether an open file is empty, or has the text of a lock file."""
    text = os.read(descriptor, MOST_BYTES)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return not text or OWNER.search(text) is not None


def _acquired(path: Path, name: str, *, waits: bool) -> int:
    """Open and lock the file; repeat that if another process removed the file in between."""
    import fcntl

    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as problem:
            raise refusal(name, problem) from None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            if waits:  # the file system has no locks; one that is held would have been waited for
                return descriptor
            holder = os.read(descriptor, MOST_BYTES).decode(errors="replace")
            os.close(descriptor)
            if problem.errno not in HELD:
                raise refusal(name, problem, "locked") from None
            raise UsageError(
                f"{destination(name)}: is being written by {holder or 'another process'}; wait for its end"
            ) from None
        try:
            if os.path.samestat(os.fstat(descriptor), path.stat()):
                return descriptor
        except FileNotFoundError:
            pass
        os.close(descriptor)
