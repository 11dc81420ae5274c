"""Clean up after a process that has died: the other side of ``guard``.

Run as an isolated script that needs only the standard library, and imports little of it before there is something to clean up.
Entries on standard input, each ended by a NUL byte, are + to add or - to remove an item, and its number; to add one, also a space
and then g and the number of a process group, or f and the name of a folder. When the input ends, the remaining groups are killed
and the remaining folders removed.
"""

from __future__ import annotations

import os

PIECE = 1 << 12


def main() -> None:
    """Read until the input ends, then clean up."""
    kept: dict[bytes, bytes] = {}
    rest = b""
    while piece := os.read(0, PIECE):
        *entries, rest = (rest + piece).split(b"\0")
        for entry in entries:
            number, _, what = entry[1:].partition(b" ")
            if entry[:1] == b"+":
                kept[number] = what
            else:
                kept.pop(number, None)
    if kept:
        _clean_up([*kept.values()])
    os._exit(0)


def _clean_up(kept: list[bytes]) -> None:
    import shutil
    import signal
    from contextlib import suppress

    for what in sorted(kept, reverse=True):  # groups before folders
        if what[:1] == b"g":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(int(what[1:]), signal.SIGKILL)
        else:
            shutil.rmtree(what[1:], ignore_errors=True)


if __name__ == "__main__":
    main()
