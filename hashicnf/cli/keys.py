"""Keys that are pressed while something moves on the terminal."""

from __future__ import annotations

import os
import select
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ESCAPE: Final = b"\x1b"
ARROW: Final = 3  # bytes, the first of which is that of the key Escape


@contextmanager
def keys_of(screen: TextIO) -> Iterator[Callable[[float | None], str] | None]:
    """Yield a function that waits some seconds (None: for ever) for a key of a terminal, and returns it, "" where there was none.

    Meanwhile the terminal does not show what is typed. Yields None for what is no terminal, and on systems whose keys cannot be
    read so.
    """
    try:
        import termios
        import tty

        terminal = screen.fileno()
        before = termios.tcgetattr(terminal)
    except (ImportError, OSError, ValueError):
        yield None
        return
    except termios.error:
        yield None
        return
    tty.setcbreak(terminal, termios.TCSADRAIN)
    try:
        yield lambda seconds: _read(terminal, seconds)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _read(terminal: int, seconds: float | None) -> str:
    if not _has_more(terminal, seconds):
        return ""
    key = os.read(terminal, 1)
    if key == ESCAPE and _has_more(terminal, 0):
        key += os.read(terminal, ARROW - 1)
    return key.decode("ascii", "replace")


def _has_more(terminal: int, seconds: float | None) -> bool:
    return bool(select.select([terminal], [], [], seconds)[0])
