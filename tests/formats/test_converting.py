"""Converting: a puzzle's own settings decide which format can express it, not how its file spelled defaults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.errors import UsageError
from hashicnf.formats import FORMATS
from hashicnf.pipeline.puzzles import detect
from hashicnf.pipeline.writing import keeps_solution, write_puzzles
from tests.commands import run as run_alone

GAMES = ["7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2\n", "3x1m02:2a2\n", "3x1:2a2\n", "3x1i30e10m2d4:2a2\n"]
DEFAULTS = ["max-bridges: 2\n", "loops: yes\n", "LOOPS: On\nmax-bridges: 02\n", "family: hashi\ntitle: a: b\n"]


@pytest.mark.parametrize("to", sorted(FORMATS.names()))
@pytest.mark.parametrize("text", [*GAMES, *(f"{settings}2.3.1\n.....\n" for settings in DEFAULTS)])
def test_settings_that_equal_the_defaults_can_be_expressed(text: str, to: str) -> None:
    puzzle = hashicnf.parse(text)
    assert hashicnf.parse(write_puzzles([puzzle], to), to) == puzzle


@pytest.mark.parametrize("to", ["csv", "has"])
@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("3x1m3:2a2\n", "max-bridges"),
        ("3x1m2L:2a2\n", "loops"),
        ("max-bridges: 1\n1.1\n", "max-bridges"),
    ],
)
def test_other_settings_cannot(text: str, what: str, to: str) -> None:
    with pytest.raises(UsageError, match=f"the {to} format cannot express {what}"):
        write_puzzles([hashicnf.parse(text)], to)


def test_a_table_expresses_unknown_numbers_unless_its_format_has_no_sign_for_them() -> None:
    puzzle = hashicnf.parse("?.1\n2.?\n")
    assert write_puzzles([puzzle], "csv") == '"?",0,1\n2,0,"?"\n'
    assert detect(write_puzzles([puzzle], "csv")) == "csv"
    with pytest.raises(UsageError, match="the has format cannot express an unknown number"):
        write_puzzles([puzzle], "has")


@pytest.mark.parametrize("to", ["native", "tatham"])
def test_several_puzzles_where_a_file_can_hold_them(to: str) -> None:
    puzzles = hashicnf.parse_all("title: one\n2.2\n---\nloops: no\n1.1\n---\nmax-bridges: 3\n3.3\n")
    assert hashicnf.parse_all(write_puzzles(puzzles, to), to) == puzzles
    assert write_puzzles([], to) == ""


@pytest.mark.parametrize("to", ["csv", "has"])
def test_several_puzzles_are_not_run_together(to: str) -> None:
    with pytest.raises(UsageError, match=f"the {to} format holds one puzzle, and there are 2; use native"):
        write_puzzles(hashicnf.parse_all("2.2\n---\n1.1\n"), to)


def test_titles_are_kept() -> None:
    assert write_puzzles([hashicnf.parse("title: a: b\nmax-bridges: 2\n2.2\n")], "native") == "title: a: b\n2.2\n"


def test_a_solution_is_kept_where_the_format_says_that_there_is_one() -> None:
    grid = [[2, 3, 1, 4], [1, 4, 2, 3], [3, 2, 4, 1], [4, 1, 3, 2]]
    full: dict[str, object] = {"family": "sudoku", "grid": grid, "solution": grid}
    bare: dict[str, object] = {"family": "hashi", "grid": ["...", "..."], "solution": {"bridges": []}}
    for data, to, keeps in (
        (full, "pzprv3", False),
        (full, "janko", True),
        (bare, "pzprv3", False),
        (bare, "janko", False),
    ):
        puzzle = hashicnf.parse(json.dumps(data))
        assert puzzle.solution is not None
        assert keeps_solution(puzzle, to) == keeps
        assert (hashicnf.parse(hashicnf.convert(puzzle, to), to).solution is not None) == keeps


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, other = tmp_path / "a.tatham", tmp_path / "a.csv"
    game.write_text(GAMES[0])
    assert run(["convert", str(game), "--output", str(other)]) == 0
    assert other.read_text().startswith("0, 3, 0, 0, 0, 3, 0\n")
    assert run(["convert", str(other), "--to", "tatham"]) == 0
    assert capsys.readouterr().out == GAMES[0]
    game.write_text("3x1m1001:2a2\n")
    assert run(["convert", str(game)]) == 65
    assert "cannot read '1001' as max-bridges" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("99999999 . 3\n", "island 99999999 at row 1, column 1 can have at most 2 bridges"),
        ("max-bridges: 1\n1 . 2\n", "island 2 at row 1, column 3 can have at most 1 bridge"),
        ("1 . .\n", "island 1 at row 1, column 1 can have no bridges"),
        ("?\n", "island ? at row 1, column 1 can have no bridges, and every island needs at least one"),
    ],
)
def test_an_impossible_number_is_named(text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.puz"
    path.write_text(text)
    assert run(["solve", str(path)]) == 20
    assert capsys.readouterr().err == f"{path}: unsolvable: {why}\n"
    assert run(["solve", str(path), "--json"]) == 20
    assert f'"reason": "{why}"' in capsys.readouterr().out


APART = "2.3.3\n.....\n2...2\n"
SQUARE = "1...\n..3.\n.4..\n...2\n"


@pytest.mark.parametrize(("text", "family"), [(APART, "hashi"), (SQUARE, "sudoku")])
@pytest.mark.parametrize("to", ["janko", "json", "pzprv3"])
def test_what_solve_prints_is_written_with_the_puzzle(text: str, family: str, to: str, tmp_path: Path) -> None:
    board, printed, written = (str(tmp_path / name) for name in ("a.puz", "a.sol", "written"))
    Path(board).write_text(f"family: {family}\n{text}")
    Path(printed).write_text(answer := run_alone("solve", board).stdout)
    assert run(["convert", board, "--solution", printed, "--to", to, "-o", written]) == 0
    assert run_alone("check", written).returncode == 0
    assert run_alone("draw", written).stdout == answer


def test_several_puzzles_of_a_file_get_their_own_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, printed = tmp_path / "a.puz", tmp_path / "a.sol"
    board.write_text(f"{APART}---\n1.1\n---\n2.1\n")
    printed.write_text(run_alone("solve", str(board)).stdout)
    assert run(["convert", str(board), "--solution", str(printed), "--to", "pzprv3"]) == 0
    solved = hashicnf.parse_all(capsys.readouterr().out)
    assert [one.solution is None or one.check(one.solution) for one in solved] == [[], [], True]
    assert run(["convert", str(board), "--solution", str(printed), "--to", "csv", "-o", str(tmp_path)]) == 0
    assert capsys.readouterr().err.count("the solution is left out: the csv format has no place for it") == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.puz", "a.puz", "--solution", "a.sol"], "--solution: the solutions belong to one input, and there are 2"),
        (["a.puz", "--solution", "a.sol", "-o", "a.sol"], "a.sol: is read by this command, so it cannot be written"),
        (["-", "--solution", "-"], "two inputs cannot both come from standard input"),
    ],
)
def test_a_solution_that_cannot_be_taken(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.puz").write_text("1.1\n")
    Path("a.sol").write_text("1─1\n")
    assert run(["convert", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert Path("a.sol").read_text() == "1─1\n"
