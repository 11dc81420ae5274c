"""The origin of tables: machine, versions, sample and limit, kept in ``origin.json`` beside the tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeAlias

from hashicnf.backends.choose import STRONG_SOLVER, settings_of
from study.boards import Boards

Origin: TypeAlias = Mapping[str, Any]

FILE: Final = "origin.json"
OF_RESULTS: Final = ("hashicnf", "Python")  # versions that each result states


def origin(
    boards: Boards, timeout: float, results: Sequence[Mapping[str, Any]], packages: Mapping[str, str], begun: str
) -> Origin:
    """Describe the origin of results, without the names of machine and user.

    Dates, machines and versions of hashicnf and Python are those of the results. A result does not know the versions of
    ``packages``: they are noted for those that were finished after ``begun``, a time as in results, and ``updated`` keeps others.
    """
    stated = dict.fromkeys(part for one in results for part in (one["version"] or "").split(", ") if part)
    versions: dict[str, str] = {}
    for name, _, number in (part.partition(" ") for part in stated):
        versions[name] = " and ".join(filter(None, (versions.get(name), number)))
    dates = sorted({one["finished"][:10] for one in results if one["finished"]})
    return {
        "date": " to ".join(dict.fromkeys((dates[0], dates[-1]))) if dates else "",
        "sample": boards.sample,
        "timeout": timeout,
        "machine": " and ".join(dict.fromkeys(one["machine"] for one in results if one["machine"])),
        "versions": {**versions, **(packages if any(_is_new(one, begun) for one in results) else {})},
        "settings": {STRONG_SOLVER: settings_of(STRONG_SOLVER)},
    }


def packages_of(peers: Mapping[str, str]) -> dict[str, str]:
    """Return the versions of packages that are used, here and by peers."""
    return {"PySAT": version("python-sat"), "numpy": version("numpy"), **peers}


def updated(before: Origin | None, found: Origin, results: Sequence[Mapping[str, Any]], begun: str) -> Origin:
    """Add to an origin the versions of packages that ``before`` states for results that are older than ``begun``."""
    if before is None or all(_is_new(one, begun) for one in results):
        return found
    versions = dict(found["versions"])
    for name, number in before["versions"].items():
        if name not in OF_RESULTS:
            versions[name] = " and ".join(dict.fromkeys(filter(None, (number, versions.get(name)))))
    is_kept = not any(_is_new(one, begun) for one in results)
    return {**found, "versions": versions, "settings": before["settings"] if is_kept else found["settings"]}


def _is_new(result: Mapping[str, Any], begun: str) -> bool:
    return (result["finished"] or "") >= begun


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
    return (
        f"Measured on {found['date']}: {boards_of(found)}; limit {found['timeout']:g} s of wall clock for each, one at a time; "
        f"{found['machine']}; {versions}; {_settings(found['settings'])}."
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
