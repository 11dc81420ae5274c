"""Bad input: the exact message for every example, and no message without its example."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import hashicnf
from hashicnf.files.inputs import read_text
from hashicnf.files.outputs import write_text
from tests.extras import marked

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "examples" / "bad"
FORMATS = {
    ".puz": "native",
    ".csv": "csv",
    ".has": "has",
    ".tatham": "tatham",
    ".sav": "savedgame",
    ".hrd": "hrd",
    ".hrd-digits": "hrd-digits",
    ".korf": "korf",
    ".tiles": "sized",
    ".sdm": "sdm",
    ".sdk": "sdk",
    ".ss": "ss",
    ".url": "puzzlink",
    ".pzpr": "pzprv3",
    ".janko": "janko",
    ".json": "json",
}
FILES = sorted(path for path in FOLDER.iterdir() if path.suffix != ".err")


def test_there_are_many_and_none_is_an_orphan() -> None:
    assert len(FILES) >= 30
    assert {path.name for path in FOLDER.glob("*.err")} == {path.name + ".err" for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_message_is_the_one_beside_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(hashicnf.InputError) as caught:
        hashicnf.read_all(os.path.relpath(path, ROOT), FORMATS[path.suffix])
    assert f"hashicnf: {caught.value}\n" == path.with_suffix(path.suffix + ".err").read_text()


@pytest.mark.parametrize("name", ["missing.puz", "."])
def test_what_cannot_be_opened(name: str, tmp_path: Path) -> None:
    with pytest.raises(hashicnf.InputError, match="cannot be read"):
        hashicnf.read_all(str(tmp_path / name))


@pytest.mark.parametrize("ending", marked([".gz", ".bz2", ".xz", ".zst"]))
def test_a_damaged_archive(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"board.puz{ending}"
    path.write_bytes(b"2.2\n")
    with pytest.raises(hashicnf.InputError, match="cannot be read"):
        hashicnf.read_all(str(path))


@pytest.mark.parametrize("ending", marked([".gz", ".bz2", ".xz", ".zst"]))
def test_archives_that_break_off_or_were_changed_are_no_shorter_texts(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"text{ending}"
    text = "".join(f"{n * n} {n**3 % 1009}\n" for n in range(5000))
    write_text(str(path), text)
    packed = path.read_bytes()
    assert read_text(str(path)) == text
    for size in (1, 9, len(packed) // 2, len(packed) - 1):
        path.write_bytes(packed[:size])
        with pytest.raises(hashicnf.InputError, match="cannot be read"):
            read_text(str(path))
    for at in range(30, len(packed), len(packed) // 40):
        path.write_bytes(packed[:at] + bytes([packed[at] ^ 4]) + packed[at + 1 :])
        with pytest.raises(hashicnf.InputError, match="cannot be read"):
            read_text(str(path))
    path.write_bytes(packed + packed)
    assert read_text(str(path)) == text + text
