"""SIGTERM as an exception, for as long as there is something to be tidied away: half-written files, private folders, solvers.

Only for work that Python does itself: a library that computes without coming back would keep the signal waiting.
"""

from __future__ import annotations

import signal
import sys
import threading
from types import FrameType
from typing import Any


def catch_termination() -> Any:
    """Let SIGTERM end the program as an exception does; return the handler to restore.

    Returns None, and changes nothing, where somebody else handles the signal or this is not the main thread.
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
