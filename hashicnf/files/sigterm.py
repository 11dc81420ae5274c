"""Turn SIGTERM into an exception while there is something to clean up, and defer SIGINT during PySAT's C code.

SIGTERM: half-written files, private folders, solvers. Only for work that Python does itself: a library that computes without coming
back would keep the signal waiting.

SIGINT: on the main thread PySAT answers Ctrl-C with a handler of its own, which leaves the C++ code by ``longjmp`` wherever it was,
in the middle of an allocation if need be. Python's handler takes note, and raises KeyboardInterrupt when the code has come back.
"""

from __future__ import annotations

import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import Any


def catch_termination() -> Any:
    """Let SIGTERM end the program as an exception does; return the handler to restore.

    Returns None, and changes nothing, where another handler is set or this is not the main thread.
    """
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    ):
        return None

    def end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of handlers
        sys.exit(128 + number)

    return signal.signal(signal.SIGTERM, end)


def release_termination(handler: Any) -> None:
    """Restore what ``catch_termination`` returned."""
    if handler is not None:
        signal.signal(signal.SIGTERM, handler)


class InterruptsWait:
    """While any such context is entered, PySAT's code installs no handler of SIGINT: Ctrl-C waits until that code is done."""

    _lock = threading.Lock()
    _entered = 0
    _check: Any = None

    def __enter__(self) -> None:
        """Keep PySAT from handling signals, which it does on the main thread only."""
        from pysat._utils import MainThread

        with InterruptsWait._lock:
            if not InterruptsWait._entered:
                InterruptsWait._check = staticmethod(MainThread.check)
                MainThread.check = staticmethod(lambda: False)
            InterruptsWait._entered += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let PySAT handle signals again when the last context is left."""
        from pysat._utils import MainThread

        with InterruptsWait._lock:
            InterruptsWait._entered -= 1
            if not InterruptsWait._entered:
                MainThread.check = InterruptsWait._check
