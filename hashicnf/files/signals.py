"""Turn SIGTERM and SIGHUP into exceptions while there is something to clean up, and defer signals where those would do harm.

SIGTERM, and SIGHUP when the terminal is closed: half-written files, private folders and solvers are cleaned up, and finished
results are kept. This is only for work in Python code: while a library computes, Python cannot handle the signal.

SIGINT: on the main thread PySAT installs its own handler of Ctrl-C, which leaves the C++ code by ``longjmp`` at any point, even
within an allocation. Python's handler only records the signal, and raises KeyboardInterrupt when the code has returned.

All: an exception that a handler raises while a process is started would leave that process without an owner.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

ENDING: Final = tuple(signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if name in signal.Signals.__members__)


class Terminated(SystemExit):
    """SIGTERM or SIGHUP was received; the program has to end."""


def catch_termination() -> Mapping[int, Any]:
    """Let SIGTERM and SIGHUP raise ``Terminated``; return the handlers to restore.

    A signal with another handler, or that is ignored, keeps it; on any thread but the main one nothing changes.
    """
    return {number: signal.signal(number, _end) for number in _unhandled()}


def _unhandled() -> list[signal.Signals]:
    """Return those of SIGTERM and SIGHUP that would end the process at once, none on any thread but the main one."""
    return [number for number in ENDING if on_main_thread() and signal.getsignal(number) is signal.SIG_DFL]


def release_termination(handlers: Mapping[int, Any]) -> None:
    """Restore the handlers that ``catch_termination`` returned, unless others have been set since."""
    for number, handler in handlers.items():
        if on_main_thread() and signal.getsignal(number) is _end:
            signal.signal(number, handler)


@contextmanager
def interrupted_by_termination() -> Iterator[Sequence[int]]:
    """Let SIGTERM and SIGHUP raise KeyboardInterrupt in the block, as Ctrl-C does; yield the list of those that came.

    If the block does not catch that, it ends as ``Terminated``. The handlers that ``catch_termination`` keeps are kept here too.
    """
    came: list[int] = []

    def interrupt(number: int, _: FrameType | None) -> None:
        came.append(number)
        raise KeyboardInterrupt

    handlers = {number: signal.signal(number, interrupt) for number in _unhandled()}
    try:
        yield came
    except KeyboardInterrupt:
        if came:
            raise Terminated(code_of(came)) from None
        raise
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def code_of(came: Sequence[int]) -> int:
    """Return the exit code of a program that the first of these signals has ended, or if there are none, Ctrl-C."""
    return 128 + next(iter(came), signal.SIGINT)


def _end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of handlers
    raise Terminated(128 + number)


def on_main_thread() -> bool:
    """Return whether this is the main thread, the only one that can handle signals."""
    return threading.current_thread() is threading.main_thread()


@contextmanager
def signals_wait(undo: Callable[[], object] = lambda: None) -> Iterator[Sequence[int]]:
    """Defer SIGINT, SIGTERM and SIGHUP to the end of the block, on the main thread; if a handler raises then, call ``undo``.

    The block gets the list of the signals that came. After a block that fails, there is nothing to undo; the handlers are called
    nevertheless. The handlers of other programs, such as event loops, need not raise; then the work goes on.
    """
    came: list[int] = []
    if not on_main_thread():
        yield came
        return
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}
    deferred = [number for number, handler in handlers.items() if callable(handler)]
    is_done = False
    try:
        try:
            for number in deferred:
                signal.signal(number, lambda number, _: came.append(number))
            yield came
            is_done = True
        finally:
            for number in reversed(deferred):  # SIGINT last, since it may raise before the next is restored
                signal.signal(number, handlers[number])
            for one in came:
                signal.raise_signal(one)
    except BaseException:
        if is_done:
            undo()
        raise


class InterruptsWait:
    """While any such context is entered, PySAT installs no handler of SIGINT: Ctrl-C takes effect when its code has returned."""

    _lock = threading.Lock()
    _entered = 0
    _main: Any = None  # stored, as modules cannot be imported while Python shuts down
    _check: Any = None

    def __enter__(self) -> None:
        """Prevent PySAT from handling signals, which it does on the main thread only."""
        from pysat._utils import MainThread

        with InterruptsWait._lock:
            if not InterruptsWait._entered:
                InterruptsWait._main, InterruptsWait._check = MainThread, staticmethod(MainThread.check)
                MainThread.check = staticmethod(lambda: False)
            InterruptsWait._entered += 1

    def __exit__(self, *problem: object) -> None:
        """Let PySAT handle signals again when the last context is left."""
        with InterruptsWait._lock:
            InterruptsWait._entered -= 1
            if not InterruptsWait._entered:
                InterruptsWait._main.check = InterruptsWait._check
