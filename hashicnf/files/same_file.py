"""Where file names lead: two names can be one file, and a name can be standard output.

Commands ask before they work, so that nothing is lost: a file that is read is not written, and two results do not go to one file.
Devices and pipes may be named twice, standard output may not: what is mixed there nobody can take apart.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from itertools import combinations
from typing import TextIO

from hashicnf.errors import UsageError


def is_stdout(name: str) -> bool:
    """Tell whether a name leads to where standard output goes: ``-``, ``/dev/stdout``, the file that it is redirected to."""
    if name == "-":
        return True
    try:
        there = os.fstat(sys.stdout.fileno())
        return os.path.samestat(os.stat(name), there) and not os.path.samestat(os.stat(os.devnull), there)  # noqa: PTH116
    except (AttributeError, OSError, ValueError):  # there is none, or it is no file, or nothing has that name
        return False


def open_stdout() -> TextIO:
    """Return standard output. Raises UsageError where it is closed, which is the fault of who started the program."""
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


def _same_file(target: str, other: str) -> bool:
    """Tell whether two names, the second of which may be ``-`` for standard input, are one file, there already or not."""
    try:
        here, there = os.stat(target), os.fstat(0) if other == "-" else os.stat(other)  # noqa: PTH116
        return os.path.samestat(here, there) and stat.S_ISREG(here.st_mode)
    except OSError:  # one of them is not there
        return other != "-" and os.path.realpath(target) == os.path.realpath(other)
