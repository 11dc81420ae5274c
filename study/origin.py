"""The origin of tables: machine, versions, sample and limit, kept beside them in ``origin.json``."""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeAlias

from hashicnf.version import __version__
from study.boards import Boards

Origin: TypeAlias = Mapping[str, Any]

FILE: Final = "origin.json"
PROCESSORS: Final = Path("/proc/cpuinfo")


def origin(boards: Boards, timeout: float, peers: Mapping[str, str]) -> Origin:
    """Describe a run on this machine, without names."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "sample": boards.sample,
        "timeout": timeout,
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "versions": {
            "hashicnf": __version__,
            "Python": platform.python_version(),
            "PySAT": version("python-sat"),
            "numpy": version("numpy"),
            **peers,
        },
    }


def note(folder: Path, chapter: str, found: Origin) -> None:
    """Keep the origin of a chapter's table."""
    every = {**read(folder), chapter: found}
    (folder / FILE).write_text(json.dumps(every, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def read(folder: Path) -> dict[str, Origin]:
    """Read the origins of all tables in a folder."""
    file = folder / FILE
    found: dict[str, Origin] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def sentence(found: Origin) -> str:
    """Say where the figures come from."""
    versions = ", ".join(f"{name} {number}" for name, number in found["versions"].items())
    machine = f"{found['system']}, {found['processor']}, {found['cores']} cores"
    return (
        f"Measured on {found['date']}: {boards_of(found)}; limit {found['timeout']:g} s of wall clock for each, one at a time; "
        f"{machine}; {versions}."
    )


def boards_of(found: Origin) -> str:
    """Say which boards were measured."""
    kth = found["sample"]
    return (
        "all boards" if kth == 1 else f"a sample: of each kind of boards the first and every {_ordinal(kth)} after it"
    )


def _ordinal(number: int) -> str:
    """Write a number as first, second and so on are written with digits."""
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _processor() -> str:
    """Name the processor, as far as the system does."""
    if PROCESSORS.is_file() and (named := re.search(r"^model name\s*: (.+)$", PROCESSORS.read_text(), re.MULTILINE)):
        return named[1]
    return platform.processor() or "unnamed processor"
