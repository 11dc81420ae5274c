"""Limits of one item inside a worker: an alarm that acts like Ctrl-C, and a bound on the address space.

Every method stops at Ctrl-C and reports its figures so far, so no solver needs a process of its own for the time limit. Code that
does not stop (a library that does not return to Python) is ended by the process that watches the worker.
"""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Final, Self

from hashicnf.errors import limit_reached
from hashicnf.files.signals import on_main_thread

PAGES: Final = Path("/proc/self/statm")  # begins with the number of pages of this process
SOON: Final = 1e-6  # seconds of an alarm that should ring at once; with 0 it would never ring


class Alarm:
    """Interrupts a block after some seconds (None: never); without effect on systems without alarms, and on other threads.

    The alarm may ring while the block is entered or left, so KeyboardInterrupt must be caught around both.
    """

    def __init__(self, seconds: float | None) -> None:
        """Store the time limit."""
        self.seconds, self.rang = seconds, False
        self._works = seconds is not None and on_main_thread() and hasattr(signal, "setitimer")

    @property
    def reason(self) -> str:
        """Return the reason for the interruption, as text."""
        return limit_reached(self.seconds)

    def reason_of(self, stop: BaseException) -> str:
        """Return the reason for an interruption, and what the interrupted work noted about itself (``add_note``)."""
        return "; ".join((self.reason, *getattr(stop, "__notes__", ())))

    def _ring(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - the signature of handlers
        """Raise KeyboardInterrupt, as Ctrl-C does."""
        self.rang = True
        self._give_back()
        raise KeyboardInterrupt

    def _give_back(self) -> None:
        """Restore the handler from outside the block, and an alarm that was set there."""
        if self._outer is not None:  # None for a handler that was not installed by Python
            signal.signal(signal.SIGALRM, self._outer)
        if self._left:
            signal.setitimer(signal.ITIMER_REAL, max(self._left - (time.monotonic() - self._start), SOON))

    def __enter__(self) -> Self:
        """Set the alarm, unless one that was set outside the block rings earlier."""
        if self._works and self.seconds is not None:
            self._start = time.monotonic()
            self._left, _ = signal.getitimer(signal.ITIMER_REAL)
            self._works = not 0 < self._left <= self.seconds
            if self._works:
                self._outer = signal.signal(signal.SIGALRM, self._ring)
                signal.setitimer(signal.ITIMER_REAL, max(self.seconds, SOON))
        return self

    def __exit__(self, *problem: object) -> None:
        """Stop the alarm; one that was set outside the block is set again."""
        if self._works and not self.rang:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self._give_back()


def address_space() -> int:
    """Return the bytes of address space of this process; 0 if unknown: not on Linux, or /proc is not mounted."""
    if not PAGES.exists():
        return 0
    import resource

    return int(PAGES.read_text().split()[0]) * resource.getpagesize()


def limit_memory(size: int | None) -> None:
    """Limit the address space of this process and of its children, in bytes (None: no limit). Without effect except on Linux."""
    if size is not None and sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))
