"""One line at the bottom of a terminal that says how far a long command is; nothing where stderr is no terminal."""

from __future__ import annotations

import shutil
import sys


def show_status(text: str) -> None:
    """Replace the line; an empty text clears it."""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        print(f"\r\x1b[K{text[:width]}", end="", file=sys.stderr, flush=True)
