"""Exit codes, in one place; the README's table says the same."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What the program's exit code means. ``hashicnf sat`` alone follows the solvers' own convention: 10, 20, 0."""

    DONE = 0
    WRONG = 1
    USAGE = 2
    UNSOLVABLE = 20
    GAVE_UP = 30
    BAD_INPUT = 65
    NO_SOLVER = 69
    BUG = 70
    INTERRUPTED = 130


EPILOG = (
    "Exit codes: 0 done or solved, 1 looked and found wrong, 2 usage, 20 proved unsolvable, 30 gave up, "
    "65 bad input file, 69 solver not available, 70 our bug, 130 ended by Ctrl-C."
)
