"""The package that docs/planning.md shows works as it stands there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from runpy import run_path

import pytest

import hashicnf
from hashicnf.cli.app import run as run_command
from hashicnf.planning.stage import boards
from tests.plugins.registered import installed

TEXT = (Path(__file__).parent.parent.parent / "docs" / "planning.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^File `([^`]+)`:\n\n```\w+\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL))
COMMANDS = re.findall(r"^hashicnf (.*?)(?: +#.*)?$", TEXT, flags=re.MULTILINE)
(STAGE,) = re.findall(
    r"^```python\n(from hashicnf.planning.stage import .*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL
)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package as a user would lay it out, installed for the length of a test, and its puzzle."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    with installed(tmp_path):
        yield tmp_path
    for name in ("sokoban_puzzles", "test_sokoban"):
        sys.modules.pop(name, None)


def test_its_tests_pass(package: Path) -> None:
    (marks,) = import_module("test_sokoban").test_it_keeps_its_promises.pytestmark
    cases = marks.args[1]
    assert len(cases) > 40
    for case in cases:
        case()


def test_its_commands_run(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(COMMANDS) == 9
    for line in COMMANDS:
        for command in line.split(" && "):
            words, _, target = command.removeprefix("hashicnf ").partition(" > ")
            assert run_command(words.split()) in (0, 20), capsys.readouterr().err
            output = capsys.readouterr().out
            if target:
                Path(target).write_text(output)
            if "--play" in words:
                assert output.endswith("\nWWWWWW\nW....W\nW....W\nW..PXW\nWWWWWW\nstep 6\n")
    assert "box.svg" in COMMANDS[-1]
    assert [Path("box.svg").read_text().count(f'class="{kind}"') for kind in ("wall", "goal", "box", "player")] == [
        1
    ] * 4
    plans = []
    for words in ("solve box.puz --json", "solve box.puz --metric pushes --method astar --json"):
        assert run_command(words.split()) == 0
        plans.append(json.loads(capsys.readouterr().out))
    assert (plans[0]["length"], plans[0]["cost"], plans[0]["optimal"]) == (6, 6, True)
    assert (plans[1]["cost"], plans[1]["optimal"], sum(step.isupper() for step in plans[1]["plan"])) == (3, True, 3)
    Path("box.plan").write_text("\n".join(plans[1]["plan"]))
    assert run_command(["check", "box.puz", "box.plan"]) == 0


def test_a_stage_moves_the_pieces(tmp_path: Path) -> None:
    (tmp_path / "stage.py").write_text(STAGE)
    stage = run_path(str(tmp_path / "stage.py"))["stage"]
    puzzle = hashicnf.parse("family: tiles\n813\n4.2\n765\n")
    named = hashicnf.draw(puzzle, hashicnf.solve(puzzle).solution, "words").splitlines()
    for actions in (named, [action.split()[1] for action in named]):
        *_, end = boards(stage(puzzle.board), actions)
        assert end == [divmod(tile, 3) for tile in range(8)]


@pytest.mark.slow
def test_it_is_typed(package: Path) -> None:
    files = [name for name in FILES if name.endswith(".py")]
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "cache", *files]
    done = subprocess.run(command, capture_output=True, text=True, cwd=package, timeout=110, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
