"""Make the files of a fault small: drop pieces, lines first, as long as the fault stays the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tests.fuzzing.running import Fault, Worker

MOST_TRIES: Final = 400


def shrunk(fault: Fault, tries: int = MOST_TRIES) -> Fault:
    """Return the same fault of smaller files."""
    with Worker() as worker:
        for name in fault.case.files:
            for ends in (True, False):
                fault, tries = _smaller(fault, name, worker, tries, lines=ends)
    return fault


def _smaller(fault: Fault, name: str, worker: Worker, tries: int, *, lines: bool) -> tuple[Fault, int]:
    """Drop runs of lines or bytes from one file, long runs first; return the fault and how many tries are left."""
    size = len(_pieces(fault, name, lines=lines))
    while size and tries:
        start = 0
        while start < len(pieces := _pieces(fault, name, lines=lines)) and tries:
            data = b"".join([*pieces[:start], *pieces[start + size :]])
            case = replace(fault.case, files={**fault.case.files, name: data})
            tries -= 1
            found = worker.run(case)
            if found is not None and found.what == fault.what:
                fault = found
            else:
                start += size
        size //= 2
    return fault, tries


def _pieces(fault: Fault, name: str, *, lines: bool) -> list[bytes]:
    data = fault.case.files[name]
    return data.splitlines(keepends=True) if lines else [data[i : i + 1] for i in range(len(data))]
