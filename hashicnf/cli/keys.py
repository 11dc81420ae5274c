"""Keys that are pressed while something moves on the terminal."""

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
ARROW: Final = 3  # bytes, the first of which is that of the key Escape
CONTROLLING: Final = "/dev/tty"
MOMENT: Final = 0.2  # seconds of a call that waits: a Ctrl-C that comes as it begins is noticed when it ends

NextKey: TypeAlias = "Callable[[float | None], str]"


@contextmanager
def keys_of(screen: TextIO) -> Iterator[NextKey | None]:
    """Yield a function that waits some seconds (None: for ever) for a key of a terminal, and returns it, "" where there was none.

    Meanwhile the terminal does not show what is typed; as it was it is again at the end, whatever ends it, and after Ctrl-Z. Yields
    None for what is no terminal, and on systems whose keys cannot be read so.
    """
    with ExitStack() as stack:
        keyboard = _keyboard(screen, stack)
        if keyboard is not None:
            stack.enter_context(_quiet(keyboard))
        yield None if keyboard is None else lambda seconds: _read(keyboard, seconds)


def _keyboard(screen: TextIO, stack: ExitStack) -> int | None:
    """Open the terminal of this process; without one, take that of the screen. None where neither is a terminal."""
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
    """Let a terminal give each key at once, and show none."""
    import termios
    import tty

    from hashicnf.files.sigterm import catch_termination, release_termination

    before = termios.tcgetattr(keyboard)

    def begin(*_: Any) -> None:
        tty.setcbreak(keyboard, termios.TCSADRAIN)

    handler, other = catch_termination(), signal.signal(signal.SIGCONT, begin)
    try:
        begin()
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
        signal.signal(signal.SIGCONT, other)
        release_termination(handler)


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
