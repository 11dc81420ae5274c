"""The streams of a server: its lines are separated from all other output.

Commands print to standard output, and so do C libraries and child processes. While a server runs, the file descriptors of the
standard streams are redirected: 0 to the null device, 1 to standard error. Lines are read and written by private copies.
"""

from __future__ import annotations

import io
import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import BinaryIO, Final

from hashicnf.cli.serving.request import SOURCE
from hashicnf.errors import InputError, UsageError
from hashicnf.files.inputs import amount

PIECE: Final = 1 << 16


@contextmanager
def private_streams() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Yield the streams to read lines from and to write them to."""
    sys.stdout.flush()
    lines_in, lines_out = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    try:
        os.dup2(nowhere, 0)
        os.dup2(2, 1)
        with open(lines_in, "rb", closefd=False) as source, open(lines_out, "wb", closefd=False) as target:
            yield source, target
    finally:
        os.dup2(lines_in, 0)
        os.dup2(lines_out, 1)
        for number in (nowhere, lines_in, lines_out):
            os.close(number)


def end_when_unread(target: BinaryIO) -> threading.Event:
    """Return an event; if nobody can read ``target`` any more while it is set, this process gets SIGTERM.

    On systems that cannot watch a stream (Windows) nothing happens.
    """
    answering = threading.Event()
    if hasattr(select, "poll"):
        closed = select.poll()
        closed.register(target, 0)  # errors alone, which are always reported

        def watch() -> None:
            if all(event & select.POLLNVAL for _, event in closed.poll()):  # devices of macOS cannot be watched
                return
            answering.wait()
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=watch, daemon=True).start()
    return answering


def lines(source: BinaryIO, most: int) -> Iterator[bytes | InputError]:
    """Yield lines as they arrive; for a line of more than ``most`` bytes, which is skipped, yield the error.

    Raises InputError if the input cannot be read.
    """
    number = 0
    while line := _line(source, most + 1):
        number += 1
        if len(line) > most and not line.endswith(b"\n"):
            while (piece := source.readline(PIECE)) and not piece.endswith(b"\n"):
                pass
            yield InputError("the line is too long", SOURCE, number, expected=f"at most {amount(most)}")
        else:
            yield line


def _line(source: BinaryIO, most: int) -> bytes:
    try:
        return source.readline(most)
    except OSError as problem:
        raise InputError(f"cannot be read: {problem.strerror}", "<stdin>") from None


class Printed:
    """The text printed within a block: ``output`` and ``messages`` are complete afterwards."""

    def __init__(self) -> None:
        """Start without text."""
        self._out, self._err = io.BytesIO(), io.BytesIO()

    @contextmanager
    def collected(self) -> Iterator[None]:
        """Collect the text that the block prints to standard output and standard error."""
        out, err = (io.TextIOWrapper(raw, "utf-8", newline="\n", write_through=True) for raw in (self._out, self._err))
        with redirect_stdout(out), redirect_stderr(err):
            try:
                yield
            finally:
                out.detach()
                err.detach()

    @property
    def output(self) -> str:
        """Return the text of standard output. Raises UsageError if it is binary."""
        try:
            return self._out.getvalue().decode()
        except UnicodeDecodeError:
            raise UsageError("the output is no text: name a file for it with output") from None

    @property
    def messages(self) -> list[str]:
        """Return the lines of standard error."""
        return self._err.getvalue().decode(errors="replace").splitlines()
