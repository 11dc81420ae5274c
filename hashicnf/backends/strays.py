"""Signal a process group, and the descendants of its leader outside it: children that lead a group or session of their own.

A signal to the group does not reach them. Only Linux lists the children of a process, and only while their parents live, so this is
for a process that will be ended, not for one that has ended. On other systems none are found.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from hashicnf.backends.guard import is_guard


def signal_group(group: int, number: int) -> None:
    """Send a signal to a process group, unless it has ended."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


@contextmanager
def strays(leader: int | None) -> Iterator[Callable[[int], None]]:
    """Yield a function that sends a signal to the present descendants of a group's leader outside the group.

    The leader is None if it has ended; then there are none.
    """
    with ExitStack() as stack:
        held = [] if leader is None else [*_held(leader, stack)]

        def send(number: int) -> None:
            for handle in held:
                with suppress(ProcessLookupError, PermissionError):
                    signal.pidfd_send_signal(handle, number)

        yield send


def _held(leader: int, stack: ExitStack) -> Iterator[int]:
    """Yield handles of the descendants outside the group; while open, a handle cannot refer to another process."""
    if not hasattr(os, "pidfd_open"):
        return
    found = [leader]
    for process in found:  # the list grows meanwhile
        with suppress(OSError):  # the process has ended
            for children in Path(f"/proc/{process}/task").glob("*/children"):
                found += map(int, children.read_text().split())
            # a guard must clean up afterwards, and then ends by itself
            if os.getpgid(process) != leader and not is_guard(process):
                handle = os.pidfd_open(process)
                stack.callback(os.close, handle)
                yield handle
