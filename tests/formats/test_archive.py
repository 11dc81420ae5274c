"""A package in an archive has no files to read: the message states that, instead of an internal error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

PACKAGE = Path(__file__).parent.parent.parent / "hashicnf"
SCRIPT = """
import sys
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in repr(finder).lower()]
sys.path.insert(0, sys.argv[1])
import hashicnf
assert hashicnf.__file__.startswith(sys.argv[1])
try:
    hashicnf.parse("2.2")
except hashicnf.UsageError as problem:
    print(problem)
"""


def test_an_archive_is_to_be_unpacked(tmp_path: Path) -> None:
    archive = tmp_path / "hashicnf.zip"
    with ZipFile(archive, "w") as packed:
        for path in PACKAGE.rglob("*.py"):
            packed.write(path, path.relative_to(PACKAGE.parent))
    done = subprocess.run(
        [sys.executable, "-I", "-c", SCRIPT, str(archive)], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("hashicnf cannot run from an archive: ")
