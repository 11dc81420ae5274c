"""Commands whose output is one of their input files are refused before anything is lost."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from hashicnf.cli.app import run as run_here
from hashicnf.errors import Exit
from tests.commands import PROGRAM, run

ROOT = Path(__file__).parent.parent.parent
SMALL = (ROOT / "examples" / "hashi" / "small.puz").read_text()
CROSSING = (ROOT / "examples" / "hashi" / "witness_crossing.puz").read_text()
FALSE = "p cnf 1 2\n1 0\n-1 0\n"
FILES = {
    "a.puz": SMALL,
    "none.puz": CROSSING,
    "a.cnf": FALSE,
    "a.jsonl": "{}\n",
    "more.cnf": "1 0\n",
    "a-2.svg": SMALL,
}


def run_in(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command; a command that reads standard input runs in a process whose standard input is a file."""
    words = command.split()
    if "-" not in words:
        return run(*words, cwd=folder)
    with (folder / "a.puz").open() as stream:
        return subprocess.run(
            [*PROGRAM, *words], stdin=stream, capture_output=True, text=True, cwd=folder, timeout=60, check=False
        )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("solve a.puz --method astar --trace a.puz", "a.puz"),
        ("solve - --method astar --trace a.puz", "a.puz"),
        ("encode a.puz -o a.puz", "a.puz"),
        ("encode - -o ./a.puz", "./a.puz"),
        ("encode a.puz --add more.cnf -o more.cnf", "more.cnf"),
        ("convert a.puz --to csv -o a.puz", "a.puz"),
        ("decode more.cnf --cnf a.cnf --cuts more.cnf", "more.cnf"),
        ("decode more.cnf --cnf a.cnf --cuts a.cnf", "a.cnf"),
        ("explain-trace a.jsonl -o a.jsonl", "a.jsonl"),
        ("sat a.cnf --solver dpll --proof a.cnf", "a.cnf"),
        ("sat a.cnf --solver dpll --trace a.cnf", "a.cnf"),
        ("prove none.puz --cnf none.puz --proof p", "none.puz"),
        ("prove none.puz --cnf c --proof none.puz", "none.puz"),
        ("draw a-2.svg a.puz --sheet 1x1 -o a.svg", "a-2.svg"),
        ("bench a-2.svg --plot a-2.svg", "a-2.svg"),
        ("bench a*.svg --plot ./a-2.svg", "./a-2.svg"),
        ("compare a-2.svg --plot a-2.svg", "a-2.svg"),
        ("compare --from a-2.svg --plot a-2.svg", "a-2.svg"),
        ("results a-2.svg --plot a-2.svg", "a-2.svg"),
    ],
)
def test_no_command_writes_what_it_reads(command: str, name: str, folder: Path) -> None:
    result = run_in(folder, command)
    message = f"hashicnf: {name}: is read by this command, so it cannot be written; name another file\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", message)
    assert {path.name: path.read_text() for path in folder.iterdir()} == FILES


@pytest.mark.parametrize(
    "command",
    [
        "generate -o new --solution new",
        "prove none.puz --cnf new --proof new",
        "sat a.cnf --solver dpll --proof new --trace new",
    ],
)
def test_no_command_writes_one_file_twice(command: str, folder: Path) -> None:
    result = run_in(folder, command)
    message = "hashicnf: new: two results cannot go to one file; name another one\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", message)
    assert {path.name: path.read_text() for path in folder.iterdir()} == FILES


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["encode", "a.puz", "-o", "a\nb.svg"], "a b.svg: the ending .svg stands for a picture, but the output is "),
        (["encode", "a.puz", "-o", "a\nb.Z"], "a b.Z: .Z files are not written; "),
        (["solve", "a.puz", "-o", "a\nb"], "a b: -o writes a picture: "),
        (["view", "a.puz", "-o", "a\nb.txt"], "a b.txt: the output is a page for a browser: "),
        (["bench", "a.puz", "--plot", "a\nb"], "a b: a plot is a .png or .svg file"),
        (["generate", "hashi", "-o", "a\nb", "--solution", "a\nb"], "a b: two results cannot go to one file; "),
    ],
)
def test_names_of_outputs_are_in_one_line(
    words: list[str], message: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    assert run_here(words) == Exit.USAGE
    assert capsys.readouterr().err.startswith(f"hashicnf: {message}")
