"""Resolve file names: two names can be one file, and a name can be standard output.

Commands ask before they work, so that nothing is lost: a file that is read is not written, and two results do not go to one file.
Devices and pipes may be named twice, standard output may not: what is mixed there nobody can take apart. And a file is not written
under an ending that stands for something else: readers would take it for that.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final, TextIO

from hashicnf.errors import UsageError

COMPRESSED: Final = (".gz", ".xz", ".zst")
ENDINGS: Final = {
    ".cnf": "DIMACS CNF",
    ".wcnf": "weighted CNF",
    ".gcnf": "CNF in groups",
    ".icnf": "incremental CNF",
    ".qcnf": "quantified CNF",
    ".qdimacs": "quantified CNF",
    ".opb": "pseudo-Boolean constraints",
    ".pb": "pseudo-Boolean constraints",
    ".wbo": "weighted pseudo-Boolean constraints",
    ".lp": "a linear program",
    ".mps": "a linear program",
    ".smt2": "SMT-LIB",
    ".aag": "an and-inverter graph",
    ".aig": "an and-inverter graph",
    ".drat": "a proof",
    ".drup": "a proof",
    ".lrat": "a proof",
    ".puz": "native puzzles",
    ".has": "a puzzle of the public benchmark",
    ".tatham": "game IDs",
    ".csv": "a table",
    ".json": "JSON",
    ".jsonl": "lines of JSON",
    ".html": "a page",
    ".png": "a picture",
    ".svg": "a picture",
}


def is_stdout(name: str) -> bool:
    """Return whether a name leads to where standard output goes: ``-``, ``/dev/stdout``, the file that it is redirected to."""
    if name == "-":
        return True
    try:
        there = os.fstat(sys.stdout.fileno())
        return os.path.samestat(os.stat(name), there) and not os.path.samestat(os.stat(os.devnull), there)  # noqa: PTH116
    except (AttributeError, OSError, ValueError):  # there is none, or it is no file, or nothing has that name
        return False


def open_stdout() -> TextIO:
    """Return standard output. Raises UsageError where it is closed."""
    if sys.stdout is None:
        raise UsageError("standard output is closed")
    return sys.stdout


def require_apart(outputs: Iterable[str | None], inputs: Iterable[str | None] = ()) -> None:
    """Raise UsageError if a file to be written is also read, or is to be written twice; None is no file."""
    targets, sources = ([name for name in names if name is not None] for names in (outputs, inputs))
    for target in targets:
        if target != "-" and any(_same_file(target, source) for source in sources):
            raise UsageError(f"{target}: is read by this command, so it cannot be written; name another file")
    for first, second in combinations(targets, 2):
        if is_stdout(first) and is_stdout(second):
            raise UsageError("two results cannot both go to standard output; name a file for one of them")
        if "-" not in (first, second) and _same_file(first, second):
            raise UsageError(f"{second}: two results cannot go to one file; name another one")


def ending(name: str) -> str:
    """Return the ending of a file's name in lower case, below that of a compression: ``.has`` of ``a.HAS.gz``; "" if none."""
    path = Path(name)
    return Path(path.stem if path.suffix in COMPRESSED else path.name).suffix.lower()


def require_ending(name: str, content: str, endings: Sequence[str]) -> None:
    """Raise UsageError for a file to be written whose ending stands for something else; unknown endings stand for nothing."""
    found = ending(name)
    if found in ENDINGS and found not in endings:
        raise UsageError(
            f"{name}: the ending {found} stands for {ENDINGS[found]}, and {content} is to be written; "
            f"use another ending, such as {endings[0]}"
        )


def permissions(path: Path) -> int:
    """Return the permissions to write a file with: those of the file that it replaces, or what the umask leaves a new one."""
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask


def _same_file(target: str, other: str) -> bool:
    """Return whether two names, the second of which may be ``-`` for standard input, are one file, there already or not."""
    try:
        here, there = os.stat(target), os.fstat(0) if other == "-" else os.stat(other)  # noqa: PTH116
        return os.path.samestat(here, there) and stat.S_ISREG(here.st_mode)
    except OSError:  # one of them is not there
        return other != "-" and os.path.realpath(target) == os.path.realpath(other)
