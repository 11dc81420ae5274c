"""Rows of a puzzle of another family are recognised because they have a solution in it."""

from __future__ import annotations

from pathlib import Path

import pytest

import hashicnf
from hashicnf.answers.misread import meant_as
from hashicnf.cli.app import run
from hashicnf.errors import Exit

SUDOKU = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"


LINE = SUDOKU.replace("\n", "")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (SUDOKU, ("sudoku", "native")),
        (SUDOKU.replace("53..7", "55..7"), None),  # no solution there either
        ("382\n451\n76.\n", ("tiles", "native")),
        ("123\n456\n87.\n", ("tiles", "native")),  # no plan either, but no other board has each tile once
        (LINE, ("sudoku", "sdm")),
        (f"{LINE}\n{LINE[::-1]}\n", ("sudoku", "sdm")),
        (f"{LINE}\n{LINE.replace('53..7', '55..7')}\n", None),
        ("1.1\n...\n1.1\n", None),
        ("loops: no\n" + SUDOKU, None),  # a setting that only one family has
        ("family: sudoku\n" + SUDOKU.replace("53..7", "55..7"), None),
    ],
)
def test_the_family_is_named_that_has_a_solution(text: str, meant: tuple[str, str] | None) -> None:
    assert meant_as(hashicnf.parse(text, format="native")) == meant


@pytest.mark.parametrize("command", ["solve", "unique", "count"])
def test_commands_say_so_below_their_answer(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plain.txt"
    path.write_text(SUDOKU)
    assert run([command, str(path)]) == Exit.UNSOLVABLE
    assert "as sudoku it has a solution" in capsys.readouterr().err


def test_a_board_of_tiles_without_a_plan_is_known_for_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "loyd.txt"
    path.write_text("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 .\n")
    assert run(["solve", str(path)]) == Exit.UNSOLVABLE
    advice = "as tiles its rows are a whole board; in a .puz or .txt file its rows need the line 'family: tiles' first"
    assert advice in capsys.readouterr().err
    assert run(["solve", str(path), "--metric", "slides"]) == Exit.USAGE
    advice = "hashi puzzles are not solved by plans; rows of another family need a line 'family: NAME' above them"
    assert advice in capsys.readouterr().err


def test_a_line_that_the_ending_makes_a_board_is_known_for_a_sudoku(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "line.puz"
    path.write_text(f"{LINE}\n")
    assert run(["solve", str(path)]) == Exit.UNSOLVABLE
    assert "as sudoku it has a solution; read it with --format sdm" in capsys.readouterr().err
    assert run(["solve", "--format", "sdm", str(path)]) == 0


@pytest.mark.parametrize(("first", "between", "last"), [("", ",", ""), ("[[", ",", "]]")])
def test_the_advice_can_be_followed_where_the_file_takes_no_line_above_its_rows(
    first: str, between: str, last: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row.replace(".", "0") for row in SUDOKU.split()]
    path = tmp_path / ("plain.json" if first else "plain.csv")
    path.write_text(first + ("],\n[" if first else "\n").join(between.join(row) for row in rows) + last)
    assert run(["solve", str(path)]) == Exit.UNSOLVABLE
    advice = "as sudoku it has a solution; in a .puz or .txt file its rows need the line 'family: sudoku' first"
    assert advice in capsys.readouterr().err
    (tmp_path / "rows.txt").write_text("\n".join(["family: sudoku", *rows]))
    assert run(["solve", str(tmp_path / "rows.txt")]) == 0
