"""Run a command under a limiter: limits from outside, measurements of that process alone, no processes left behind.

Input, output and error output are unnamed files, so that a full pipe cannot block the command and a crash cannot leave them on
the disk. The limiter ends with this process, and the command with the limiter.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final

from hashicnf.backends.scratch import unnamed_file
from hashicnf.backends.supervisor import MIB, MOST_ERRORS, Process
from hashicnf.files.temporary import require_room
from hashicnf.records import record

SCRIPT: Final = Path(__file__).with_name("limiter.py")
MOST_OUTPUT: Final = 512 * MIB


@record
class Ended:
    """The result of a finished command.

    ``code`` is its exit code (negative: the signal), ``ended`` the cause of its end: itself, time, memory, output or cancelled.
    ``wall`` and ``cpu`` are in seconds, ``peak`` the resident bytes of its largest process; ``errors`` is the end of its error
    output.
    """

    code: int
    ended: str
    wall: float
    cpu: float
    peak: int
    output: bytes
    errors: bytes


class ProcessPool:
    """The running commands of several threads; ``cancel`` ends all of them, and prevents further ones."""

    def __init__(self) -> None:
        """Start without commands."""
        self._lock = threading.Lock()
        self._running: set[Process] = set()
        self._cancelled = threading.Event()

    def run(self, command: Sequence[str], given: bytes, timeout: float | None, memory: int | None) -> Ended | None:
        """Run a command on some input, within ``timeout`` seconds and ``memory`` bytes; return None if it was cancelled.

        Raises UsageError if the temporary folder cannot be written, or has no room for the output.
        """
        with unnamed_file() as stdin, unnamed_file() as stdout, unnamed_file() as stderr:
            stdin.write(given)
            stdin.seek(0)
            files = {"stdin": stdin.fileno(), "stdout": stdout.fileno(), "stderr": stderr.fileno()}
            limits = {"timeout": timeout, "memory": memory, "output": MOST_OUTPUT}
            order = json.dumps({"command": list(command), **files, **limits})
            report = self._keep([sys.executable, "-I", "-S", str(SCRIPT), order], tuple(files.values()))
            if report is None:
                return None
            for stream in (stdout, stderr):
                require_room(stream)
            return Ended(**json.loads(report), output=_head(stdout, MOST_OUTPUT), errors=_tail(stderr, MOST_ERRORS))

    def cancel(self) -> None:
        """End all running commands."""
        with self._lock:
            self._cancelled.set()
            for process in self._running:
                process.stop_input()

    def _keep(self, command: list[str], files: tuple[int, ...]) -> bytes | None:
        """Run a limiter and return its report, None if it was cancelled.

        Raises InternalError if it does not report, SolverFailed if it was killed.
        """
        with self._lock:
            if self._cancelled.is_set():
                return None
            process = Process(command, "the limiter of a process", listens=True, inherits=files, ends_with_input=True)
            self._running.add(process)
        with process:
            code = process.finish(MIB)
            with self._lock:
                self._running.discard(process)
        if self._cancelled.is_set():
            return None
        if code or not process.output:
            raise process.failure(code)
        return bytes(process.output)


def _head(stream: BinaryIO, most: int) -> bytes:
    size = stream.seek(0, os.SEEK_END)
    stream.seek(0)
    return stream.read(min(most, size))  # read takes memory for all that it may return


def _tail(stream: BinaryIO, most: int) -> bytes:
    stream.seek(max(0, stream.seek(0, os.SEEK_END) - most))
    return stream.read(most)
