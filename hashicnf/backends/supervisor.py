"""Supervise a child process: deadline, ending the whole group, bounded output, printable error text, no orphans.

A child leads a session of its own, so that it and its children are killed together, and Ctrl-C on the terminal reaches only this
process. Where Ctrl-Z stops this process, the child is stopped with it (``pauses``). On Linux, children that it has in other groups
and sessions are killed with it (``strays``). If this process ends without that, as by SIGKILL, the guard kills the group of the
child (``guard``), but not its children in other groups and sessions, since nothing is left that could find them. Both output pipes
of a child are read while it runs, so a full pipe cannot block it. No shell is involved.
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
from math import inf
from pathlib import Path
from typing import Final, Self

from hashicnf.backends.guard import guarded_group
from hashicnf.backends.pauses import paused_with_us
from hashicnf.backends.strays import signal_group, strays
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.errors import InternalError, SolverFailed, SolverMissing, printable_lines
from hashicnf.files.signals import signals_wait

MIB: Final = 1 << 20
MOST_ERRORS: Final = 1 << 16
QUOTE: Final = 400
PIECE: Final = 1 << 16
TICK: Final = 0.2
POLL: Final = 0.02
GRACE: Final = 0.3
LINGERING: Final = 5.0  # seconds after the end of a program in which its children may still pass its output on


class PastDeadlineError(Exception):
    """The deadline of a process has passed."""


class Process:
    """A running program; leaving the context ends it with all processes of its session.

    ``output`` is the output that was not received yet, ``errors`` the last 64 KiB of its standard error.
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
        ends_with_input: bool = False,
        room: int = PIECE,
    ) -> None:
        """Start the program in ``folder``, with the file descriptors ``inherits``.

        Its input is a pipe if it ``listens``, otherwise empty. It can write ``room`` bytes before it blocks, if the system supports
        pipes of this size. A program that ``ends_with_input`` needs no guard. Raises SolverMissing if it cannot be started.
        """
        if not hasattr(os, "killpg"):
            raise SolverMissing(
                f"{name} needs a process of its own, and this system cannot end one with all that it starts; "
                "use a solver inside PySAT, such as minisat22"
            )
        self.name, self.deadline = name, deadline
        self.output, self.errors, self._selector = bytearray(), bytearray(), selectors.DefaultSelector()
        self._room, self._unsent, self._is_over = room, bytearray(), False

        def start(enter: Callable[[], None] | None = None) -> subprocess.Popen[bytes]:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE if listens else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                pass_fds=inherits,
                start_new_session=True,
                preexec_fn=enter,
            )

        try:
            with signals_wait(self.end), ExitStack() as starting:
                self._popen = start() if ends_with_input else starting.enter_context(guarded_group(start))
                starting.enter_context(paused_with_us(self.group))
                self._guarding = starting.pop_all()
                self._connect()
        except (OSError, ValueError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) else problem
            raise SolverMissing(f"{name} cannot be started: {reason}") from None

    def _connect(self) -> None:
        """Prepare to read the output of the program, which has just been started."""
        assert self._popen.stdout is not None  # noqa: S101 - both are pipes
        assert self._popen.stderr is not None  # noqa: S101 - as above
        if self._room > PIECE:
            _widen(self._popen.stdout.fileno(), self._room)
        self._selector.register(self._popen.stdout, selectors.EVENT_READ, self.output)
        self._selector.register(self._popen.stderr, selectors.EVENT_READ, self.errors)

    @property
    def group(self) -> int:
        """Return the number of the process group that the program leads."""
        return self._popen.pid

    def send(self, data: bytes) -> bool:
        """Write to the input of the program; return False if it has closed it. Raises PastDeadlineError."""
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
        """Queue data for the input of the program, which later steps write without blocking; dropped if the input is closed."""
        pipe = self._popen.stdin
        assert pipe is not None  # noqa: S101 - as above
        if not self._unsent:
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_WRITE, self._unsent)
        self._unsent += data

    def receive(self, count: int) -> bytes | None:
        """Return exactly ``count`` bytes of the output, None if the program ends before. Raises PastDeadlineError."""
        while len(self.output) < count:
            has_ended = self._has_exited()
            is_closed = self._popen.stdout not in self._selector.get_map()
            if is_closed or (not self._step() and has_ended):
                return None
        data = bytes(self.output[:count])
        del self.output[:count]
        return data

    def finish(self, most: int, exceeded: Callable[[], bool] = lambda: False) -> int:
        """Wait for the end of the program, and briefly for children that still write; return the exit code (negative: the signal).

        Raises PastDeadlineError, and SolverFailed if it writes more than ``most`` bytes, or if ``exceeded`` returns True, because
        its files are too large.
        """
        end = inf
        while not (has_ended := self._has_exited()) or self._selector.get_map():
            if has_ended:
                end = min(end, time.monotonic() + LINGERING)
            if (not self._step() and has_ended) or time.monotonic() >= end:
                break  # only children of the program still have the pipes open
            if len(self.output) > most or exceeded():
                raise SolverFailed(f"{self.name} wrote more than {most // MIB:,} MiB: no answer is so long")
        return self._popen.wait()

    def stop_input(self) -> None:
        """Close the input of the program."""
        if self._popen.stdin is not None:
            with suppress(BrokenPipeError):
                self._popen.stdin.close()

    def complaint(self) -> str:
        """Return the end of its error output, or else of its output, without control characters."""
        return printable_lines((self.errors.strip() or self.output.strip())[-QUOTE:].decode("utf-8", "replace"))

    def quoted(self, what: str) -> str:
        """Return a sentence about the program, followed by the end of its output, if any, each line indented."""
        wrote = self.complaint().replace("\n", "\n    ")
        return what + (f"; it wrote:\n    {wrote}" if wrote else "")

    def ending(self, code: int) -> str:
        """Return a sentence how the program ended with an exit code (negative: the signal), and the end of its output."""
        return self.quoted(f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}")

    def failure(self, code: int) -> SolverFailed | InternalError:
        """Return the error for a program of hashicnf that failed; it is no internal error that a signal killed it."""
        # The system kills a process for lack of memory, for example.
        error = SolverFailed if code < 0 else InternalError
        return error(f"{self.name} {self.ending(code)}")

    def end(self) -> int:
        """End the program and its session by SIGTERM, then SIGKILL; return its exit code. Repeated calls do nothing more."""
        if self._is_over:
            return self._popen.wait()
        with ExitStack() as closing:
            closing.callback(self._close)
            send = closing.enter_context(strays(None if self._has_exited() else self.group))
            try:
                signal_group(self.group, signal.SIGTERM)
                send(signal.SIGTERM)
                with suppress(subprocess.TimeoutExpired):
                    self._popen.wait(GRACE)
            finally:
                signal_group(self.group, signal.SIGKILL)
                send(signal.SIGKILL)
        return self._popen.wait()

    def _close(self) -> None:
        """Wait for the end of the killed program, close its pipes, and let the guard forget it."""
        self._popen.wait()
        self._is_over = True
        self._selector.close()
        self.stop_input()
        for stream in (self._popen.stdout, self._popen.stderr):
            if stream is not None:
                stream.close()
        self._guarding.close()

    def has_ended(self) -> bool:
        """Read its output without waiting; return whether the program has ended. Raises PastDeadlineError."""
        has_ended = self._has_exited()
        return not self._step(0.0) and has_ended

    def fileno(self) -> int:
        """Return a descriptor that is ready to be read when the process has written or closed something, for ``select``."""
        return self._selector.fileno()

    def _has_exited(self) -> bool:
        """Return whether the program has exited; call this before a step, since it may write and exit after the step."""
        return self._popen.poll() is not None

    def _step(self, patience: float = TICK) -> list[object]:
        """Wait a short time for events; read the output of the program, and return the pipes that were ready."""
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

    def __enter__(self) -> Self:
        """Return the process."""
        return self

    def __exit__(self, *problem: object) -> None:
        """End the program."""
        self.end()


def python_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs ``main`` of a module in a new Python process with the same module path.

    Files of the current folder, such as one named json.py, are no modules there unless they are in this process. As in the command
    line, rarely used modules are imported on demand.
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
    return [sys.executable, "-P", "-c", script, json.dumps(sys.path), *arguments]


def started(running: ExitStack, command: Sequence[str], name: str, order: object, deadline: Deadline) -> Process:
    """Start a process whose whole input is an order, as JSON; leaving ``running`` ends it. Raises PastDeadlineError."""
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
    """Set the capacity of a pipe in bytes, if the system supports that."""
    import fcntl

    if hasattr(fcntl, "F_SETPIPE_SZ"):
        with suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, size)
