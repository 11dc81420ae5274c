"""Endings of file names: they decide how a file is read, and no file is written under the ending of another format."""

from __future__ import annotations

from pathlib import Path

import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.errors import UsageError
from hashicnf.files.inputs import ending
from hashicnf.files.outputs import write_text
from hashicnf.pipeline.puzzles import named_by
from hashicnf.pipeline.writing import format_to_write
from tests.oracles.puzzles import board_of

BROKEN = "99999999 99999999 4\n2 0 2\n"
GAME = "7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2\n"
SMALL = str(Path(__file__).parent.parent.parent / "examples" / "hashi" / "small.puz")


@pytest.mark.parametrize(
    ("name", "format_name"),
    [
        ("a.has", "has"),
        ("folder.csv/a.puz", "native"),
        ("A.HAS", "has"),
        ("a.tatham.gz", "tatham"),
        ("a.csv.xz", "csv"),
        ("a.txt", None),
        ("a.gz", None),
        ("has", None),
        ("-", None),
        ("<stdin>", None),
    ],
)
def test_an_ending_names_a_format(name: str, format_name: str | None) -> None:
    assert named_by(name) == format_name


def test_endings_are_looked_at_below_a_compression() -> None:
    assert [ending(name) for name in ("a.b.c", "a.cnf.zst", "a", "a.gz", ".gz")] == [".c", ".cnf", "", "", ""]


@pytest.mark.parametrize("name", ["a.has", "a.has.gz"])
def test_a_file_with_a_broken_header_is_not_read_as_another_format(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    write_text(str(path), BROKEN)
    with pytest.raises(hashicnf.InputError, match="the header declares 99,999,999 rows and the file has 1"):
        hashicnf.read(path)
    assert board_of(hashicnf.read(path, "native")).shape == (2, 3)
    with pytest.raises(hashicnf.InputError, match="does not belong here"):
        hashicnf.parse(GAME, name="a.csv")


def test_an_ending_that_several_formats_have_decides_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for text, shape in ((GAME, (7, 7)), ("2, 0, 2\n", (1, 3)), ("2 3 2\n1 0 1\n0 0 0\n", (2, 3))):
        path.write_text(text)
        assert board_of(hashicnf.read(path)).shape == shape


@pytest.mark.parametrize(
    ("wanted", "name", "format_name"),
    [
        (None, "-", "native"),
        (None, "a.has", "has"),
        (None, "a.csv.gz", "csv"),
        (None, "a.txt", "native"),
        ("csv", "a.txt", "csv"),
        ("has", "-", "has"),
        ("csv", "a.board", "csv"),
    ],
)
def test_the_format_to_write_is_that_of_the_ending(wanted: str | None, name: str, format_name: str) -> None:
    assert format_to_write(wanted, name) == format_name


@pytest.mark.parametrize("name", ["a.board", "a.txt", "a.csv", "a"])
def test_native_text_under_an_ending_of_no_format_is_announced(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    known = "" if name != "a.board" else "a.board: no format has the ending .board; the puzzles are written as native\n"
    for command in (["convert", SMALL], ["generate", "hashi"]):
        assert run([*command, "-o", name]) == 0
        assert capsys.readouterr().err == (known and f"hashicnf: {known}")
    assert run(["convert", SMALL, "--to", "native", "-o", "a.board"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("wanted", "name"), [("csv", "a.has"), ("native", "a.csv"), (None, "a.cnf"), ("tatham", "a.puz")]
)
def test_no_puzzle_is_written_under_a_wrong_ending(wanted: str | None, name: str) -> None:
    with pytest.raises(
        UsageError, match=f"{name}: the ending .* stands for .*, but the output is .*; use another ending"
    ):
        format_to_write(wanted, name)


WRONG = (
    "x.wcnf",
    "x.wcnf.gz",
    "x.QDIMACS",
    "x.puz",
    "x.csv",
    "x.json",
    "x.drup",
    "x.knf",
    "x.knf.xz",
    "x.cnfp",
    "x.pbp",
)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        *(("encode {small} -o {name}", name) for name in WRONG),
        *(("prove {small} --cnf {name} --proof p", name) for name in (*WRONG, "x.opb")),
    ],
)
def test_no_formula_is_written_under_a_wrong_ending(
    command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(command.format(small=SMALL, name=name).split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"hashicnf: {name}: the ending ")
    assert "but the output is DIMACS CNF; use another ending, such as .cnf" in shown.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("encode {small} -o x.icnf", "stands for incremental CNF, which cubes writes, but"),
        ("encode {small} -o x.wcnf", "stands for weighted CNF, which diagnose writes, but"),
        (
            "encode {small} --to cnf -o x.opb",
            "stands for pseudo-Boolean constraints, which encode --to opb writes, but",
        ),
        ("convert {small} -o x.cnf", "stands for DIMACS CNF, which encode writes, but"),
        ("encode {small} -o x.knf", "stands for CNF with cardinality constraints, but"),
        ("prove {small} --cnf a.cnf --proof x.png", "but the output is a proof; use another ending, such as .drup"),
        ("prove {small} --cnf a.cnf --proof x.cnf.gz", "but the output is a proof"),
        ("explain-trace steps.jsonl -o x.png", "but the output is a page; use another ending, such as .html"),
        ("view {small} -o x.svg", "but the output is a page"),
        ("encode {small} -o x.cert", "stands for a certificate, which certify writes, but"),
        ("cubes {small} --solve --certificate x.cnf", "but the output is a certificate"),
        ("generate hashi --solution x.svg -o a.puz", "but the output is a drawing as text"),
        ("sat a.cnf --proof x.cnf", "but the output is a proof"),
        ("decode a.model --cnf a.cnf --cuts x.svg", "but the output is clauses"),
    ],
)
def test_nothing_is_written_under_an_ending_of_something_else(
    command: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error names the command that writes such a file, or an ending of the chosen format."""
    monkeypatch.chdir(tmp_path)
    assert run(command.format(small=SMALL).split()) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_library_writes_no_formula_under_a_wrong_ending(tmp_path: Path) -> None:
    compiled = hashicnf.encode(hashicnf.parse("1.1\n"))
    with pytest.raises(UsageError, match=r"the ending \.opb stands for pseudo-Boolean constraints"):
        compiled.write(tmp_path / "x.opb")
    for name in ("x.cnf", "x.cnf.gz", "x.dimacs", "x.txt", "x"):
        compiled.write(tmp_path / name)
    assert len(list(tmp_path.iterdir())) == 5
