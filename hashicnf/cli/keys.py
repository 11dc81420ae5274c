"""Read keys that are pressed during an animation on the terminal."""

from __future__ import annotations

import os
import select
import signal
import time
from contextlib import ExitStack, contextmanager
from math import inf
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ESCAPE: Final = b"\x1b"
ARROW: Final = 3  # bytes of the code of an arrow key, which begins with that of Escape
CONTROLLING: Final = "/dev/tty"
MOMENT: Final = 0.2  # most seconds per wait: a Ctrl-C at its start is noticed only at its end

NextKey: TypeAlias = "Callable[[float | None], str]"


@contextmanager
def keys_of(screen: TextIO) -> Iterator[NextKey | None]:
    """Yield a function that waits some seconds (None: unlimited) for a key of a terminal, and returns it, "" if there was none.

    Meanwhile the terminal does not echo; its state is restored at the end, also after an error, after Ctrl-Z, and if SIGQUIT ends
    the process. Yields None if there is no terminal, and on systems without this way of reading keys.
    """
    with ExitStack() as stack:
        keyboard = _keyboard(screen, stack)
        if keyboard is not None:
            stack.enter_context(_quiet(keyboard))
        yield None if keyboard is None else lambda seconds: _read(keyboard, seconds)


def _keyboard(screen: TextIO, stack: ExitStack) -> int | None:
    """Return the terminal of this process, or else that of the screen; None if neither is a terminal."""
    try:
        keyboard = os.open(CONTROLLING, os.O_RDONLY)
    except OSError:
        pass
    else:
        stack.callback(os.close, keyboard)
        return keyboard
    try:
        return screen.fileno() if screen.isatty() and hasattr(signal, "SIGCONT") else None
    except (OSError, ValueError):
        return None


@contextmanager
def _quiet(keyboard: int) -> Iterator[None]:
    """Set a terminal to pass each key immediately, without echo."""
    import termios
    import tty

    from hashicnf.files.signals import catch_termination, release_termination

    before = termios.tcgetattr(keyboard)

    def begin(*_: Any) -> None:
        tty.setcbreak(keyboard, termios.TCSADRAIN)

    def end(number: int, _: Any) -> None:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)

    handlers = catch_termination()
    others = {number: signal.signal(number, own) for number, own in ((signal.SIGCONT, begin), (signal.SIGQUIT, end))}
    try:
        begin()
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
        for number, other in others.items():
            signal.signal(number, other)
        release_termination(handlers)


def _read(keyboard: int, seconds: float | None) -> str:
    if not _has_more(keyboard, seconds):
        return ""
    key = os.read(keyboard, 1)
    if key == ESCAPE and _has_more(keyboard, 0):
        key += os.read(keyboard, ARROW - 1)
    return key.decode("ascii", "replace")


def _has_more(keyboard: int, seconds: float | None) -> bool:
    end = inf if seconds is None else time.monotonic() + seconds
    while not select.select([keyboard], [], [], max(0.0, min(MOMENT, end - time.monotonic())))[0]:
        if time.monotonic() >= end:
            return False
    return True
