"""Standard streams: messages go to stderr, and a stream may be closed when the program is started (``<&-``, ``>&-``).

Python has None for a closed one, and the next file that is opened gets the free number: what a solver's library prints there would
land in it. So the numbers are taken before anything else is opened. Errors are said to nobody; input and output fail when they are
used, as they do in other programs, and a command that needs neither works.
"""

from __future__ import annotations

import os
import sys

WAYS = (os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)  # cannot be read, cannot be written, goes nowhere


def say(text: str) -> None:
    """Print a message to stderr; what it quotes from names and files cannot disturb a terminal."""
    from hashicnf.errors import printable_lines

    print(printable_lines(text), file=sys.stderr)


def occupy_closed_streams() -> None:
    """Open the null device in place of each standard stream that is closed."""
    for number, way in enumerate(WAYS):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, way)  # gets the lowest free number: this one
    if sys.stdin is None:
        sys.stdin = open(0, closefd=False)  # noqa: SIM115 - a number, open to the end
    if sys.stdout is None:
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115
