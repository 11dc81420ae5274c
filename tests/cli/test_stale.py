"""If a run does not write its output files, those that were there are kept, with a message on stderr."""

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
    known = "old.jsonl is not written; the file that was there is kept: there are no steps to trace\n"
    assert known in capsys.readouterr().err
    assert Path("old.jsonl").read_text() == "old\n"
    assert run(["solve", "odd.puz", "--trace", "-"]) == 20
    assert capsys.readouterr().err.endswith("\nthere are no steps to trace\n")


def test_the_size_of_a_large_trace_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tracing, "LARGE", 1_000)
    monkeypatch.setattr(tracing, "HUGE", 100)
    monkeypatch.chdir(tmp_path)
    assert run(["solve", SMALL, "--method", "dpll", "--trace", "t.jsonl"]) == 0
    shown = capsys.readouterr().err
    assert "t.jsonl: 0 MB; explain-trace --limit N explains the first N steps alone\n" in shown
    size = Path("t.jsonl").stat().st_size
    assert shown.count("t.jsonl: 0 MB of steps so far; --max-nodes N ends a search sooner\n") == len(str(size)) - 2


def test_sat_keeps_another_proof_and_reports_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cnf").write_text("p cnf 1 1\n1 0\n")
    Path("a.drup").write_text("0\n")
    assert run(["sat", "a.cnf", "--solver", "dpll", "--proof", "a.drup"]) == 10
    assert Path("a.drup").read_text() == "0\n"
    assert capsys.readouterr().err == "hashicnf: warning: a.drup is not written; the file that was there is kept\n"
    Path("a.drup").write_text("old\n")
    Path("a.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    assert run(["sat", "a.cnf", "--solver", "dpll", "--proof", "a.drup"]) == 20
    assert Path("a.drup").read_text() == "0\n"
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("command", "work"),
    [
        ("certify one.puz -o old.txt", "hashicnf.proofs.certify.certify"),
        ("prove one.puz --cnf a.cnf --proof old.txt", "hashicnf.proofs.write.find_proof"),
        ("solve tiles.puz --cnf a.cnf --proof old.txt", "hashicnf.solving.methods.solve_with"),
        ("solve one.puz --trace old.txt", "hashicnf.solving.methods.solve_with"),
        ("cubes one.puz -o old.txt", "hashicnf.cubing.cubes.cubes_of"),
        ("generate hashi --unique -o old.txt", "hashicnf.making.orders.make"),
        ("cubes one.puz --solve --certificate old.txt", "hashicnf.cubing.cubes.conquer_all"),
        ("diagnose one.puz -o old.txt", "hashicnf.answers.diagnosis.diagnose"),
    ],
)
def test_ctrl_c_keeps_what_was_there(
    command: str, work: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(work, interrupted)
    for name, text in {"one.puz": "1.1\n", "tiles.puz": "family: tiles\n1 2\n. 3\n", "old.txt": "mine\n"}.items():
        Path(name).write_text(text)
    assert run(command.split()) == 130
    assert Path("old.txt").read_text() == "mine\n"
    kept = "hashicnf: warning: old.txt is not written; the file that was there is kept\n"
    assert kept in capsys.readouterr().err


@pytest.mark.parametrize("command", ["check", "draw"])
def test_standard_input_is_read_once(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "-", "-"]) == 2
    assert "two inputs cannot both come from standard input" in capsys.readouterr().err


def test_the_choice_of_a_connectivity_is_listed_with_the_encodings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["encode", SMALL, "--connectivity", "nosuch"]) == 2
    assert "is named 'nosuch'; there are: auto, block, closure" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "code", "why"),
    [
        ("solve none.puz -o a.svg", 20, "there is nothing to draw"),
        ("solve one.puz --timeout 0 -o a.svg", 30, "there is nothing to draw"),
        ("unique none.puz -o a.svg", 20, "there is nothing to draw"),
        ("backbone none.puz --json -o a.svg", 20, "there is nothing to draw"),
        ("count none.puz --marginals -o a.svg", 20, "there is nothing to draw"),
        ("hint none.puz -o a.svg", 20, "there is nothing to draw"),
        ("hint one.puz one.sol -o a.svg", 0, "there is nothing to draw"),
        ("decode none.out --puzzle none.puz -o a.svg", 30, "there is nothing to draw"),
        ("diagnose one.puz -o a.puz", 0, "there is nothing to mend"),
        ("diagnose none.puz --timeout 0 -o a.puz", 30, "there is no answer"),
    ],
)
def test_an_output_of_nothing_is_told_of(
    command: str,
    code: int,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"none.puz": "1.2\n", "one.puz": "1.1\n", "one.sol": "1-1\n"}.items():
        Path(name).write_text(text)
    Path("none.out").write_text("s UNSATISFIABLE\n")
    *_, output = words = command.split()
    assert run(words) == code
    assert capsys.readouterr().err.endswith(f"{output} is not written: {why}\n")
    assert not Path(output).exists()
    Path(output).write_text("old\n")
    assert run(words) == code
    known = f"{output} is not written; the file that was there is kept: {why}\n"
    assert capsys.readouterr().err.endswith(known)
    assert Path(output).read_text() == "old\n"


@pytest.mark.parametrize(
    "command",
    [
        "encode a.puz -o no/a.cnf",
        "encode a.puz --to opb -o no/a.opb",
        "convert a.puz -o no/a.puz",
        "certify a.puz -o no/a.cert",
        "prove one.puz --cnf no/a.cnf --proof a.drup",
        "prove one.puz --cnf a.cnf --proof no/a.drup",
        "explain a.puz -o no/a.html",
        "view a.puz -o no/a.html",
        "explain-trace a.jsonl -o no/a.html",
        "solve one.puz --method dpll --trace no/a.jsonl",
        "sat a.cnf --solver dpll --proof no/a.drup",
        "decode a.out --puzzle a.puz --cuts no/a.cnf",
        "diagnose a.puz -o no/a.puz",
        "generate hashi --islands 99999999 -o no/a.puz",
        "generate hashi --islands 99999999 --solution no/a.sol",
        "cubes a.puz -o no/a.icnf",
        "cubes a.puz --solve --certificate no/a.cert",
    ],
)
def test_an_output_without_a_place_is_refused_before_any_work(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.puz").write_text("1.1\n")
    assert run(command.split()) == 2
    assert capsys.readouterr().err.endswith(": cannot be written: there is no folder no\n")
