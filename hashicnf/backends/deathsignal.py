"""Let a child process be killed when its parent dies, which Linux supports."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Final

PR_SET_PDEATHSIG: Final = 1


def dying_with(parent: int) -> Callable[[], None] | None:
    """Return a function that a child calls to be killed when its ``parent`` dies, at once if it is dead; None except on Linux.

    Call this before the fork, since a child should load no modules before it executes another program.
    """
    if sys.platform != "linux":
        return None
    import ctypes

    prctl = ctypes.CDLL(None).prctl

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return ask
