"""Rows of a puzzle of another family are recognised because they have a solution in it."""

from __future__ import annotations

from pathlib import Path

import pytest

import hashicnf
from hashicnf.answers.misread import meant_as
from hashicnf.cli.app import run
from hashicnf.errors import Exit

SUDOKU = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"


@pytest.mark.parametrize(
    ("text", "family"),
    [
        (SUDOKU, "sudoku"),
        (SUDOKU.replace("53..7", "55..7"), None),  # no solution there either
        ("382\n451\n76.\n", "tiles"),
        ("1.1\n...\n1.1\n", None),
        ("loops: no\n" + SUDOKU, None),  # a setting that only one family has
        ("family: sudoku\n" + SUDOKU.replace("53..7", "55..7"), None),
    ],
)
def test_the_family_is_named_that_has_a_solution(text: str, family: str | None) -> None:
    assert meant_as(hashicnf.parse(text)) == family


@pytest.mark.parametrize("command", ["solve", "unique", "count"])
def test_commands_say_so_below_their_answer(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plain.txt"
    path.write_text(SUDOKU)
    assert run([command, str(path)]) == Exit.UNSOLVABLE
    assert "as sudoku it has a solution" in capsys.readouterr().err
