"""``convert``: many inputs, into one text or a folder, with or without their solutions."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.pipeline import convert

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SOLVED = str(EXAMPLES / "hashi" / "solved.janko")
SMALL = str(EXAMPLES / "hashi" / "small.puz")
LEFT_OUT = "the solution is left out: the {} format has no place for it"


def test_many_inputs_go_into_one_text(capsys: pytest.CaptureFixture[str]) -> None:
    inputs = [SMALL, str(EXAMPLES / "sudoku" / "two.sdm"), "https://puzz.link/p?hashi/3/1/2g2"]
    assert run(["convert", *inputs, "--to", "puzzlink"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [hashicnf.parse(line).family for line in lines] == ["hashi", "sudoku", "sudoku", "hashi"]
    assert lines[-1] == inputs[-1]


def test_a_format_of_one_puzzle_takes_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", SMALL, SOLVED, "--to", "csv"]) == 2
    assert "the csv format holds one puzzle, and there are 2; use native, or a folder" in capsys.readouterr().err
    folder = f"{tmp_path}/new/"
    several = tmp_path / "several.puz"
    several.write_text("2.2\n---\n1.1\n")
    assert run(["convert", SMALL, str(several), "3x1:2a2", "--to", "has", "-o", folder]) == 0
    names = sorted(path.name for path in Path(folder).iterdir())
    assert names == ["puzzle.has", "several-1.has", "several-2.has", "small.has"]
    assert hashicnf.read(Path(folder) / "small.has") == hashicnf.read(SMALL)
    assert run(["convert", *map(str, Path(folder).iterdir()), "--to", "tatham", "-o", str(tmp_path / "new")]) == 0
    assert (tmp_path / "new" / "several-2.tatham").read_text() == "3x1m2:1a1\n"


def test_nothing_is_written_where_one_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree = str(EXAMPLES / "hashi" / "tree.puz")
    assert run(["convert", SMALL, tree, "--to", "janko", "-o", f"{tmp_path}/new/"]) == 2
    assert capsys.readouterr().err == f"hashicnf: {tree}: the janko format cannot express loops; use native\n"
    assert run(["convert", SMALL, tree, "--to", "janko", "-o", f"{tmp_path}/new.janko"]) == 2
    assert list(tmp_path.iterdir()) == []


def test_puzzles_in_a_line_are_numbered(tmp_path: Path) -> None:
    assert run(["convert", "3x1:2a2", "3x1:1a1", "--to", "native", "-o", f"{tmp_path}/"]) == 0
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "puzzle-1.puz": "2.2\n",
        "puzzle-2.puz": "1.1\n",
    }


def test_two_inputs_of_one_name_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", SMALL, SMALL, "-o", f"{tmp_path}/"]) == 2
    assert "would both be written as" in capsys.readouterr().err
    own = tmp_path / "a.puz"
    own.write_text("2.2\n")
    assert run(["convert", str(own), "-o", f"{tmp_path}/"]) == 2
    assert "is read by this command" in capsys.readouterr().err
    assert own.read_text() == "2.2\n"


def test_solutions_survive_where_there_is_a_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = hashicnf.read(SOLVED)
    assert first.solution is not None
    assert first.check(first.solution) == []
    path = SOLVED
    for name in ("a.pzpr", "b.json", "c.janko"):
        target = str(tmp_path / name)
        assert run(["convert", path, "-o", target]) == 0
        assert run(["check", target]) == 0
        assert hashicnf.read(target).solution == first.solution
        path = target
    assert capsys.readouterr().err == ""
    assert run(["convert", path, "--to", "tatham"]) == 0
    assert capsys.readouterr().err == f"hashicnf: {path}: {LEFT_OUT.format('tatham')}\n"
    touching = str(EXAMPLES / "hashi" / "solved.pzpr")
    assert run(["convert", touching, "--to", "janko"]) == 0
    shown = capsys.readouterr()
    assert "[solution]" not in shown.out
    assert LEFT_OUT.format("janko") in shown.err


def test_a_solved_sudoku_survives(tmp_path: Path) -> None:
    solved = tmp_path / "a.pzpr"
    givens = "1 . . . /. . 3 . /. 1 . . /. . . 2 /"
    solved.write_text(f"pzprv3/sudoku/4/{givens}. 3 2 4 /4 2 . 1 /2 . 4 3 /3 4 1 . /\n")
    assert run(["check", str(solved)]) == 0
    for name in ("b.janko", "c.json", "d.pzpr"):
        assert run(["convert", str(solved), "-o", str(tmp_path / name)]) == 0
        assert run(["check", str(tmp_path / name)]) == 0
    assert (tmp_path / "d.pzpr").read_text().replace("\n", "/").startswith(f"pzprv3/sudoku/4/{givens}. 3 2 4 /")
    assert run(["check", f"pzprv3/sudoku/4/{givens}. 3 2 4 /4 2 . 1 /2 . . 3 /3 4 1 . /"]) == 1


def test_draw_shows_the_solution_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["draw", "pzprv3/hashikake/1/3/2 . 2 /2 2 /", "--style", "ascii"]) == 0
    assert capsys.readouterr().out == "2=======2\n"


def test_a_native_file_has_nothing_to_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", SMALL]) == 1
    assert capsys.readouterr().out == "unsolved: there is no solution to check\n"


def test_puzzles_of_a_packed_file_have_names_of_their_own(tmp_path: Path) -> None:
    packed = tmp_path / "boards.puz.gz"
    packed.write_bytes(gzip.compress(b"2.2\n---\n1.1\n"))
    assert run(["convert", f"{packed}#1", f"{packed}#2", "-o", f"{tmp_path}/new/"]) == 0
    written = {path.name: path.read_text() for path in (tmp_path / "new").iterdir()}
    assert written == {"boards-1.puz": "2.2\n", "boards-2.puz": "1.1\n"}


def test_each_puzzle_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = list[int]()

    def write(puzzles: Sequence[object], to: str) -> str:
        texts.append(len(puzzles))
        return to

    monkeypatch.setattr(convert, "write_puzzles", write)
    puzzles = (hashicnf.parse("1.1\n"), hashicnf.parse("2.2\n"))
    assert convert.into_texts([convert.Input(None, puzzles)], "native") == ["native"] * 2
    assert texts == [1, 1]
