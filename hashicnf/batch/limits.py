"""Limits of one item inside a worker: an alarm that acts like Ctrl-C, and a bound on the address space.

Every method stops at Ctrl-C and reports the figures so far, and no solver has to move into a process of its own for that. What does
not stop (a library that computes without coming back) is ended by the process that watches the worker.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Alarm:
    """Whether the time of an item is over."""

    def __init__(self, seconds: float | None) -> None:
        """Start with time left; None is no limit."""
        self.seconds, self.rang = seconds, False

    @property
    def reason(self) -> str:
        """Explain the end."""
        return f"time limit of {self.seconds:g} s reached"

    def ring(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - the signature of handlers
        """End what goes on, as Ctrl-C does."""
        self.rang = True
        raise KeyboardInterrupt


@contextmanager
def limited(seconds: float | None) -> Iterator[Alarm]:
    """Interrupt the block after some seconds; where the system has no alarms, or on another thread, nobody does."""
    alarm = Alarm(seconds)
    if not seconds or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield alarm
        return
    before = signal.signal(signal.SIGALRM, alarm.ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield alarm
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def limit_memory(size: int | None) -> None:
    """Bound the address space of this process and of all that it starts, in bytes; None is no bound. Only Linux keeps to it."""
    if size is not None and sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def die_with(parent: int) -> None:
    """Ask Linux to end this process with its parent, and end it at once if that has died already."""
    if sys.platform == "linux":
        import ctypes
        import os

        from hashicnf.backends.supervisor import PR_SET_PDEATHSIG

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            sys.exit(1)
