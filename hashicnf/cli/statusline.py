"""One line at the bottom of a terminal that says how far a long command is; nothing where stderr is no terminal."""

from __future__ import annotations

import os
import shutil
import sys

USUAL_WIDTH = 80


def show_status(text: str) -> None:
    """Replace the line; an empty text clears it."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text[: _width() - 1]}", end="", file=sys.stderr, flush=True)


def _width() -> int:
    """Return the columns of the terminal: ``shutil`` asks stdout, which may be a file."""
    return shutil.get_terminal_size(os.get_terminal_size(sys.stderr.fileno())).columns or USUAL_WIDTH
