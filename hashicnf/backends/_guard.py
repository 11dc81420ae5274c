"""Clean up after a process that has died: the other side of ``guard``.

Run as an isolated script that needs only the standard library. Entries on standard input, each ended by a NUL byte, are + to add or
- to remove an item, then g and the number of a process group, or f and the name of a folder. When the input ends, the remaining
groups are killed and the remaining folders removed.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress

PIECE = 1 << 12


def main() -> None:
    """Read until the input ends, then clean up."""
    kept: set[bytes] = set()
    for entry in _entries():
        (kept.add if entry[:1] == b"+" else kept.discard)(entry[1:])
    for what in sorted(kept, reverse=True):  # groups before folders
        if what[:1] == b"g":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(int(what[1:]), signal.SIGKILL)
        else:
            import shutil

            shutil.rmtree(what[1:], ignore_errors=True)
    os._exit(0)


def _entries() -> Iterator[bytes]:
    rest = b""
    while piece := os.read(0, PIECE):
        *whole, rest = (rest + piece).split(b"\0")
        yield from whole


if __name__ == "__main__":
    main()
