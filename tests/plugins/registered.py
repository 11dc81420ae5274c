"""Packages from outside, laid into a folder as pip does and found by their entry points for a while."""

from __future__ import annotations

import atexit
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import invalidate_caches
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any, Final

OUTSIDE: Final = Path(__file__).parent / "outside"


def lay(folder: Path, project: Mapping[str, Any]) -> None:
    """Write what pip notes down of an installed project: its name, its version, its entry points."""
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")


@contextmanager
def installed(source: Path) -> Iterator[None]:
    """Put the folder of a ``pyproject.toml`` on the path, beside what pip would have noted down of the project."""
    with TemporaryDirectory() as notes:
        lay(Path(notes), project_in(source))
        with on_path(notes, str(source)):
            yield


def project_in(source: Path) -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


@contextmanager
def on_path(*paths: str) -> Iterator[None]:
    sys.path[:0] = paths
    invalidate_caches()
    try:
        yield
    finally:
        for path in paths:
            sys.path.remove(path)


@contextmanager
def added() -> Iterator[None]:
    """Install the families for a while."""
    with on_path(_notes(), str(OUTSIDE)):
        yield


@cache
def _notes() -> str:
    """Lay the families out once: what is found on a path is remembered by the path."""
    folder = mkdtemp()
    atexit.register(rmtree, folder)
    lay(Path(folder), project_in(OUTSIDE))
    return folder
