"""Play a plan on the terminal: the board at the start and after each step, one in place of the other."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TYPE_CHECKING, Final

from hashicnf.cli import is_screen
from hashicnf.cli.keys import keys_of
from hashicnf.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hashicnf.cli.keys import NextKey
    from hashicnf.families import Puzzle

PAUSE: Final = " "
NEXT: Final = ("n", "\r", "\n", "\x1b[C")
END: Final = ("q", "\x1b")
KEYS: Final = "  (space pauses, n: next step, q: end)"


def play(puzzle: Puzzle, solution: object, speed: float) -> None:
    """Draw each board over the one before, ``speed`` steps a second; without a terminal one below the other, at once.

    Keys pause, go on step by step, and end it. Raises UsageError for puzzles that have no boards between start and goal.
    """
    if puzzle.rules.planning is None or puzzle.rules.planning.frames is None:
        raise UsageError(f"--play: {puzzle.family} puzzles are not drawn step by step")
    frames: Iterator[str] = iter(puzzle.rules.planning.frames(puzzle.board, solution))
    if is_screen(sys.stdout):
        with keys_of(sys.stdout) as key:
            _play_over(frames, _Pace(1 / speed, key))
        return
    for number, frame in enumerate(frames):
        text = frame.rstrip("\n")
        print(*([""] if number else []), text, _name(number), sep="\n", flush=True)


class _Pace:
    """The time between two steps, which keys change; without keys all are equal."""

    def __init__(self, seconds: float, key: NextKey | None) -> None:
        """Begin without a pause."""
        self.key = key
        self._seconds, self._is_paused = seconds, False

    def goes_on(self) -> bool:
        """Wait for the next step; return whether there shall be one."""
        if self.key is None:
            time.sleep(self._seconds)
            return True
        end = time.monotonic() + self._seconds
        while True:
            pressed = self.key(None if self._is_paused else max(0.0, end - time.monotonic()))
            if pressed == PAUSE:
                self._is_paused, end = not self._is_paused, time.monotonic()
            elif pressed in END:
                return False
            elif pressed in NEXT or not pressed:
                return True


def _play_over(frames: Iterator[str], pace: _Pace) -> None:
    """Draw each board over the one before."""
    height = 0
    for number, frame in enumerate(frames):
        if number:
            if not pace.goes_on():
                return
            print(f"\r\x1b[{height}A", end="")
        columns, rows = shutil.get_terminal_size()
        lines = frame.rstrip("\n").split("\n")[: rows - 2]  # what scrolled away stays
        height = len(lines) + 1
        status = _name(number) if pace.key is None else _name(number) + KEYS
        # A second line would not be drawn over.
        print(*lines, status[: columns - 1], sep="\n", end="\x1b[K\n", flush=True)


def _name(number: int) -> str:
    return f"step {number}" if number else "start"
