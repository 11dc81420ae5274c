"""Limits of one item inside a worker: an alarm that acts like Ctrl-C, and a bound on the address space.

Every method stops at Ctrl-C and reports the figures so far, and no solver has to move into a process of its own for that. What does
not stop (a library that computes without coming back) is ended by the process that watches the worker.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from pathlib import Path
from types import FrameType, TracebackType
from typing import Final, Self

SOON: Final = 1e-6  # seconds until an alarm that is to ring at once; with 0 it never would


class Alarm:
    """Interrupts a block after some seconds, None for never; without effect where the system has no alarms, or on another thread.

    It may ring while the block is entered or left, so KeyboardInterrupt is to be caught around both.
    """

    def __init__(self, seconds: float | None) -> None:
        """Take note of the time."""
        self.seconds, self.rang = seconds, False
        is_main = threading.current_thread() is threading.main_thread()
        self._works = seconds is not None and is_main and hasattr(signal, "setitimer")

    @property
    def reason(self) -> str:
        """Explain the end."""
        return f"time limit of {self.seconds:g} s reached"

    def _ring(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - the signature of handlers
        """End what goes on, as Ctrl-C does."""
        self.rang = True
        self._give_back()
        raise KeyboardInterrupt

    def _give_back(self) -> None:
        """Let an alarm that was set around the block go on."""
        if self._left:
            signal.signal(signal.SIGALRM, self._outer)
            signal.setitimer(signal.ITIMER_REAL, max(self._left - (time.monotonic() - self._start), SOON))

    def __enter__(self) -> Self:
        """Set the alarm, unless one that was set around the block rings before."""
        if self._works and self.seconds is not None:
            self._start = time.monotonic()
            self._left, _ = signal.getitimer(signal.ITIMER_REAL)
            self._works = not 0 < self._left <= self.seconds
            if self._works:
                self._outer = signal.signal(signal.SIGALRM, self._ring)
                signal.setitimer(signal.ITIMER_REAL, max(self.seconds, SOON))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the alarm; one that was set around the block goes on."""
        if self._works and not self.rang:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self._give_back()


def address_space() -> int:
    """Return the bytes of address space that this process takes, 0 where the system does not tell. Only Linux does."""
    if sys.platform != "linux":
        return 0
    import resource

    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def limit_memory(size: int | None) -> None:
    """Bound the address space of this process and of all that it starts, in bytes; None is no bound. Only Linux keeps to it."""
    if size is not None and sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))
