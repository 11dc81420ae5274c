"""A status line at the bottom of the terminal during long work, and text that is printed above it meanwhile.

``hashicnf.cli.observing`` opens it if stderr is a terminal that is not needed for input or output, and never in pipes. Long work
passes its phase to an observer and never waits for it: a thread shows the last phase a few times a second, so the clock on the line
keeps running while a phase works on one large array.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeAlias, cast

from hashicnf.cli import is_screen
from hashicnf.cli.terminal import phase_line, show_status, status_width

if TYPE_CHECKING:
    from hashicnf.core.progress import Observer

QUIET_SECONDS: Final = 1.0  # seconds before the first line of a phase is shown
EVERY: Final = 0.2

Put: TypeAlias = Callable[[TextIO, str], int]


@contextmanager
def showing(screen: TextIO) -> Iterator[Observer]:
    """Yield an observer that shows the phase of some work on a screen, and clear the line at the end."""
    shower = _Shower(screen)
    try:
        shower.start()
        with _printing(shower.put):
            yield shower
    finally:
        shower.stop()


class _Shower:
    """Stores the last named phase, and shows it from a separate thread; never within a line that is being printed."""

    def __init__(self, screen: TextIO) -> None:
        self._screen = screen
        self._last: tuple[str, float | None, int | None] | None = None
        self._began = time.monotonic()
        self._lock, self._is_shown, self._is_within_line = threading.Lock(), False, False
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True)

    def __call__(self, phase: str, share: float | None = None, size: int | None = None) -> None:
        """Store the phase."""
        self._last = phase, share, size

    def put(self, stream: TextIO, text: str) -> int:
        """Print a text instead of the line, which is shown again below it."""
        with self._lock:
            self._clear()
            self._is_within_line = not text.endswith("\n")
            return stream.write(text)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread and clear the line."""
        self._end.set()
        if self._thread.is_alive():
            self._thread.join()

    def _show(self) -> None:
        wait = QUIET_SECONDS
        while not self._end.wait(wait):
            wait = EVERY
            with self._lock:
                if self._last is not None and not self._is_within_line:
                    line = phase_line(time.monotonic() - self._began, *self._last, width=status_width())
                    show_status(line, self._screen)
                    self._is_shown = True
        self._clear()

    def _clear(self) -> None:
        if self._is_shown:
            show_status("", self._screen)
            self._is_shown = False


class _Above:
    """A stream that passes its text to ``put``."""

    def __init__(self, stream: TextIO, put: Put) -> None:
        self._stream, self._put = stream, put

    def write(self, text: str) -> int:
        """Print a text."""
        return self._put(self._stream, text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def _printing(put: Put) -> Iterator[None]:
    """Pass all text for terminals to ``put`` within the block."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_through(put, stream) for stream in streams)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams


def _through(put: Put, stream: TextIO) -> TextIO:
    return cast(TextIO, _Above(stream, put)) if is_screen(stream) else stream
