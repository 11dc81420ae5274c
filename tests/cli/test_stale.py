"""Files that a run was to write and did not: none of an earlier run is left in their place, and stderr says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from hashicnf.cli import tracing
from hashicnf.cli.app import run

ROOT = Path(__file__).parent.parent.parent
SMALL = str(ROOT / "examples" / "hashi" / "small.puz")
ODD = "family: tiles\n1 2 3\n4 5 6\n8 7 .\n"


def test_a_trace_without_steps_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("odd.puz").write_text(ODD)
    Path("old.jsonl").write_text("old\n")
    assert run(["solve", "odd.puz", "--trace", "old.jsonl"]) == 20
    known = "old.jsonl is not written, and the file that was there is removed: there are no steps to trace\n"
    assert known in capsys.readouterr().err
    assert not Path("old.jsonl").exists()
    assert run(["solve", "odd.puz", "--trace", "-"]) == 20
    assert capsys.readouterr().err.endswith("\nthere are no steps to trace\n")


def test_the_size_of_a_large_trace_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tracing, "LARGE", 1_000)
    monkeypatch.chdir(tmp_path)
    assert run(["solve", SMALL, "--method", "dpll", "--trace", "t.jsonl"]) == 0
    assert "t.jsonl: 0 MB; explain-trace --limit N explains the first N steps alone\n" in capsys.readouterr().err


def test_sat_leaves_no_other_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cnf").write_text("p cnf 1 1\n1 0\n")
    Path("a.drup").write_text("0\n")
    assert run(["sat", "a.cnf", "--solver", "dpll", "--proof", "a.drup"]) == 10
    assert not Path("a.drup").exists()
    Path("a.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    assert run(["sat", "a.cnf", "--solver", "dpll", "--proof", "a.drup"]) == 20
    assert Path("a.drup").exists()


@pytest.mark.parametrize("command", ["check", "draw"])
def test_standard_input_is_read_once(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "-", "-"]) == 2
    assert "two inputs cannot both come from standard input" in capsys.readouterr().err


def test_the_choice_of_a_connectivity_is_listed_with_the_encodings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["encode", SMALL, "--connectivity", "nosuch"]) == 2
    assert "is named 'nosuch'; there are: auto, block, closure" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("solve none.puz", 20),
        ("solve one.puz --timeout 0", 30),
        ("unique none.puz", 20),
        ("backbone none.puz --json", 20),
        ("count none.puz --marginals", 20),
        ("hint none.puz", 20),
        ("hint one.puz one.sol", 0),
        ("decode none.out --puzzle none.puz", 20),
    ],
)
def test_a_picture_of_nothing_is_told_of(
    command: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"none.puz": "1.2\n", "one.puz": "1.1\n", "one.sol": "1-1\n"}.items():
        Path(name).write_text(text)
    Path("none.out").write_text("s UNSATISFIABLE\n")
    assert run([*command.split(), "-o", "a.svg"]) == code
    assert capsys.readouterr().err.endswith("a.svg is not written: there is nothing to draw\n")
    assert not Path("a.svg").exists()
