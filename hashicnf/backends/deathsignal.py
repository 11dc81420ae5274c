"""Die with the parent: what Linux does for a process that asks for it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Final

PR_SET_PDEATHSIG: Final = 1


def dying_with(parent: int) -> Callable[[], None] | None:
    """Return what a child calls to be killed when its ``parent`` dies, and at once if it is dead; None where no system does that.

    It is to be made before a fork: a child that has not become another program yet should load nothing.
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
