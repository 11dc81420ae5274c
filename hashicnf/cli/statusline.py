"""The terminal: its width, and one line at its bottom that says how far a long command is, if stderr is one."""

from __future__ import annotations

import os
import shutil
import sys

from hashicnf.errors import printable

USUAL_WIDTH = 80
USUAL_PROSE = 100


def show_status(text: str) -> None:
    """Replace the line; an empty text clears it."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{printable(text)[: _width() - 1]}", end="", file=sys.stderr, flush=True)


def text_width() -> int:
    """Return how long lines of prose may be: the columns of the terminal, ``USUAL_PROSE`` where there is none."""
    return shutil.get_terminal_size((USUAL_PROSE, 24)).columns


def _width() -> int:
    """Return the columns of the terminal: ``shutil`` asks stdout, which may be a file."""
    return shutil.get_terminal_size(os.get_terminal_size(sys.stderr.fileno())).columns or USUAL_WIDTH
