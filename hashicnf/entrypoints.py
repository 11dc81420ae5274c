"""Find the entry points of installed packages that extend hashicnf, without importing any of them.

The files of entry points are searched for groups of hashicnf, which takes less time than importing ``importlib.metadata``. Only the
packages with such groups are read by that module: a fault in the metadata of any other package does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from os import scandir
from pathlib import Path
from typing import TYPE_CHECKING

from hashicnf.errors import PluginWarning, warn

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def package_of(entry: EntryPoint) -> str:
    """Return the name of the distribution that declares an entry point."""
    return entry.dist.name if entry.dist is not None else entry.value.partition(":")[0]


@cache
def entries_in(group: str, path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """List the entry points of a group in the packages on ``path``, which is ``sys.path``.

    ``importlib.metadata`` is imported only if a package extends the group, since that takes longer than solving a small puzzle.
    Entry points that cannot be read are left out, with a PluginWarning.
    """
    found: list[EntryPoint] = []
    for info in extended_groups(path).get(group, ()):
        try:
            found += _read(info, group)
        except (OSError, TypeError, ValueError):  # a line without "=", or no UTF-8
            warn(f"{info}: the metadata of this package cannot be read; mend or uninstall it", PluginWarning)
    return tuple(found)


def _read(info: str, group: str) -> Iterable[EntryPoint]:
    """Return the entry points of a group in a folder of metadata. Raises OSError, TypeError or ValueError; also without a name."""
    from importlib.metadata import Distribution

    package = Distribution.at(info)
    if "Name" not in package.metadata:
        raise ValueError(info)
    return package.entry_points.select(group=group)


@cache
def extended_groups(path: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """Return the entry-point groups of hashicnf that installed packages extend, each with the folders of their metadata.

    Of a package that is on the path twice, the first is used, as by Python.
    """
    infos: dict[str, str] = {}
    for folder in path:
        try:
            found = [entry for entry in scandir(folder or ".") if entry.name.endswith((".dist-info", ".egg-info"))]
        except OSError:
            continue  # paths need not exist, and may be archives
        for entry in found:
            name = re.split(r"-|\.egg-info$", entry.name)[0]
            infos.setdefault(re.sub("[._]+", "-", name).lower(), entry.path)
    groups: dict[str, list[str]] = {}
    for info in infos.values():
        try:
            text = Path(info, "entry_points.txt").read_bytes()
        except OSError:
            continue  # most packages have none
        for group in {*re.findall(rb"^\[\s*(hashicnf\.[\w.]+)\s*\]", text, re.MULTILINE)}:
            groups.setdefault(group.decode(), []).append(info)
    return groups
