"""Turn SIGTERM into an exception while there is something to clean up, and defer signals where an exception would do harm.

SIGTERM: half-written files, private folders, solvers. Only for work that Python does itself: a library that computes without coming
back would keep the signal waiting.

SIGINT: on the main thread PySAT answers Ctrl-C with a handler of its own, which leaves the C++ code by ``longjmp`` wherever it was,
in the middle of an allocation if need be. Python's handler takes note, and raises KeyboardInterrupt when the code has come back.

Both: an exception that a handler raises while the process forks is lost, for Python reports what its hooks of ``fork`` raise, and
goes on.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any


class Terminated(SystemExit):
    """SIGTERM came: nothing but the end of the program answers that."""


def catch_termination() -> Any:
    """Let SIGTERM end the program as an exception does; return the handler to restore.

    Returns None, and changes nothing, where another handler is set or this is not the main thread.
    """
    if not _on_main_thread() or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        return None
    return signal.signal(signal.SIGTERM, _end)


def release_termination(handler: Any) -> None:
    """Restore what ``catch_termination`` returned, unless somebody has set another handler since."""
    if handler is not None and _on_main_thread() and signal.getsignal(signal.SIGTERM) is _end:
        signal.signal(signal.SIGTERM, handler)


def _end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of handlers
    raise Terminated(128 + number)


def _on_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


@contextmanager
def signals_wait(undo: Callable[[], object]) -> Iterator[None]:
    """Defer SIGINT and SIGTERM to the end of the block, on the main thread; where one came, ``undo`` what the block did first.

    A block that fails has done nothing to undo; the signal comes all the same.
    """
    if not _on_main_thread():
        yield
        return
    came: list[int] = []
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    deferred = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in deferred:
        signal.signal(number, lambda number, _: came.append(number))
    has_failed = True
    try:
        yield
        has_failed = False
    finally:
        for number, handler in deferred.items():
            signal.signal(number, handler)
        if came:
            if not has_failed:
                undo()
            signal.raise_signal(came[0])


class InterruptsWait:
    """While any such context is entered, PySAT's code installs no handler of SIGINT: Ctrl-C waits until that code is done."""

    _lock = threading.Lock()
    _entered = 0
    _main: Any = None  # kept: while Python shuts down, nothing can be imported
    _check: Any = None

    def __enter__(self) -> None:
        """Keep PySAT from handling signals, which it does on the main thread only."""
        from pysat._utils import MainThread

        with InterruptsWait._lock:
            if not InterruptsWait._entered:
                InterruptsWait._main, InterruptsWait._check = MainThread, staticmethod(MainThread.check)
                MainThread.check = staticmethod(lambda: False)
            InterruptsWait._entered += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let PySAT handle signals again when the last context is left."""
        with InterruptsWait._lock:
            InterruptsWait._entered -= 1
            if not InterruptsWait._entered:
                InterruptsWait._main.check = InterruptsWait._check
