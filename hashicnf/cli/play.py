"""Play a plan on the terminal: the board at the start and after each step, one in place of the other."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TYPE_CHECKING, Final, TypeAlias

from hashicnf.cli import is_screen
from hashicnf.cli.keys import keys_of
from hashicnf.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hashicnf.families import Puzzle

PAUSE: Final = " "
NEXT: Final = ("n", "\r", "\n", "\x1b[C")
END: Final = ("q", "\x1b")
KEYS: Final = "  (space pauses, n: next step, q: end)"
Key: TypeAlias = "Callable[[float | None], str]"


def play(puzzle: Puzzle, solution: object, speed: float) -> None:
    """Draw each board over the one before, ``speed`` steps a second; without a terminal one below the other, at once.

    Keys pause, go on step by step, and end it. Raises UsageError for puzzles that have no boards between start and goal.
    """
    if puzzle.rules.planning is None or puzzle.rules.planning.frames is None:
        raise UsageError(f"--play: {puzzle.family} puzzles are not drawn step by step")
    frames: Iterator[str] = iter(puzzle.rules.planning.frames(puzzle.board, solution))
    if is_screen(sys.stdout):
        with keys_of(sys.stdout) as key:
            _play_over(frames, 1 / speed, key)
        return
    for number, frame in enumerate(frames):
        text = frame.rstrip("\n")
        print(*([""] if number else []), text, _name(number), sep="\n", flush=True)


def _play_over(frames: Iterator[str], seconds: float, key: Key | None) -> None:
    """Draw each board over the one before; without keys they come at their time."""
    height, is_paused = 0, False
    for number, frame in enumerate(frames):
        if number:
            if key is None:
                time.sleep(seconds)
            else:
                ended, is_paused = _wait(seconds, key, is_paused=is_paused)
                if ended:
                    return
            print(f"\r\x1b[{height}A", end="")
        lines = frame.rstrip("\n").split("\n")[: shutil.get_terminal_size().lines - 2]  # what scrolled away stays
        height = len(lines) + 1
        text = "\n".join(lines)
        print(f"{text}\n{_name(number)}{'' if key is None else KEYS}", end="\x1b[K\n", flush=True)


def _wait(seconds: float, key: Key, *, is_paused: bool) -> tuple[bool, bool]:
    """Wait for the time of the next step; return whether a key ended it all, and whether it rests after that step."""
    end = time.monotonic() + seconds
    while True:
        pressed = key(None if is_paused else max(0.0, end - time.monotonic()))
        if pressed == PAUSE:
            is_paused, end = not is_paused, time.monotonic()
        elif pressed in END:
            return True, is_paused
        elif pressed in NEXT or not pressed:
            return False, is_paused


def _name(number: int) -> str:
    return f"step {number}" if number else "start"
