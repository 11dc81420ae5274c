"""The handler of SIGTERM: ours while there is something to clean up, unless somebody has another."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from threading import Thread

import pytest

from hashicnf.files.sigterm import Terminated, catch_termination, release_termination


@pytest.fixture(autouse=True)
def default() -> Iterator[None]:
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGTERM, before)


def answer(*_: object) -> None:
    """Do nothing about a signal."""


def test_it_ends_the_program_as_an_exception_does() -> None:
    token = catch_termination()
    with pytest.raises(Terminated) as ended:
        signal.raise_signal(signal.SIGTERM)
    assert ended.value.code == 128 + signal.SIGTERM
    release_termination(token)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_handler_of_somebody_else_stays() -> None:
    signal.signal(signal.SIGTERM, answer)
    release_termination(catch_termination())
    assert signal.getsignal(signal.SIGTERM) is answer


def test_a_handler_that_is_set_meanwhile_stays() -> None:
    token = catch_termination()
    signal.signal(signal.SIGTERM, answer)
    release_termination(token)
    assert signal.getsignal(signal.SIGTERM) is answer


def test_another_thread_changes_nothing() -> None:
    token = catch_termination()
    ours = signal.getsignal(signal.SIGTERM)
    thread = Thread(target=release_termination, args=(token,))  # as a generator that is forgotten elsewhere does
    thread.start()
    thread.join()
    assert signal.getsignal(signal.SIGTERM) is ours
    release_termination(token)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


FORGETFUL = """
import hashicnf
found = hashicnf.enumerate(hashicnf.parse("2..4..2\\n.......\\n3..?..2\\n"))
next(found)
def keep():  # keeps what is global alive until Python has forgotten its modules
    return found
"""


def test_a_solver_may_be_in_use_when_the_program_ends() -> None:
    done = subprocess.run([sys.executable, "-c", FORGETFUL], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
