"""The comments of a CNF file are checked against each other: damaged or edited ones are errors of the file, with their line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.errors import InputError, UsageError
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.decode import decode_model
from hashicnf.pipeline.encodings import Encodings

TILES = "family: tiles\n1 2 3\n4 . 6\n7 5 8\n"


@pytest.fixture
def cnf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("model").write_text("s UNSATISFIABLE\n")
    compile_puzzle(hashicnf.parse(TILES), Encodings(horizon=4)).write("a.cnf")
    return Path("a.cnf").read_text()


def test_what_is_not_edited_is_read(cnf: str) -> None:
    assert decode_model("model", "a.cnf", None).puzzle == hashicnf.parse(TILES)
    Path("a.cnf").write_text("".join(line for line in cnf.splitlines(True) if not line.startswith("c group")))
    assert decode_model("model", "a.cnf", None).puzzle == hashicnf.parse(TILES)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (r', "horizon": 4', "", "the hashicnf comment names no horizon, and tiles puzzles are solved by plans"),
        (r', "metric": "slides"', "", "the hashicnf comment names no metric, and tiles puzzles are solved by plans"),
        (r'"horizon": 4', '"horizon": null', "the hashicnf comment is damaged: horizon is null"),
        (r'"horizon": 4', '"horizon": true', "the hashicnf comment is damaged: horizon is true"),
        (r'"horizon": 4', '"horizon": "x"', 'the hashicnf comment is damaged: horizon is "x"'),
        (r'"horizon": 4', '"horizon": 1.5', "the hashicnf comment is damaged: horizon is 1.5"),
        (r'"horizon": 4', '"horizon": -3', "the hashicnf comment is damaged: horizon is -3"),
        (r'"horizon": 4', '"horizon": 99999999999', "a horizon of 99,999,999,999 steps in a formula of 505 variables"),
        (r'"horizon": 4', '"horizon": 2', "contradicts the group comments: it implies state[0..2,0..80] 1..243, they"),
        (r'"metric": "slides"', '"metric": "nosuch"', "no metric of tiles is named 'nosuch'; there are: slides"),
        (r'"metric": "slides"', '"metric": 7', "the hashicnf comment is damaged: metric is 7"),
        (r'"family": "tiles"', '"family": "sudoku"', "declares the family 'sudoku', but the board is tiles"),
        (r"c board .*\n", "", "the puzzle is missing from the comments"),
        (r"c group busy.*\n", "", "it implies busy[0..3] 502..505, they say none"),
    ],
)
def test_damaged_comments_are_errors_of_the_file(cnf: str, old: str, new: str, message: str) -> None:
    edited = re.sub(old, new, cnf)
    assert edited != cnf
    Path("a.cnf").write_text(f"c a remark\n{edited}")
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        decode_model("model", "a.cnf", None)
    assert (caught.value.source, caught.value.line, caught.value.column) == ("a.cnf", 2, 14)
    assert run(["decode", "model", "--cnf", "a.cnf"]) == 65


@pytest.mark.parametrize(
    ("row", "edited", "line", "column"),
    [
        ("4.6", "4.", 8, 11),
        ("4.6", "4x6", 8, 10),
        ("758", r"\u0037\u00358x", 9, 22),
        ("123", "title: ab\nc board gaol: x\nc board 123", 8, 9),
    ],
)
def test_a_fault_of_the_board_is_found_in_its_comment(cnf: str, row: str, edited: str, line: int, column: int) -> None:
    text = "c a remark\n" + cnf.replace(f"c board {row}\n", f"c board {edited}\n")
    Path("a.cnf").write_text(text)
    with pytest.raises(InputError) as caught:
        decode_model("model", "a.cnf", None)
    problem = caught.value
    assert (problem.source, problem.line, problem.column) == ("a.cnf", line, column)
    assert problem.text == text.split("\n")[line - 1]


def test_a_puzzle_alone_does_not_tell_the_horizon(cnf: str) -> None:
    Path("a.puz").write_text(TILES)
    with pytest.raises(UsageError, match="is decoded by its formula, which knows the horizon: --cnf"):
        decode_model("model", None, "a.puz")
