"""Find out which of the other solvers are installed for a Python interpreter."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterable, Mapping
from typing import Final

from hashicnf.errors import UsageError

PROGRAMS: Final = {"clingo": ("clingo", "asp"), "cp-sat": ("ortools", "cpsat"), "gurobi": ("gurobipy", "mip")}
ASK: Final = """
import importlib.metadata as known, json, sys
versions = {}
for name in sys.argv[1:]:
    try:
        versions[name] = known.version(name)
    except known.PackageNotFoundError:
        pass
print(json.dumps(versions))
"""


def versions(python: str) -> Mapping[str, str]:
    """Return the version of each solver that is installed for a Python, by its name in the study. Raises UsageError."""
    packages = [package for package, _ in PROGRAMS.values()]
    try:
        done = subprocess.run([python, "-c", ASK, *packages], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as problem:
        raise UsageError(f"--peers {python}: this is no Python: {problem}") from None
    found: Mapping[str, str] = json.loads(done.stdout)
    return {name: found[package] for name, (package, _) in PROGRAMS.items() if package in found}


def commands(python: str, names: Iterable[str]) -> Mapping[str, str]:
    """Return the commands that run the solvers with these names."""
    return {name: f"{shlex.quote(python)} -m study.peers.{PROGRAMS[name][1]}" for name in names}
