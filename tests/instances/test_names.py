"""Names of instances: different encodings of a puzzle have different names, and default ones have short names."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.core.options import Choices, Option
from hashicnf.instances.facts import NOTHING
from hashicnf.instances.folder import name_of
from hashicnf.instances.manifest import read_rows, row_of
from hashicnf.pipeline.emit import Form

HASHI = """\
.2......
.31.....
........
.34..4..
2.......
.34..733
3...35.2
........
"""
SUDOKU = "family: sudoku\n1...\n..2.\n....\n...3\n"
TILES = "family: tiles\n1 2\n. 3\n"
KLOTSKI = "family: klotski\ngoal: A at 0,1\nAB.\n.BC\n"
WISHES = {
    HASHI: [
        *("", "--to opb", "--cuts 2", "--no-simplify", "--cardinality seqcounter"),
        *("--connectivity planar", "--connectivity planar --simplify", "--connectivity planar --cuts 2"),
        *(
            "--connectivity levels-unary --depth 3",
            "--connectivity levels-unary --depth 4",
            "--connectivity levels-unary",
        ),
    ],
    SUDOKU: ["", "--no-simplify", "--no-redundant", "--at-most-one ladder", "--option model=minimal"],
    KLOTSKI: [f"--horizon 2{metric}" for metric in ("", " --metric slide", " --metric move")],
    TILES: ["--horizon 2", "--horizon 3", "--horizon 3 --option positions=binary", "--horizon 3 --no-redundant"],
}


@pytest.mark.parametrize(("text", "wishes"), WISHES.items())
def test_every_encoding_has_a_name(text: str, wishes: list[str], tmp_path: Path) -> None:
    board = tmp_path / "a.puz"
    board.write_text(text)
    folder = tmp_path / "d"
    for words in wishes:
        assert run(["encode", str(board), *words.split(), "--output-dir", str(folder)]) == 0, words
    rows = [*read_rows(str(folder / "manifest.jsonl"))]
    assert len(rows) == len([*folder.glob("*-*.???")]) == len(wishes)
    assert len({json.dumps([row["encoding"], row["form"]], sort_keys=True) for row in rows}) == len(wishes)


def test_a_value_that_is_no_name_of_a_file_is_hashed() -> None:
    compiled = hashicnf.encode(hashicnf.parse(SUDOKU))
    row = row_of(compiled.puzzle, "", NOTHING)
    names = set()
    for value in ("../x", "/", "x" * 300, "plain"):
        choices = Choices({Option("key", str, "", "a text", "Any text."): value})
        names.add(name_of(row, replace(compiled, choices=choices), Form(), "none"))
    assert len(names) == 4
    assert all(re.fullmatch(r"sudoku-4x4-16-key-(plain|[0-9a-f]{8})-[0-9a-f]{8}\.cnf", name) for name in names)


@pytest.mark.parametrize(("text", "beginning"), [(SUDOKU, "sudoku-4x4-16"), (HASHI, "hashi-8x8-16-link-elimination")])
def test_a_formula_without_options_is_named_as_the_first_ones_were(text: str, beginning: str, tmp_path: Path) -> None:
    (tmp_path / "a.puz").write_text(text)
    assert run(["encode", str(tmp_path / "a.puz"), "--output-dir", str(tmp_path)]) == 0
    (row,) = read_rows(str(tmp_path / "manifest.jsonl"))
    assert re.fullmatch(rf"{beginning}-[0-9a-f]{{8}}\.cnf", row["name"]) is not None


def test_forms_without_options_differ_in_their_ending_alone(tmp_path: Path) -> None:
    (tmp_path / "a.puz").write_text(HASHI)
    for form in ("cnf", "opb"):
        assert run(["encode", str(tmp_path / "a.puz"), "--to", form, "--output-dir", str(tmp_path / "d")]) == 0
    names = [path.name for path in (tmp_path / "d").glob("*-*.???")]
    assert sorted(Path(name).suffix for name in names) == [".cnf", ".opb"]
    assert len({Path(name).stem for name in names}) == 1
