"""The page of instances names a file as the commands of the page do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hashicnf.cli.app import run

TEXT = (Path(__file__).parent.parent.parent / "docs" / "instances.md").read_text(encoding="utf-8")


def test_the_example_of_a_name_is_what_the_commands_make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (name,) = re.findall(r"as in `(\S+)`", TEXT)
    seed = re.findall(r"-seed(\d+)-", name)[0]
    (generate,) = re.findall(r"^hashicnf (generate hashi .*)$", TEXT, flags=re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    Path("boards").mkdir()
    words = generate.replace("'", "").replace("--count 1000", f"--seed {seed}").split()
    assert run(words) == 0
    assert run(["encode", f"boards/{seed}.puz", "--output-dir", "instances", "--compress", "xz"]) == 0
    assert (tmp_path / "instances" / name).is_file()
