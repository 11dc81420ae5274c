"""A guard: a separate process that cleans up if this process ends without doing so: groups of processes, and private folders.

The guard keeps a list of groups and folders until they are removed; it detects the end of this process, in whatever way and on any
system, by the end of its own input. Therefore no other process may hold the other end: programs do not inherit it, and a fork of
this process closes it. (The death signal that Linux sends to children comes when the thread ends that started them.) A program is
entered into the list by its own process, between fork and exec, so it is never without a guard. The guard is started when there is
something to guard and ended when there is nothing left, in a session of its own, so that signals to this process do not end it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from hashicnf.errors import SolverMissing
from hashicnf.files.signals import signals_wait

SCRIPT: Final = Path(__file__).with_name("_guard.py")


class _Guard:
    """The guard process, the number of contexts that need it, and that of the entries so far."""

    def __init__(self) -> None:
        self.users = self.entries = 0
        null = subprocess.DEVNULL
        command = [sys.executable, "-I", "-S", str(SCRIPT)]
        self._process = subprocess.Popen(
            command, bufsize=0, stdin=subprocess.PIPE, stdout=null, stderr=null, start_new_session=True
        )

    def note(self, entry: bytes) -> None:
        """Write an entry; if the guard is dead, or guards the parent of this process, do nothing."""
        assert self._process.stdin is not None  # noqa: S101 - it is a pipe
        if not self._process.stdin.closed:
            with suppress(BrokenPipeError):
                self._process.stdin.write(entry + b"\0")

    def leave(self) -> None:
        """Close the input of the guard."""
        assert self._process.stdin is not None  # noqa: S101 - as above
        self._process.stdin.close()

    def end(self) -> None:
        """End the guard by closing its input."""
        self.leave()
        self._process.wait()


_lock: Final = threading.RLock()  # a garbage collection within the lock may close a forgotten session
_guards: Final[list[_Guard]] = []  # at most one


class _Starting(threading.local):
    """Whether this thread forks in order to execute a program."""

    is_so = False


_starting: Final = _Starting()


def _leave_to_parent() -> None:
    """Let a process that was just forked start a guard of its own when it needs one."""
    while _guards and not _starting.is_so:
        _guards.pop().leave()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


def is_guard(process: int) -> bool:
    """Return whether a process is a guard. Raises OSError if it has ended."""
    return os.fsencode(SCRIPT) in Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")


def _started() -> _Guard:
    try:
        return _Guard()
    except OSError as problem:
        raise SolverMissing(f"the process that cleans up after solvers cannot be started: {problem.strerror}") from None


@contextmanager
def guarding() -> Iterator[_Guard | None]:
    """Keep a guard running within the block, which is cheaper than starting several.

    Yields None on systems without process groups (Windows). Raises SolverMissing if it cannot be started.
    """
    if not hasattr(os, "killpg"):
        yield None
        return
    with ExitStack() as joined:
        with signals_wait():
            guard = _join()
            joined.callback(_leave, guard)
        yield guard


def _join() -> _Guard:
    """Return the guard, started if there is none, with one user more. Raises SolverMissing."""
    with _lock:
        if not _guards:
            _guards.append(_started())
        _guards[0].users += 1
        return _guards[0]


def _leave(guard: _Guard) -> None:
    """Remove a user of a guard, and end it after the last."""
    with _lock:
        guard.users -= 1
        if not guard.users and guard in _guards:
            _guards.remove(guard)
            guard.end()


@contextmanager
def guarded_folder(folder: str) -> Iterator[None]:
    """Have a folder removed if this process dies within the block."""
    with guarding() as guard:
        if guard is None:
            yield
            return
        with _entry(guard) as number:
            guard.note(b"+%d f%b" % (number, os.fsencode(folder)))
            yield


@contextmanager
def guarded_group(start: Callable[[Callable[[], None]], subprocess.Popen[bytes]]) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program that leads a process group, which is killed if this process dies within the block.

    ``start`` gets the ``preexec_fn`` of ``Popen``.
    """
    with guarding() as guard:
        assert guard is not None  # noqa: S101 - the caller needs process groups
        with _entry(guard) as number:

            def enter() -> None:
                signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # the guard may be dead
                guard.note(b"+%d g%d" % (number, os.getpid()))
                signal.signal(signal.SIGPIPE, signal.SIG_DFL)

            _starting.is_so = True
            try:
                process = start(enter)
            finally:
                _starting.is_so = False
            yield process


@contextmanager
def _entry(guard: _Guard) -> Iterator[int]:
    """Yield the number of a new entry, which is removed at the end of the block."""
    with _lock:
        guard.entries += 1
        number = guard.entries
    try:
        yield number
    finally:
        guard.note(b"-%d" % number)
