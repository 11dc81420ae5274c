"""Golden CNF files, byte for byte: same input, same bytes, whatever the hash seed. ``make goldens`` writes them anew."""

from __future__ import annotations

import io
import os
import subprocess
from pathlib import Path

import pytest

import hashicnf
from tests.commands import PROGRAM
from tests.golden.cases import FOLDER, PUZZLES, ROOT, cases, write
from tests.portions import few

FAMILIES = {Path(name).parts[0] for name in cases()}


def test_no_golden_is_missing_or_an_orphan() -> None:
    found = {f"{family}/{path.name}" for family in FAMILIES for path in (FOLDER / family).iterdir()}
    assert found == set(cases())


@pytest.mark.parametrize("name", sorted(cases()))
def test_the_bytes_are_the_same(name: str, tmp_path: Path) -> None:
    assert write(name, tmp_path).read_bytes() == (FOLDER / name).read_bytes()


@pytest.mark.parametrize("seed", few(["0", "9", "1"], 1))
def test_hash_seeds_change_nothing(seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    small = PUZZLES / "hashi" / "small.puz"
    for connectivity in ("planar", "auto"):
        command = [*PROGRAM, "encode", str(small), "--connectivity", connectivity]
        result = subprocess.run(command, capture_output=True, env=environment, check=True, cwd=ROOT)
        here = io.BytesIO()
        hashicnf.encode(hashicnf.read(small), connectivity=connectivity).write(here)
        assert result.stdout == here.getvalue()
