"""Temporary files and lock files: nothing is left after a failure, and races with other processes are noticed."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from hashicnf.errors import UsageError
from hashicnf.files.locks import locked
from hashicnf.files.outputs import write_text
from hashicnf.files.temporary import PREFIX, replacement, sweep

fcntl = pytest.importorskip("fcntl")


def refuse(*_: object, **__: object) -> None:
    raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


@pytest.mark.parametrize(("owner", "name"), [(os, "dup"), (Path, "chmod")], ids=["dup", "chmod"])
def test_a_temporary_file_that_cannot_be_completed_is_removed_and_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: object, name: str
) -> None:
    opened: list[int] = []
    real: Callable[..., int] = os.open

    def recorded(*arguments: object, **options: object) -> int:
        opened.append(real(*arguments, **options))
        return opened[-1]

    (tmp_path / "a.cnf").write_text("old")
    monkeypatch.setattr(os, "open", recorded)
    monkeypatch.setattr(owner, name, refuse)
    with pytest.raises(UsageError, match=f"cannot be written: {os.strerror(errno.EMFILE)}"):
        write_text(str(tmp_path / "a.cnf"), "new")
    monkeypatch.undo()
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.cnf", "old")]
    (descriptor,) = opened
    with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
        os.fstat(descriptor)


def test_ctrl_c_while_a_temporary_file_is_made_removes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    real: Callable[[int], int] = os.dup

    def interrupted(descriptor: int) -> int:
        opened.extend((descriptor, real(descriptor)))
        signal.raise_signal(signal.SIGINT)
        return opened[-1]

    monkeypatch.setattr(os, "dup", interrupted)
    with pytest.raises(KeyboardInterrupt), replacement(tmp_path / "a.cnf", ".cnf"):
        pass
    assert list(tmp_path.iterdir()) == []
    assert len(opened) == 2
    for descriptor in opened:
        with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
            os.fstat(descriptor)


def test_links_with_the_name_of_a_temporary_file_are_not_swept(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.touch()
    link = tmp_path / f"{PREFIX}link"
    link.symlink_to(target)
    sweep(str(tmp_path))
    assert link.is_symlink()


def test_a_lock_file_that_was_replaced_before_it_was_locked_is_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Callable[[int, int], None] = fcntl.flock
    tried: list[int] = []

    def late(descriptor: int, operation: int) -> None:
        if not tried:  # the holder before ends, and a third process makes its own
            (tmp_path / "a.lock").rename(tmp_path / "removed")
            (tmp_path / "a.lock").touch()
        tried.append(descriptor)
        real(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    with locked(str(tmp_path / "a"), "a test"):
        assert len(tried) == 2
        with pytest.raises(UsageError, match="is being written by a test"), locked(str(tmp_path / "a"), "another"):
            pass
    assert not (tmp_path / "a.lock").exists()


def test_a_file_with_the_name_of_a_lock_is_kept(tmp_path: Path) -> None:
    other = tmp_path / "a.lock"
    other.write_text("mine\n")
    with pytest.raises(UsageError, match=r"a: cannot be locked: .*a\.lock is another file than the lock"):
        locked(str(tmp_path / "a"), "a test").__enter__()
    assert other.read_text() == "mine\n"
    other.write_text(f"a test, process {2**22} on none")  # of a process that was killed
    with locked(str(tmp_path / "a"), "a test"):
        pass
    assert not other.exists()
