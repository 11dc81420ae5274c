"""Run a program under a deadline, and leave nothing behind.

The program gets a session of its own, so that it and everything it starts can be killed together; on Linux it also dies with
us. Its output is drained while it runs and bounded; its input is empty. No shell is involved.
"""

from __future__ import annotations

import ctypes
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from hashicnf.core.deadline import Deadline
from hashicnf.errors import SolverFailed, SolverMissing

MOST_OUTPUT = 2 << 30
MOST_ERRORS = 1 << 16
GRACE = 0.3
PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Finished:
    """What is left of a program: exit code (negative: the signal), output, the start of its error output, time-out."""

    code: int
    output: bytes
    errors: bytes
    timed_out: bool


def run(command: Sequence[str], folder: str, deadline: Deadline, name: str) -> Finished:
    """Run a command in a folder. Raises SolverMissing if it cannot be started, SolverFailed if it prints without end."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            start_new_session=True,
            preexec_fn=_die_with_parent(),
        )
    except OSError as problem:
        raise SolverMissing(f"{name} cannot be started: {problem.strerror}") from None
    try:
        output, errors, timed_out = _drain(process, deadline, name)
        if not timed_out:
            process.wait()
    finally:
        _kill(process)
    return Finished(process.returncode, output, errors, timed_out)


def _die_with_parent() -> Callable[[], None] | None:
    """Return what a child does before it becomes the program: ask Linux to be killed when its parent dies."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

    return ask


def _drain(process: subprocess.Popen[bytes], deadline: Deadline, name: str) -> tuple[bytes, bytes, bool]:
    """Read both pipes until the program closes them or has ended, or the time is up."""
    parts: Mapping[str, bytearray] = {"output": bytearray(), "errors": bytearray()}
    with selectors.DefaultSelector() as selector:
        for stream, key in ((process.stdout, "output"), (process.stderr, "errors")):
            selector.register(_present(stream), selectors.EVENT_READ, key)
        while selector.get_map():
            left = deadline.left()
            if left == 0:
                return bytes(parts["output"]), bytes(parts["errors"]), True
            ready = selector.select(0.2 if left is None else min(left, 0.2))
            if not ready and process.poll() is not None:
                break
            for pipe, _ in ready:
                data = os.read(pipe.fd, 1 << 16)
                if not data:
                    selector.unregister(pipe.fileobj)
                elif pipe.data == "output" or len(parts["errors"]) < MOST_ERRORS:
                    parts[pipe.data].extend(data)
            if len(parts["output"]) > MOST_OUTPUT:
                raise SolverFailed(f"{name} printed more than {MOST_OUTPUT >> 30} GiB")
    if process.poll() is None and (left := deadline.left()) is not None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(left)
        return bytes(parts["output"]), bytes(parts["errors"]), process.poll() is None
    return bytes(parts["output"]), bytes(parts["errors"]), False


def _present(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # noqa: S101 - both pipes were asked for
    return stream


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the program and everything in its session: politely, then not."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)
        if number == signal.SIGTERM and process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(GRACE)
    process.wait()
    for stream in (process.stdout, process.stderr):
        _present(stream).close()
