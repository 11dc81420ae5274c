"""Supervise a child process: deadline, end of the whole group, bounded output, harmless error text, no orphans.

A process leads a session of its own, so that it and whatever it starts are killed together and Ctrl-C on the terminal reaches us
alone; on Linux it also dies with us, and what it has started in other groups and sessions is killed with it. Both of its output
pipes are drained while it runs, so none of them can block it. No shell is involved. The standard library is all this module needs,
beside the deadline, the errors it raises, and signals that wait.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from hashicnf.backends.deathsignal import dying_with
from hashicnf.backends.strays import strays
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.errors import SolverFailed, SolverMissing, printable_lines
from hashicnf.files.sigterm import signals_wait

MIB: Final = 1 << 20
MOST_ERRORS: Final = 1 << 16
QUOTE: Final = 400
PIECE: Final = 1 << 16
TICK: Final = 0.2
POLL: Final = 0.02
GRACE: Final = 0.3


class PastDeadlineError(Exception):
    """The deadline of a process has passed."""


class Process:
    """A running program; leaving the context ends it with everything in its session.

    ``output`` and ``errors`` hold output that was not received yet; of its errors, the last 64 KiB.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        *,
        deadline: Deadline = NEVER,
        folder: Path | None = None,
        listens: bool = False,
        inherits: Sequence[int] = (),
        dies_with_us: bool = True,
        room: int = PIECE,
    ) -> None:
        """Start it; ``folder`` is where it runs, ``inherits`` file descriptors it gets.

        Its input is a pipe if it ``listens``, else empty. It may write ``room`` bytes before somebody has to read them, where the
        system has pipes so wide. Raises SolverMissing if it cannot be started.
        """
        if not hasattr(os, "killpg"):
            raise SolverMissing(
                f"{name} needs a process of its own, and this system cannot end one with all that it starts; "
                "use a solver inside PySAT, such as minisat22"
            )
        self.name, self.deadline = name, deadline
        self.output, self.errors, self._selector = bytearray(), bytearray(), selectors.DefaultSelector()
        self._room, self._unsent, self._is_over = room, bytearray(), False
        try:
            with signals_wait(self.end):
                self._popen = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE if listens else subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    cwd=folder,
                    pass_fds=inherits,
                    start_new_session=True,
                    preexec_fn=dying_with(os.getpid()) if dies_with_us else None,
                )
        except (OSError, ValueError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) else problem
            raise SolverMissing(f"{name} cannot be started: {reason}") from None
        if room > PIECE and self._popen.stdout is not None:
            _widen(self._popen.stdout.fileno(), room)
        for stream, buffer in ((self._popen.stdout, self.output), (self._popen.stderr, self.errors)):
            assert stream is not None  # noqa: S101 - both are pipes
            self._selector.register(stream, selectors.EVENT_READ, buffer)

    @property
    def group(self) -> int:
        """Return the number of the process group that it leads."""
        return self._popen.pid

    def send(self, data: bytes) -> bool:
        """Write to its input; False if it no longer listens. Raises PastDeadlineError."""
        pipe, rest = self._popen.stdin, memoryview(data)
        assert pipe is not None  # noqa: S101 - a process that is sent to was started so that it listens
        os.set_blocking(pipe.fileno(), False)
        self._selector.register(pipe, selectors.EVENT_WRITE)
        try:
            while len(rest):
                if pipe in self._step():
                    rest = rest[os.write(pipe.fileno(), rest[:PIECE]) :]
        except BrokenPipeError:
            return False
        finally:
            self._selector.unregister(pipe)
        return True

    def post(self, data: bytes) -> None:
        """Write to its input what it has room for, and the rest in later steps; what it no longer listens to is dropped."""
        pipe = self._popen.stdin
        assert pipe is not None  # noqa: S101 - as above
        if not self._unsent:
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_WRITE, self._unsent)
        self._unsent += data

    def receive(self, count: int) -> bytes | None:
        """Read exactly ``count`` bytes of its output, None if it ends before. Raises PastDeadlineError."""
        while len(self.output) < count:
            has_ended = self._has_exited()
            is_closed = self._popen.stdout not in self._selector.get_map()
            if is_closed or (not self._step() and has_ended):
                return None
        data = bytes(self.output[:count])
        del self.output[:count]
        return data

    def finish(self, most: int, exceeded: Callable[[], bool] = lambda: False) -> int:
        """Wait for its end; return the exit code (negative: the signal).

        Raises PastDeadlineError, and SolverFailed when it writes more than ``most`` bytes, or ``exceeded`` means that it left too
        much elsewhere.
        """
        while not (has_ended := self._has_exited()) or self._selector.get_map():
            if not self._step() and has_ended:
                break  # what still holds the pipes is something that it started
            if len(self.output) > most or exceeded():
                raise SolverFailed(f"{self.name} wrote more than {most // MIB:,} MiB: no answer is so long")
        return self._popen.wait()

    def stop_input(self) -> None:
        """Close its input."""
        if self._popen.stdin is not None:
            with suppress(BrokenPipeError):
                self._popen.stdin.close()

    def complaint(self) -> str:
        """Quote the end of what it wrote, errors first, without anything that could move a terminal."""
        return printable_lines((self.errors.strip() or self.output.strip())[-QUOTE:].decode("utf-8", "replace"))

    def quoted(self, what: str) -> str:
        """Add the end of what it wrote to words about it."""
        wrote = self.complaint()
        return what + (f"; it wrote:\n    {wrote}" if wrote else "")

    def ending(self, code: int) -> str:
        """Return in words how it ended with an exit code (negative: the signal), and the end of what it wrote."""
        return self.quoted(f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}")

    def end(self) -> int:
        """End it and everything in its session, politely, then not; return its exit code. Once it has ended, nothing is done."""
        if self._is_over:
            return self._popen.wait()
        with strays(None if self._has_exited() else self.group) as send:
            try:
                self._signal(signal.SIGTERM)
                send(signal.SIGTERM)
                with suppress(subprocess.TimeoutExpired):
                    self._popen.wait(GRACE)
            finally:
                self._signal(signal.SIGKILL)
                send(signal.SIGKILL)
        return self._close()

    def _close(self) -> int:
        """Wait for the end of what was killed, and close its pipes; return its exit code."""
        code = self._popen.wait()
        self._is_over = True
        self._selector.close()
        self.stop_input()
        for stream in (self._popen.stdout, self._popen.stderr):
            if stream is not None:
                stream.close()
        return code

    def has_ended(self) -> bool:
        """Take in what it wrote, without waiting; return whether it has ended. Raises PastDeadlineError."""
        has_ended = self._has_exited()
        return not self._step(0.0) and has_ended

    def fileno(self) -> int:
        """Return a descriptor that is ready to be read when the process has written or closed something, for ``select``."""
        return self._selector.fileno()

    def _has_exited(self) -> bool:
        """Return whether it has exited; asked before a step, for it may write and exit between a step and this."""
        return self._popen.poll() is not None

    def _step(self, patience: float = TICK) -> list[object]:
        """Wait until something happens, but not for long; take in what the process wrote, and list the pipes that were ready."""
        if self.deadline.is_past():
            raise PastDeadlineError
        left = self.deadline.left()
        patience = patience if left is None else min(left, patience)
        if not self._selector.get_map():
            with suppress(subprocess.TimeoutExpired):
                self._popen.wait(patience)
            return []
        ready = [key for key, _ in self._selector.select(patience)]
        for key in ready:
            if key.data is None:
                continue
            if key.data is self._unsent:
                self._write_posted(key.fd)
                continue
            if not (data := os.read(key.fd, self._room)):
                self._selector.unregister(key.fileobj)
            key.data.extend(data)
        del self.errors[:-MOST_ERRORS]
        return [key.fileobj for key in ready]

    def _write_posted(self, pipe: int) -> None:
        try:
            del self._unsent[: os.write(pipe, self._unsent[:PIECE])]
        except BrokenPipeError:
            self._unsent.clear()
        if not self._unsent:
            self._selector.unregister(pipe)

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, number)

    def __enter__(self) -> Self:
        """Start watching."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        self.end()


def python_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs ``main`` of a module in a Python of its own, which finds modules where this one does.

    As in the command line, modules that are seldom used wait until they are.
    """
    script = "; ".join(
        (
            "import json, sys",
            "sys.path[:] = json.loads(sys.argv.pop(1))",
            "from hashicnf.seldom import SeldomFinder",
            "sys.meta_path.insert(0, SeldomFinder)",
            f"from {module} import main",
            "main()",
        )
    )
    return [sys.executable, "-c", script, json.dumps(sys.path), *arguments]


def started(running: ExitStack, command: Sequence[str], name: str, order: object, deadline: Deadline) -> Process:
    """Start a process that has an order, as JSON, for its whole input; leaving ``running`` ends it. Raises PastDeadlineError."""
    process = running.enter_context(Process(command, name, deadline=deadline, listens=True))
    process.send(json.dumps(order).encode())
    process.stop_input()
    return process


def first_to_end(processes: Sequence[Process]) -> Process:
    """Wait until one of several processes has ended. Raises PastDeadlineError."""
    while True:
        for process in processes:
            if process.has_ended():
                return process
        time.sleep(POLL)


def _widen(pipe: int, size: int) -> None:
    """Give a pipe room for so many bytes, where the system can."""
    import fcntl

    if hasattr(fcntl, "F_SETPIPE_SZ"):
        with suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, size)
