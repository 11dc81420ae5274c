"""Play a plan on the terminal: show the board at the start and after each step, each drawn over the last."""

from __future__ import annotations

import shutil
import sys
import time
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Final

from hashicnf.cli import is_screen
from hashicnf.cli.boards import cut_line
from hashicnf.cli.keys import keys_of
from hashicnf.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hashicnf.cli.keys import NextKey
    from hashicnf.families import Puzzle
    from hashicnf.planning.stage import Place, Stage

PAUSE: Final = " "
NEXT: Final = ("n", "\r", "\n", "\x1b[C")
END: Final = ("q", "\x1b")
CLEARED: Final = "\x1b[H\x1b[2J"
KEYS: Final = "  (space: pause, n: next step, q: quit)"


def play(puzzle: Puzzle, solution: object, speed: float) -> None:
    """Draw each board over the one before, ``speed`` steps per second; without a terminal one below the other, at once.

    Keys pause, step and quit. Raises UsageError for puzzles without boards between start and goal.
    """
    if puzzle.rules.planning is None or puzzle.rules.planning.frames is None:
        raise UsageError(f"--play: {puzzle.family} puzzles are not drawn step by step")
    frames: Iterator[str] = iter(puzzle.rules.planning.frames(puzzle.board, solution))
    if is_screen(sys.stdout):
        with keys_of(sys.stdout) as key:
            _play_over(frames, _names(puzzle, solution), _Pace(1 / speed, key))
        return
    for number, frame in enumerate(frames):
        text = frame.rstrip("\n")
        print(*([""] if number else []), text, _name(number), sep="\n", flush=True)


class _Pace:
    """The time between two steps, which keys can change; without keys it is constant."""

    def __init__(self, seconds: float, key: NextKey | None) -> None:
        """Start without a pause."""
        self.key = key
        self._seconds, self._is_paused = seconds, False

    def goes_on(self) -> bool:
        """Wait for the next step; return False if the user quits."""
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


def _play_over(frames: Iterator[str], names: Sequence[str], pace: _Pace) -> None:
    """Draw each board over the one before; below it the number of its step, and the name of the step, if any."""
    height, size = 0, shutil.get_terminal_size()
    for number, frame in enumerate(frames):
        if number and not pace.goes_on():
            return
        before, size = size, shutil.get_terminal_size()
        if number:  # after a change of size, the terminal may have wrapped the last board differently
            print(f"\r\x1b[{height}A" if size == before else CLEARED, end="")
        columns, rows = size
        shown = frame.rstrip("\n").split("\n")[: max(0, rows - 2)]  # lines that scrolled away remain
        lines = [cut_line(line, columns) for line in shown]  # a wrapped line would not be overwritten
        height = len(lines) + 1
        status = _status(number, names) + ("" if pace.key is None else KEYS)
        print(*lines, cut_line(status, max(1, columns - 1)), sep="\n", end="\x1b[K\n", flush=True)


def _name(number: int) -> str:
    return f"step {number}" if number else "start"


def _status(number: int, names: Sequence[str]) -> str:
    if not 0 < number <= len(names):
        return _name(number)
    return f"{_name(number)} of {len(names)}: {names[number - 1]}"


def _names(puzzle: Puzzle, plan: object) -> list[str]:
    """Return the names of a plan's steps in the terms of its family; none if the plan does not list them."""
    from hashicnf.planning.stage import boards

    planning = puzzle.rules.planning
    if planning is None or not isinstance(plan, tuple) or not all(isinstance(step, str) for step in plan):
        return []
    if planning.stage is None:
        return [printable(step) for step in plan]
    stage = planning.stage(puzzle.board)
    places = [*boards(stage, plan)]
    moved = [_moved(stage, before, after) for before, after in pairwise(places)]
    return [
        printable(_naming(stage.words(step), label))
        for step, label in zip_longest(plan, moved[: len(plan)], fillvalue="")
    ]


def _moved(stage: Stage, before: Sequence[Place], after: Sequence[Place]) -> str:
    """Return the label of the piece that moves between two boards."""
    return next((one.label for one, old, new in zip(stage.pieces, before, after, strict=True) if old != new), "")


def _naming(words: str, label: str) -> str:
    """Insert the label of the moving piece into a general sentence, such as "a tile moves up"."""
    from hashicnf.planning.stage import MOVES

    if not label or not words.startswith("a "):
        return words
    return words.removeprefix("a ").replace(MOVES, f" {label}{MOVES}", 1)
