"""Stop child processes while Ctrl-Z has stopped this one: they lead sessions of their own, which the terminal does not reach.

Otherwise a solver would go on computing for a command that the user has stopped.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Any, Final

from hashicnf.backends.strays import signal_group, strays
from hashicnf.files.signals import on_main_thread

_groups: Final[set[int]] = set()  # of all threads


@contextmanager
def paused_with_us(group: int) -> Iterator[None]:
    """Within the block, stop a process group when Ctrl-Z stops this process, and continue it afterwards.

    If SIGTSTP has another handler or is ignored, that stays so; on any thread but the main one no handler is set.
    """
    _groups.add(group)
    _handle(signal.SIG_DFL, _pause)
    try:
        yield
    finally:
        _groups.discard(group)
        if not _groups:
            _handle(_pause, signal.SIG_DFL)


def _handle(old: object, new: Any) -> None:
    """Set another handler of SIGTSTP where it has the old one."""
    if on_main_thread() and signal.getsignal(signal.SIGTSTP) == old:
        signal.signal(signal.SIGTSTP, new)


def _pause(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of handlers
    """Stop the groups, then this process as without a handler; when it has been continued, continue the groups."""
    with ExitStack() as paused:
        for group in tuple(_groups):
            send = paused.enter_context(strays(group))
            paused.callback(signal_group, group, signal.SIGCONT)
            paused.callback(send, signal.SIGCONT)
            signal_group(group, signal.SIGSTOP)
            send(signal.SIGSTOP)
        _handle(_pause, signal.SIG_DFL)
        paused.callback(_handle, signal.SIG_DFL, _pause)
        os.kill(os.getpid(), number)
