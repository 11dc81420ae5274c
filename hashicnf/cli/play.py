"""Play a plan on the terminal: the board at the start and after each step, one in place of the other."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator

from hashicnf.cli import is_screen
from hashicnf.errors import UsageError
from hashicnf.families import Puzzle


def play(puzzle: Puzzle, solution: object, speed: float) -> None:
    """Draw each board over the one before, ``speed`` steps a second; without a terminal one below the other, at once.

    Raises UsageError for puzzles that have no boards between start and goal.
    """
    if puzzle.rules.planning is None or puzzle.rules.planning.frames is None:
        raise UsageError(f"--play: {puzzle.family} puzzles are not drawn step by step")
    frames: Iterator[str] = iter(puzzle.rules.planning.frames(puzzle.board, solution))
    moves = is_screen(sys.stdout)
    height = 0
    for number, frame in enumerate(frames):
        if number:
            if moves:
                time.sleep(1 / speed)
            print(f"\x1b[{height}A" if moves else "\n", end="")
        text = frame.rstrip("\n")
        if moves:  # what has scrolled away cannot be drawn over
            text = "\n".join(text.split("\n")[: shutil.get_terminal_size().lines - 2])
        height = text.count("\n") + 2
        print(f"{text}\n{f'step {number}' if number else 'start'}", end="\x1b[K\n" if moves else "\n", flush=True)
