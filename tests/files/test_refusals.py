"""Refusals of outputs by the system are worded alike, come before the work, and name the output in one line."""

from __future__ import annotations

import errno
import io
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.errors import GaveUp, OutputWarning, UsageError
from hashicnf.files.outputs import destination, growing, make_folder, reporting_kept, require_place, writing

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


def test_files_that_are_not_written_are_kept_and_reported(tmp_path: Path) -> None:
    there, new = str(tmp_path / "a.cnf"), str(tmp_path / "a.drup")
    Path(there).write_text("mine\n")
    kept = f"{there} is not written; the file that was there is kept"
    with pytest.warns(OutputWarning) as told, pytest.raises(GaveUp, match=r"^too late$"), reporting_kept(there, new):
        raise GaveUp("too late")
    with pytest.warns(OutputWarning) as again, reporting_kept(there, new, "-", os.devnull):
        pass
    assert [str(one.message) for one in [*told, *again]] == [kept, kept]
    with pytest.raises(UsageError, match="no such option"), reporting_kept(there):
        raise UsageError("no such option")
    with reporting_kept(there) as settle:
        settle()
    assert Path(there).read_text() == "mine\n"
    assert not Path(new).exists()


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


@pytest.mark.parametrize(
    "command",
    [
        "encode a.puz --output-dir file",
        "convert a.puz -o file/",
        "generate tiles --count 2 -o file/{seed}.puz",
        "check-certificate a.cert --extract file",
    ],
)
def test_a_file_where_a_folder_is_wanted_is_named_as_one(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    Path("a.puz").write_text("1.1\n")
    Path("a.cert").write_text(hashicnf.certify(UNSOLVABLE).text or "")
    assert run(command.split()) == 2
    assert re.fullmatch(r"hashicnf: file/?: cannot be made: it is a file, not a folder\n", capsys.readouterr().err)


@pytest.mark.parametrize("command", ["view a.puz -o", "explain a.puz -o", "explain-trace a.jsonl -o"])
def test_a_page_is_written_under_a_name_that_browsers_open(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.puz").write_text(BOARD)
    assert run(["solve", "a.puz", "--method", "dpll", "--trace", "a.jsonl"]) == 0
    capsys.readouterr()
    assert run([*command.split(), "a.txt"]) == 2
    assert capsys.readouterr().err == "hashicnf: a.txt: the output is a page for a browser: end its name with .html\n"
    for name in ("a.html", "a.HTM", "a.html.gz", "page"):
        assert run([*command.split(), name]) == 0


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
