"""Time limits for reading pipes, terminals and devices.

    with limited_waiting(5.0) as clock:
        text = read_text("-")       # raises GaveUp if nothing comes for five seconds
    clock.seconds                   # what reading took

Without a limit, files are opened and read as usual. With one, what is no regular file is asked for data only when it has some; a
pipe that nobody has opened for writing has none.
"""

from __future__ import annotations

import io
import os
import select
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from hashicnf.errors import GaveUp


@dataclass(slots=True)
class Clock:
    """Measures from its creation; ``limit`` is in seconds, None is no limit."""

    limit: float | None
    start: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Return the seconds that have passed."""
        return time.monotonic() - self.start

    @property
    def left(self) -> float | None:
        """Return the seconds that are left, 0 or more; None without a limit."""
        return None if self.limit is None else max(0.0, self.limit - self.seconds)

    def late(self, name: str) -> GaveUp:
        """Make (not raise) the error for an input that did not come in time."""
        return GaveUp(f"{name}: time limit of {self.limit:g} s reached while reading")


_clock: ContextVar[Clock | None] = ContextVar("clock", default=None)


@contextmanager
def limited_waiting(limit: float | None) -> Iterator[Clock]:
    """Limit the time that reading may take within the block, in seconds; None is no limit."""
    clock = Clock(limit)
    token = _clock.set(clock)
    try:
        yield clock
    finally:
        _clock.reset(token)


def require_time(name: str) -> None:
    """Raise GaveUp if the time limit for reading is over."""
    if (clock := _clock.get()) is not None and clock.left == 0:
        raise clock.late(name)


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """Open a file, ``-`` for standard input, for reading bytes. Reading raises GaveUp when a time limit is over."""
    clock = _clock.get()
    is_timed = clock is not None and clock.limit is not None
    if name == "-":
        source: BinaryIO = sys.stdin.buffer
        number = _number_of(source) if is_timed else None
        yield source if clock is None or number is None else io.BufferedReader(_Arriving(number, name, clock))
        return
    if clock is None or not is_timed:
        with open(name, "rb") as plain:  # noqa: PTH123 - names are strings here
            yield plain
        return
    number = os.open(name, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(number, "rb") as plain:  # noqa: PTH123 - a number, closed here
        if _is_regular(number):
            yield plain
        else:
            yield io.BufferedReader(_Arriving(number, name, clock))


class _Arriving(io.RawIOBase):
    """A raw stream over a file descriptor, which it does not close, until the clock has run out."""

    def __init__(self, number: int, name: str, clock: Clock) -> None:
        self._number, self._name, self._clock = number, name, clock

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while True:
            if not select.select([self._number], [], [], self._clock.left)[0]:
                raise self._clock.late("<stdin>" if self._name == "-" else self._name)
            try:
                data = os.read(self._number, len(buffer))
            except BlockingIOError:
                continue  # another reader was faster
            buffer[: len(data)] = data
            return len(data)


def _number_of(stream: BinaryIO) -> int | None:
    """Return the descriptor of a stream that may keep its reader waiting; None for others."""
    try:
        number = stream.fileno()
    except OSError:
        return None
    return None if _is_regular(number) else number


def _is_regular(number: int) -> bool:
    return stat.S_ISREG(os.fstat(number).st_mode)
