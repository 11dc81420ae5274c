"""The origin of tables: machine, versions, sample and limit, kept in ``origin.json`` beside the tables."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeAlias

from hashicnf.backends.choose import STRONG_SOLVER, settings_of
from hashicnf.measure.machine import processor
from hashicnf.version import __version__
from study.boards import Boards

Origin: TypeAlias = Mapping[str, Any]

FILE: Final = "origin.json"


def origin(boards: Boards, timeout: float, peers: Mapping[str, str]) -> Origin:
    """Describe a run on this machine, without the names of machine and user."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "sample": boards.sample,
        "timeout": timeout,
        "processor": processor() or "unnamed processor",
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "versions": {
            "hashicnf": __version__,
            "Python": platform.python_version(),
            "PySAT": version("python-sat"),
            "numpy": version("numpy"),
            **peers,
        },
        "settings": {STRONG_SOLVER: settings_of(STRONG_SOLVER)},
    }


def note(folder: Path, chapter: str, found: Origin) -> None:
    """Write the origin of a chapter's table to the file of origins."""
    every = {**read(folder), chapter: found}
    (folder / FILE).write_text(json.dumps(every, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def read(folder: Path) -> dict[str, Origin]:
    """Read the origins of all tables in a folder."""
    file = folder / FILE
    found: dict[str, Origin] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def sentence(found: Origin) -> str:
    """Return a sentence on the origin of the figures."""
    versions = ", ".join(f"{name} {number}" for name, number in found["versions"].items())
    machine = f"{found['system']}, {found['processor']}, {found['cores']} cores"
    return (
        f"Measured on {found['date']}: {boards_of(found)}; limit {found['timeout']:g} s of wall clock for each, one at a time; "
        f"{machine}; {versions}; {_settings(found['settings'])}."
    )


def _settings(found: Mapping[str, Mapping[str, object]]) -> str:
    """Return a phrase on the options that solvers ran with."""
    return ", ".join(
        f"{solver} with {', '.join(f'{name}={value}' for name, value in own.items()) or 'its defaults'}"
        for solver, own in found.items()
    )


def boards_of(found: Origin) -> str:
    """Return a phrase that describes the sample of boards."""
    kth = found["sample"]
    return (
        "all boards" if kth == 1 else f"a sample: of each kind of boards the first and every {_ordinal(kth)} after it"
    )


def _ordinal(number: int) -> str:
    """Return an ordinal number in digits, such as 2nd."""
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
