"""A package with families, built and installed by pip, beside an unchanged hashicnf: every command works on its puzzles."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hashicnf.cli.app import run as run_command
from tests.plugins.registered import OUTSIDE, added

LATIN = "family: latin\nAB..\n....\n....\n...C\n"
SLIDING = "family: sliding\n1.3\n425\n"

# Each command with its exit code and a text of its output; {} is the family.
COMMANDS = [
    ("families", 0, "from the package outside-puzzles"),
    ("formats", 0, "from the package outside-puzzles"),
    ("encode {}.puz --output {}.cnf HORIZON", 0, ""),
    ("sat {}.cnf", 10, "s SATISFIABLE"),
    ("decode {}.out --cnf {}.cnf", 0, ""),
    ("solve {}.puz", 0, ""),
    ("check {}.puz {}.sol", 0, "correct: every rule is kept"),
    ("draw {}.puz", 0, ""),
    ("draw {}.puz {}.sol", 0, ""),
    ("solve {}.puz --method astar --trace {}.jsonl", 0, ""),
    ("explain-trace {}.jsonl", 0, "Solved: "),
    ("solve {}.puz --method breadthfirst --json", 0, '"solution"'),
    ("generate {} --seed 1 --output {}-made.puz", 0, ""),
    ("solve {}-made.puz", 0, ""),
    ("convert {}.puz", 0, "family: {}"),
    ("bench {}.puz --json", 0, '"status": "solved"'),
]
each_family = pytest.mark.parametrize(("family", "text"), [("latin", LATIN), ("sliding", SLIDING)])
KEPT = {"sat": "out", "solve": "sol"}  # the ending under which the output of a command's first run is kept


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the package, with nothing but what is on this machine."""
    folder = tmp_path_factory.mktemp("site")
    alone = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet")
    command = [sys.executable, "-m", "pip", "install", *alone, "--target", str(folder), str(OUTSIDE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
@pytest.mark.timeout(400)
@each_family
def test_every_command_works_on_a_family_that_pip_installed(family: str, text: str, site: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(site), "COLUMNS": "100"}

    def run(words: list[str]) -> tuple[int, str, str]:
        command = [sys.executable, "-m", "hashicnf", *words]
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=110, check=False
        )
        return done.returncode, done.stdout, done.stderr

    run_all(family, text, tmp_path, run)


@each_family
def test_every_command_works_in_process(
    family: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(words: list[str]) -> tuple[int, str, str]:
        code = run_command(words)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    with added():
        run_all(family, text, tmp_path, run)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (LATIN, ["on a formula (", "Nothing more follows here", "Solved: nothing is left to decide."]),
        (SLIDING, ["on a sliding puzzle (", "Now a move must be chosen.", "Solved: the goal is reached."]),
    ],
)
def test_a_search_without_a_narrator_says_what_it_is_on(
    text: str, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    Path("a.puz").write_text(text)
    with added():
        assert run_command(["solve", "a.puz", "--method", "astar", "--trace", "a.jsonl"]) == 0
        assert run_command(["explain-trace", "a.jsonl"]) == 0
    output = " ".join(capsys.readouterr().out.split())  # whatever the width that breaks the lines
    assert [words for words in told if words not in output] == []


def run_all(family: str, text: str, folder: Path, run: Callable[[list[str]], tuple[int, str, str]]) -> None:
    """Run the commands in their order; some read what those before them wrote or printed."""
    (folder / f"{family}.puz").write_text(text)
    for words, code, shown in COMMANDS:
        line = words.replace("{}", family).replace("HORIZON", "--horizon 30" if family == "sliding" else "")
        found, output, errors = run(line.split())
        assert found == code, (line, errors)
        assert shown.replace("{}", family) in output, (line, output)
        kept = folder / f"{family}.{KEPT.get(line.split()[0], 'none')}"
        if kept.suffix != ".none" and not kept.exists():
            kept.write_text(output)
