"""How far a long command is, on a line at the bottom of the terminal: nothing in pipes, nothing in the first second.

The work tells an observer what it does and never waits for it. A thread looks at what was told last, a few times a second: so the
clock on the line runs on while a phase is busy with one large array.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from hashicnf.cli.sizes import spelled
from hashicnf.cli.statusline import show_status

if TYPE_CHECKING:
    from hashicnf.core.progress import Observer

PATIENCE: Final = 1.0
EVERY: Final = 0.2
WIDTH: Final = 20


@contextmanager
def observing(source: str = "", target: str = "") -> Iterator[Observer]:
    """Give an observer that shows what it is told, and clear the line at the end.

    Nothing is shown where the terminal is needed to type ``source`` or to print ``target``: where one is ``-``.
    """
    needed = [stream for name, stream in ((source, sys.stdin), (target, sys.stdout)) if name == "-"]
    if any(stream is not None and stream.isatty() for stream in needed) or not sys.stderr.isatty():
        from hashicnf.core.progress import unobserved

        yield unobserved
        return
    shower = _Shower()
    try:
        shower.start()
        yield shower
    finally:
        shower.stop()


class _Shower:
    """Remembers what it was told last, and shows it from a thread of its own."""

    def __init__(self) -> None:
        self._told: tuple[str, float | None, int | None] | None = None
        self._began = time.monotonic()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True)

    def __call__(self, phase: str, share: float | None = None, size: int | None = None) -> None:
        """Take note."""
        self._told = phase, share, size

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more, and clear the line."""
        self._end.set()
        if self._thread.is_alive():
            self._thread.join()

    def _show(self) -> None:
        wait = PATIENCE
        while not self._end.wait(wait):
            wait = EVERY
            if self._told is not None:
                show_status(line(time.monotonic() - self._began, *self._told))
        if wait == EVERY:
            show_status("")


def line(seconds: float, phase: str, share: float | None = None, size: int | None = None) -> str:
    """Put the time, the phase and what is known of it on one line."""
    parts = [f"{seconds:.0f} s: {phase}"]
    if share is not None:
        full = int(share * WIDTH)
        parts.append(f"[{'#' * full}{'.' * (WIDTH - full)}] {int(share * 100)} %")
    if size is not None:
        parts.append(spelled(size))
    return "  ".join(parts)
