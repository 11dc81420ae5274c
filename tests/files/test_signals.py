"""The handlers of SIGTERM and SIGHUP: set while there is something to clean up, unless the program has another one."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest

from hashicnf.cli import raise_again
from hashicnf.files.signals import (
    ENDING,
    Terminated,
    catch_termination,
    code_of,
    interrupted_by_termination,
    release_termination,
    signals_wait,
)


@pytest.fixture(params=ENDING)
def number(request: pytest.FixtureRequest) -> Iterator[int]:
    found: int = request.param
    before = signal.signal(found, signal.SIG_DFL)
    yield found
    signal.signal(found, before)


def answer(*_: object) -> None:
    """Ignore a signal."""


def test_it_ends_the_program_as_an_exception_does(number: int) -> None:
    token = catch_termination()
    with pytest.raises(Terminated) as ended:
        signal.raise_signal(number)
    assert ended.value.code == 128 + number
    release_termination(token)
    assert signal.getsignal(number) is signal.SIG_DFL


def test_it_interrupts_as_ctrl_c_does(number: int) -> None:
    with interrupted_by_termination() as came:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
        assert (came, code_of(came)) == ([number], 128 + number)
    assert signal.getsignal(number) is signal.SIG_DFL
    with pytest.raises(Terminated) as ended, interrupted_by_termination():
        signal.raise_signal(number)
    assert ended.value.code == 128 + number
    with pytest.raises(KeyboardInterrupt), interrupted_by_termination() as came:
        raise KeyboardInterrupt
    assert code_of(came) == 130


@pytest.mark.parametrize("other", [answer, signal.SIG_IGN])
def test_another_handler_stays(number: int, other: Any) -> None:
    signal.signal(number, other)
    token = catch_termination()
    assert signal.getsignal(number) is other
    release_termination(token)
    with interrupted_by_termination():
        assert signal.getsignal(number) is other
    assert signal.getsignal(number) is other


def test_a_handler_that_is_set_meanwhile_stays(number: int) -> None:
    token = catch_termination()
    signal.signal(number, answer)
    release_termination(token)
    assert signal.getsignal(number) is answer


def test_another_thread_changes_nothing(number: int) -> None:
    token = catch_termination()
    ours = signal.getsignal(number)
    thread = Thread(target=release_termination, args=(token,))  # as a generator that is forgotten elsewhere does
    thread.start()
    thread.join()
    assert signal.getsignal(number) is ours
    release_termination(token)
    assert signal.getsignal(number) is signal.SIG_DFL


@pytest.fixture
def termination() -> Iterator[None]:
    """Let SIGTERM and SIGHUP have a handler of the program that does not raise."""
    before = {number: signal.signal(number, answer) for number in ENDING}
    yield
    assert [signal.getsignal(number) for number in ENDING] == [answer, answer]
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("termination")
def test_signals_that_waited_all_reach_their_handlers() -> None:
    came, undone = list[int](), list[None]()
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        with signals_wait(lambda: undone.append(None)):
            for number in (signal.SIGINT, *ENDING):
                signal.raise_signal(number)
            assert came == []
    finally:
        signal.signal(signal.SIGINT, before)
    assert (came, undone) == ([signal.SIGINT], []), "nothing is undone if no handler raises"


@pytest.mark.usefixtures("termination")
def test_ctrl_c_at_the_end_of_the_wait_is_like_one_within(monkeypatch: pytest.MonkeyPatch) -> None:
    undone: list[None] = []
    set_handler = signal.signal

    def interrupt(number: int, handler: Any) -> Any:
        before = set_handler(number, handler)
        if handler is signal.default_int_handler:
            signal.raise_signal(signal.SIGINT)
        return before

    monkeypatch.setattr(signal, "signal", interrupt)
    with pytest.raises(KeyboardInterrupt), signals_wait(lambda: undone.append(None)):
        pass
    assert undone == [None]


FORGETFUL = """
import hashicnf
found = hashicnf.enumerate(hashicnf.parse("2..4..2\\n.......\\n3..?..2\\n"))
next(found)
def keep():  # keeps what is global alive until Python has forgotten its modules
    return found
"""


def _last(_: object) -> None:
    """Forget an object, then wait."""
    del _
    time.sleep(20)


@pytest.mark.parametrize("name", ["SIGINT", *(found.name for found in ENDING)])
def test_a_signal_in_a_destructor_is_not_lost(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Dying:
        def __del__(self) -> None:
            signal.raise_signal(getattr(signal, name))

    monkeypatch.setattr("sys.unraisablehook", raise_again)
    token = catch_termination()
    with pytest.raises(KeyboardInterrupt if name == "SIGINT" else Terminated):
        _last(Dying())
    release_termination(token)


def test_a_solver_may_be_in_use_when_the_program_ends() -> None:
    done = subprocess.run([sys.executable, "-c", FORGETFUL], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
