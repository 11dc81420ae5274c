"""Tables kept between runs: used only if they are complete and the ones asked for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hashicnf.files.cache import cache_folder, kept

WHAT = {"tables": 1, "shape": (3, 3)}
DATA = bytes(range(256)) * 20


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "hashicnf"


def never() -> bytes:
    raise AssertionError("they are made anew")


def test_what_was_kept_is_read(folder: Path) -> None:
    made = kept("a.table", WHAT, lambda: DATA)
    assert (made.data, made.is_new, made.path) == (DATA, True, folder / "a.table")
    again = kept("a.table", WHAT, never)
    assert (again.data, again.is_new) == (DATA, False)
    assert [path.name for path in folder.iterdir()] == ["a.table"]


@pytest.mark.parametrize("damage", ["cut", "byte", "longer", "head", "empty", "text"])
def test_what_is_damaged_is_made_anew(folder: Path, damage: str) -> None:
    kept("a.table", WHAT, lambda: DATA)
    path = folder / "a.table"
    whole = path.read_bytes()
    middle = len(whole) // 2
    path.write_bytes(
        {
            "cut": whole[:-1],
            "byte": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
            "longer": whole + b"x",
            "head": whole.replace(b'"tables"', b'"fables"', 1),
            "empty": b"",
            "text": b"{\n" + DATA,
        }[damage]
    )
    assert kept("a.table", WHAT, lambda: DATA).is_new
    assert path.read_bytes() == whole
    assert not kept("a.table", WHAT, never).is_new


def test_what_is_stale_is_made_anew(folder: Path) -> None:
    kept("a.table", WHAT, lambda: DATA)
    made = kept("a.table", {**WHAT, "tables": 2}, lambda: b"other")
    assert (made.data, made.is_new) == (b"other", True)
    assert kept("a.table", WHAT, lambda: DATA).is_new


@pytest.mark.skipif(os.geteuid() == 0 and not Path("/proc").exists(), reason="there is no folder that nobody can write")
def test_where_nothing_can_be_written_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc")
    made = kept("a.table", WHAT, lambda: DATA)
    assert (made.data, made.path, made.is_new) == (DATA, None, True)


def test_a_table_that_is_not_finished_leaves_nothing(folder: Path) -> None:
    def fails() -> bytes:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        kept("a.table", WHAT, fails)
    assert not folder.exists()


def test_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", "/nowhere")
    assert cache_folder() == Path("/nowhere/.cache/hashicnf")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path("/nowhere/.cache/hashicnf")
