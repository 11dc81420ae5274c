"""A guard: a separate process that cleans up if this process is killed: processes started by solvers, and private folders.

A program dies with this process (see ``supervisor``), but the processes that it has started get no signal. The guard keeps a list
of groups and folders until they are removed; it detects the end of this process by the end of its own input. It is started when
there is something to guard and ended when there is nothing left, in a session of its own, so that signals to this process do not
end it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

SCRIPT: Final = Path(__file__).with_name("_guard.py")
GROUP: Final = b"g"
FOLDER: Final = b"f"


class _Guard:
    """The guard process, the process that it guards, and the number of contexts that need it."""

    def __init__(self) -> None:
        self.owner, self.users = os.getpid(), 0
        null = subprocess.DEVNULL
        command = [sys.executable, "-I", "-S", str(SCRIPT)]
        self._process = subprocess.Popen(
            command, bufsize=0, stdin=subprocess.PIPE, stdout=null, stderr=null, start_new_session=True
        )

    def note(self, entry: bytes) -> None:
        """Write an entry; if the guard is dead, do nothing."""
        assert self._process.stdin is not None  # noqa: S101 - it is a pipe
        with suppress(BrokenPipeError):
            self._process.stdin.write(entry + b"\0")

    def end(self) -> None:
        """End the guard by closing its input."""
        assert self._process.stdin is not None  # noqa: S101 - as above
        self._process.stdin.close()
        self._process.wait()


_lock: Final = threading.Lock()
_guards: Final[list[_Guard]] = []  # at most one


def is_guard(process: int) -> bool:
    """Return whether a process is a guard. Raises OSError if it has ended."""
    return os.fsencode(SCRIPT) in Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")


@contextmanager
def guarding() -> Iterator[_Guard | None]:
    """Keep a guard running within the block, which is cheaper than starting several.

    Yields None on systems without process groups (Windows).
    """
    if not hasattr(os, "killpg"):
        yield None
        return
    with _lock:
        if _guards and _guards[0].owner != os.getpid():
            _guards.clear()  # the guard of the parent from which this process was forked
        if not _guards:
            _guards.append(_Guard())
        guard = _guards[0]
        guard.users += 1
    try:
        yield guard
    finally:
        with _lock:
            guard.users -= 1
            if not guard.users and guard in _guards:
                _guards.remove(guard)
                guard.end()


@contextmanager
def guarded(kind: bytes, name: str | int) -> Iterator[None]:
    """Have a ``GROUP`` of processes killed, or a ``FOLDER`` removed, if this process dies within the block."""
    entry = kind + os.fsencode(str(name))
    with guarding() as guard:
        if guard is None:
            yield
            return
        guard.note(b"+" + entry)
        try:
            yield
        finally:
            guard.note(b"-" + entry)
