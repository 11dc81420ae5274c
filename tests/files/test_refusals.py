"""Refusals of outputs by the system are worded alike, come before the work, and name the output in one line."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.errors import GaveUp, OutputWarning, UsageError
from hashicnf.files.outputs import destination, growing, make_folder, replacing, require_place, writing

BOARD = "2.2\n"
UNSOLVABLE = hashicnf.parse("1.1\n...\n1.1\n")
PLACES: dict[str, Callable[[str], object]] = {  # functions of the library that write a file by its name
    "formula of prove": lambda name: hashicnf.prove(UNSOLVABLE, name, "a.drup"),
    "proof of prove": lambda name: hashicnf.prove(UNSOLVABLE, "a.cnf", name),
    "proof of sat": lambda name: hashicnf.sat(io.StringIO("p cnf 0 1\n0\n"), proof=name),
    "formula": lambda name: hashicnf.encode(UNSOLVABLE).write(name),
    "cubes": lambda name: hashicnf.cubes(UNSOLVABLE, 2).write(name),
    "folder of cubes": lambda name: hashicnf.cubes(UNSOLVABLE, 2).write(f"{name}/"),
    "database": lambda name: hashicnf.bench(UNSOLVABLE, db=name),
}


@pytest.fixture
def sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that this process cannot write, also if it may write everything."""
    monkeypatch.setattr("os.access", lambda name, _: Path(name) != tmp_path and Path(name).exists())
    return tmp_path


def test_a_folder_that_cannot_be_written_is_refused_before_the_work(sealed: Path) -> None:
    name = str(sealed / "a.svg")
    with pytest.raises(UsageError) as caught:
        require_place(name)
    assert str(caught.value) == f"{name}: cannot be written: {os.strerror(errno.EACCES)}"
    Path(name).touch()
    with pytest.raises(UsageError, match=os.strerror(errno.EACCES)):
        require_place(name)  # it would be replaced
    require_place(name, in_place=True)
    require_place(os.devnull)


def test_a_file_that_cannot_be_removed_hides_no_other_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, **_: bool) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    names = [str(tmp_path / name) for name in ("a.cnf", "a.drup")]
    for name in names:
        Path(name).touch()
    monkeypatch.setattr(Path, "unlink", refuse)
    refused = [f"{name}: cannot be removed: {os.strerror(errno.EACCES)}" for name in names]
    with pytest.warns(OutputWarning) as told, pytest.raises(GaveUp, match=r"^too late$"), replacing(*names):
        raise GaveUp("too late")
    assert [str(one.message) for one in told] == refused
    with pytest.raises(UsageError) as unwritten, replacing(*names):
        pass
    assert str(unwritten.value) == refused[0]
    with replacing(*names) as keep:
        keep()


@pytest.mark.filterwarnings("default")
def test_a_proof_of_an_earlier_run_that_cannot_be_removed_is_told_of_beside_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(path: Path, **_: bool) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.chdir(tmp_path)
    Path("u.cnf").write_text("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n")
    Path("old.drup").write_text("0\n")
    monkeypatch.setattr(Path, "unlink", refuse)
    assert run(["sat", "u.cnf", "--proof", "old.drup", "--solver", "false {cnf} {proof}"]) == 69
    warning, error = capsys.readouterr().err.splitlines()[:2]
    assert warning == f"hashicnf: warning: old.drup: cannot be removed: {os.strerror(errno.EACCES)}"
    assert "exit code 1" in error


@pytest.mark.parametrize("place", PLACES)
def test_names_that_no_file_can_have_are_refused(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    reasons = {"a\0b": "no name of a file has a NUL", "\ud800": "no name of a file has the character '\\\\ud800'"}
    if "cubes" not in place:  # "" is a folder for them
        reasons[""] = "the name is empty"
    for name, reason in reasons.items():
        with pytest.raises(UsageError, match=f"cannot be written: {reason}"):
            PLACES[place](name)


@pytest.mark.parametrize("place", PLACES)
def test_names_that_are_too_long_are_refused(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=f"cannot be (written|made): {os.strerror(errno.ENAMETOOLONG)}"):
        PLACES[place]("y" * 300)


def test_writers_word_refusals_alike(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    inside = str(tmp_path / "file" / "a")
    with pytest.raises(UsageError) as grown, growing(inside):
        pass
    with pytest.raises(UsageError) as made:
        make_folder(inside)
    why = os.strerror(errno.ENOTDIR)
    assert [str(caught.value) for caught in (grown, made)] == [
        f"{inside}: cannot be written: {why}",
        f"{inside}: cannot be made: {why}",
    ]


def test_convert_names_the_folder_as_it_was_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "a.puz").write_text(BOARD)
    folder = f"{tmp_path / 'file' / 'b'}/"
    assert run(["convert", str(tmp_path / "a.puz"), "-o", folder]) == 2
    assert capsys.readouterr().err == f"hashicnf: {folder}: cannot be made: {os.strerror(errno.ENOTDIR)}\n"


def test_a_name_of_two_lines_is_named_in_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, page, proof = (str(tmp_path / f"a\nb{suffix}") for suffix in (".puz", ".html", ".cert"))
    Path(board).write_text(BOARD)
    assert destination(board) == board.replace("\n", " ")
    assert run(["view", board, "-o", page]) == 0
    assert capsys.readouterr().err == f"{destination(page)}: 1 puzzle\n"
    assert run(["certify", board, "-o", proof]) == 0
    assert capsys.readouterr().err.startswith(f"{destination(board)}: unique: {destination(proof)} proves it: ")
    with pytest.raises(UsageError) as caught, writing(str(tmp_path / "c\nd" / "e")):
        pass
    assert "\n" not in str(caught.value)
    assert hashicnf.read(board).board is not None
