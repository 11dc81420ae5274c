"""Names of files: whether two of them mean the same file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hashicnf.errors import UsageError
from hashicnf.files.outputs import require_apart


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file, two links to it, another file and a broken link."""
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        Path(name).write_text(name)
    Path("soft").symlink_to("a")
    os.link("a", "hard")
    Path("dangling").symlink_to("new")
    return tmp_path


@pytest.mark.parametrize("name", ["a", "./a", "soft", "hard", "../{}/a"])
def test_a_file_that_is_read_is_not_written(name: str, here: Path) -> None:
    output = name.format(here.name)
    with pytest.raises(UsageError, match="is read by this command, so it cannot be written; name another file"):
        require_apart([None, "b", output], [None, "nothing", "a"])


@pytest.mark.parametrize(("first", "second"), [("a", "hard"), ("new", "./new"), ("new", "dangling"), ("x/y", "x/./y")])
def test_two_results_do_not_go_to_one_file(first: str, second: str, here: Path) -> None:
    with pytest.raises(UsageError, match="two results cannot go to one file; name another one"):
        require_apart([first, second])


def test_two_inputs_do_not_come_from_standard_input() -> None:
    with pytest.raises(
        UsageError, match="two inputs cannot both come from standard input; name a file for one of them"
    ):
        require_apart([], ["-", None, "-"])


def test_two_results_do_not_go_to_standard_output() -> None:
    with pytest.raises(UsageError, match="two results cannot both go to standard output"):
        require_apart(["-", None, "-"])


@pytest.mark.parametrize(
    ("outputs", "inputs"),
    [
        (["b"], ["a"]),
        (["new"], ["a"]),
        (["-"], ["-"]),
        (["-", "b"], ["a"]),
        ([os.devnull, os.devnull], [os.devnull]),
        ([None, None], [None, "a", "a"]),
    ],
)
def test_everything_else_is_apart(outputs: list[str | None], inputs: list[str | None], here: Path) -> None:
    require_apart(outputs, inputs)
