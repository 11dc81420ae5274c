"""The files of puzzles that inputs name."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

import hashicnf
from hashicnf.batch.inputs import find_puzzles, items_of, kept_input, named, names_of
from hashicnf.batch.items import Item
from hashicnf.errors import InputError
from hashicnf.files.inputs import read_text


def test_what_is_written_beside_puzzles_is_none_of_them(tmp_path: Path) -> None:
    """A file that is named is read nevertheless, and the error states its kind. Broken links are kept, to be reported."""
    folder = tmp_path / ".mine" / "boards"
    (folder / ".git").mkdir(parents=True)
    (folder / "more").mkdir()
    for name in (
        "a.puz",
        "b.puz.gz",
        "a.cnf",
        "a.cnf.xz",
        "a.svg",
        "A.HTML",
        "a.cert",
        "a.sol",
        "run.sqlite",
        "t.jsonl",
        ".hidden.puz",
        ".git/HEAD",
        "more/d.puz",
    ):
        (folder / name).touch()
    (folder / "c.puz").symlink_to(folder / "nothing.puz")
    assert find_puzzles([str(folder)]) == [str(folder / name) for name in ("a.puz", "b.puz.gz", "c.puz", "more/d.puz")]
    assert find_puzzles([str(folder / "a.cnf")]) == [str(folder / "a.cnf")]


def test_a_folder_that_cannot_be_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(folder: Any) -> Any:
        if folder == shut:
            raise PermissionError(errno.EACCES, "Permission denied", folder)
        return scan(folder)

    shut, scan = str(tmp_path / "more"), os.scandir
    (tmp_path / "more").mkdir()
    (tmp_path / "a.puz").touch()
    monkeypatch.setattr("os.scandir", refused)
    for name in (shut, str(tmp_path)):
        with pytest.raises(InputError, match=rf"^{shut}: cannot be read: Permission denied$"):
            find_puzzles([name])


def test_names_that_no_file_can_have_may_be_puzzles() -> None:
    game_id = f"299x1m2:2{'a' * 297}2"
    puzzle = hashicnf.puzzle([[2, 0, 2]], title="T" * 300)
    with named([puzzle, game_id]) as names:
        assert names_of(names) == [f"{'T' * 300}.puz", game_id]
        read = [item for (item,) in items_of(names, None) if isinstance(item, Item)]
        assert [item.text for item in read] == ["2.2\n", game_id]
    with pytest.raises(InputError, match="no such file or folder"):
        names_of(["y" * 300])


def test_a_puzzle_that_is_given_is_preferred_to_a_folder_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("puzzle.puz").mkdir()
    with named([hashicnf.puzzle([[2, 0, 2]])]) as names:
        assert names_of(names) == ["puzzle.puz"]


def test_a_pipe_can_be_read_again_where_it_is_kept() -> None:
    out, into = os.pipe()
    name = f"/dev/fd/{out}"
    os.write(into, b"1.1\n")
    os.close(into)
    with os.fdopen(out), kept_input([name, "no-such-file.puz"]):
        assert [read_text(name), read_text(name)] == ["1.1\n", "1.1\n"]
