"""What the pages show of a terminal is true: each command works, and prints what stands under it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from hashicnf.cli.app import run
from tests.extras import needs

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted((ROOT / "docs").rglob("*.md"))
FILE = re.compile(r"[Aa] file `([^`]+)`:\s+```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
CODES = (0, 1, 10, 20)
GAVE_UP = 30  # where the page shows why


def steps(page: Path) -> list[tuple[str, str]]:
    """The commands of a page, each with what stands under it."""
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [(command, shown) for block in blocks for command, shown in STEP.findall(block)]


SHOWN = [page for page in PAGES if steps(page)]
TRIED = [
    pytest.param(page, id=page.stem, marks=[needs("matplotlib")] * any("--plot" in words for words, _ in steps(page)))
    for page in SHOWN
]


@pytest.mark.parametrize("page", TRIED)
def test_a_page_shows_what_happens(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for name, text in FILE.findall(page.read_text(encoding="utf-8")):
        (tmp_path / name).write_text(text)
    for command, shown in steps(page):
        program, *words = shlex.split(command)
        assert program == "hashicnf"
        words, target = (words[:-2], words[-1]) if words[-2] == ">" else (words, None)
        assert run(words) in (CODES if not shown else (*CODES, GAVE_UP)), (command, capsys.readouterr().err)
        output, errors = capsys.readouterr()
        if target is not None:
            Path(target).write_text(output, encoding="utf-8")
            output = ""
        assert not shown or shown in (output + errors, errors + output), command


def test_there_are_such_pages() -> None:
    assert {"tutorial", "answers", "researchers", "teachers", "puzzles"} <= {page.stem for page in SHOWN}
    assert sum(len(steps(page)) for page in SHOWN) > 40
