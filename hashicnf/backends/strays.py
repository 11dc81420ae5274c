"""Find what a process has started outside its process group: children that lead a group or session of their own.

A signal to the group passes them over. Only Linux lists the children of a process, and only as long as their parents live, so this
is for a process that is to be ended, not for one that has ended. Elsewhere none are found.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from hashicnf.backends.guard import is_guard


@contextmanager
def strays(leader: int | None) -> Iterator[Callable[[int], None]]:
    """Yield how to send a signal to what the leader of a group has started outside it until now; None is one that has ended."""
    with ExitStack() as stack:
        held = [] if leader is None else [*_held(leader, stack)]

        def send(number: int) -> None:
            for handle in held:
                with suppress(ProcessLookupError, PermissionError):
                    signal.pidfd_send_signal(handle, number)

        yield send


def _held(leader: int, stack: ExitStack) -> Iterator[int]:
    """Open handles of the strays: while they are open, no other process is meant by them."""
    if not hasattr(os, "pidfd_open"):
        return
    found = [leader]
    for process in found:  # which grows meanwhile
        with suppress(OSError):  # it has ended
            for children in Path(f"/proc/{process}/task").glob("*/children"):
                found += map(int, children.read_text().split())
            # a guard has to clean up afterwards, and ends then
            if os.getpgid(process) != leader and not is_guard(process):
                handle = os.pidfd_open(process)
                stack.callback(os.close, handle)
                yield handle
