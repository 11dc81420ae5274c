"""Private folders are removed at the end, or at the next start if their owner was killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from hashicnf.backends import _guard
from hashicnf.backends.guard import SCRIPT
from hashicnf.backends.scratch import PREFIX, private_folder, remove_abandoned, scratch_file
from hashicnf.backends.supervisor import Process
from hashicnf.errors import UsageError
from tests.batch.running import below, kill
from tests.patience import wait_until


@pytest.fixture
def parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    remove_abandoned.cache_clear()
    return tmp_path


def make_old(folder: Path) -> Path:
    os.utime(folder, (0, 0))
    return folder


def test_a_folder_is_private_and_removed(parent: Path) -> None:
    with private_folder() as folder:
        (folder / "inside").mkdir()
        assert folder.stat().st_mode & 0o777 == 0o700
        assert list(parent.iterdir()) == [folder]
    assert list(parent.iterdir()) == []


def test_ctrl_c_while_a_folder_is_made_removes_it(parent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = tempfile.mkdtemp

    def interrupted(**words: Any) -> str:
        folder: str = make(**words)
        signal.raise_signal(signal.SIGINT)
        return folder

    monkeypatch.setattr(tempfile, "mkdtemp", interrupted)
    with pytest.raises(KeyboardInterrupt), private_folder():
        pass
    assert list(parent.iterdir()) == []


def test_only_old_folders_of_ours_without_owner_are_removed(parent: Path) -> None:
    abandoned, young, other = (parent / name for name in (f"{PREFIX}abcd_123", f"{PREFIX}abcd_124", "hashicnf-else"))
    for folder in (abandoned, young, other):
        folder.mkdir()
        (folder / "formula.cnf").write_text("p cnf 0 0\n")
    make_old(abandoned)
    make_old(other)
    (link := parent / f"{PREFIX}abcd_125").symlink_to(other)
    (file := parent / f"{PREFIX}abcd_126").touch()
    make_old(file)
    with private_folder() as folder:
        assert sorted(parent.iterdir()) == sorted([young, other, link, file, folder])
    assert list(other.iterdir()) == [other / "formula.cnf"]


@pytest.mark.parametrize("has_guard", [True, False], ids=["with its guard", "its guard killed too"])
def test_the_folder_of_a_living_process_stays_and_that_of_a_killed_one_goes(parent: Path, has_guard: bool) -> None:
    code = f"""
import sys, tempfile
tempfile.tempdir = {str(parent)!r}
from hashicnf.backends.scratch import private_folder
with private_folder() as folder:
    print(folder, flush=True)
    sys.stdin.read()
"""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        folder = make_old(Path(process.stdout.readline().strip()))
        remove_abandoned(str(parent))
        assert folder.is_dir()
        if not has_guard:
            kill(below(process.pid))
        process.kill()
    if has_guard:
        wait_until(lambda: not folder.exists(), 10)
        return
    assert folder.is_dir()
    remove_abandoned.cache_clear()
    remove_abandoned(str(parent))
    assert not folder.exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which Linux has")
def test_a_folder_without_space_is_named(parent: Path) -> None:
    with private_folder() as folder:
        (folder / "a").symlink_to("/dev/full")
        with (
            pytest.raises(UsageError, match=f"the temporary folder {parent} cannot be written: No space left"),
            scratch_file(folder / "a") as stream,
        ):
            stream.write(b"1")


def test_a_temporary_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    with pytest.raises(UsageError, match="/file cannot be written: Not a directory"), private_folder():
        pass
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: [str(tmp_path / "file")])
    with pytest.raises(UsageError, match="there is no temporary folder"), private_folder():
        pass


OWNER = """
import signal, sys, tempfile, time
tempfile.tempdir = sys.argv[1]
from hashicnf.backends.scratch import private_folder
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with private_folder() as folder:
    print(folder, flush=True)
    time.sleep(600)
"""


FORKED = """
import os, select, sys, tempfile
tempfile.tempdir = sys.argv[1]
from hashicnf.backends.scratch import private_folder
from hashicnf.backends.supervisor import Process
with private_folder() as folder:
    with Process(["true"], "true") as program:
        program.finish(1)
    if not (fork := os.fork()):
        select.select([0], [], [], 100)
        os._exit(0)
    print(folder, flush=True)
    if sys.argv[2] == "killed":
        os.kill(os.getpid(), 9)
print(*os.waitpid(fork, os.WNOHANG), flush=True)
"""


@pytest.mark.parametrize("end", ["killed", "ended"])
def test_the_guard_ends_with_its_process_and_not_with_forks_of_it(parent: Path, end: str) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", FORKED, str(parent), end], stdin=pipe, stdout=pipe, text=True
    ) as process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        if end == "killed":
            wait_until(lambda: not folder.exists())
        else:
            assert process.stdout.readline() == "0 0\n"  # the fork still runs
            assert not folder.exists()


def test_the_guard_removes_what_is_left_in_its_list_however_its_input_is_cut(tmp_path: Path) -> None:
    folders = [tmp_path / f"folder of a name that is long, {number}" for number in range(60)]
    entries = list[bytes]()
    for number, folder in enumerate(folders):
        folder.mkdir()
        (folder / "formula.cnf").touch()
        entries.append(b"+%d f%b" % (number, os.fsencode(folder)))
    entries += [b"-%d" % number for number in range(0, 60, 3)]
    subprocess.run([sys.executable, "-I", "-S", str(SCRIPT)], input=b"\0".join([*entries, b""]), check=True)
    assert sorted(tmp_path.iterdir()) == sorted(folders[::3])


def test_the_guard_kills_the_writers_before_it_removes_the_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []
    monkeypatch.setattr(os, "killpg", lambda group, number: done.append((group, number)))
    monkeypatch.setattr(shutil, "rmtree", lambda folder, **_: done.append(folder))
    _guard._clean_up([b"fa", b"g7", b"fb"])
    assert done[0] == (7, signal.SIGKILL)
    assert sorted(map(str, done[1:])) == ["b'a'", "b'b'"]


@pytest.mark.parametrize("gone", ["a", "b"])
def test_the_guard_removes_the_folders_that_others_have_not(gone: str, tmp_path: Path) -> None:
    for name in {"a", "b"} - {gone}:
        (tmp_path / name).mkdir()
    _guard._clean_up([b"f" + os.fsencode(tmp_path / name) for name in ("a", "b")])
    assert not [*tmp_path.iterdir()]


def test_the_guard_of_a_process_that_is_ended_with_all_it_started_removes_its_folder(parent: Path) -> None:
    with Process([sys.executable, "-c", OWNER, str(parent)], "the owner") as process:
        wait_until(lambda: process.has_ended() or bool(process.output.strip()))
        folder = Path(process.output.decode().strip())
        assert folder.parent == parent
        assert folder.is_dir()
    wait_until(lambda: not folder.exists(), 10)
