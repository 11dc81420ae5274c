"""The terminal: its width and colours, and the texts of a status line at the bottom that shows progress."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Final, TextIO

import typer

from hashicnf.cli import USUAL_WIDTH, is_coloured, is_screen, terminal_width
from hashicnf.errors import printable

USUAL_PROSE: Final = 100
EXPECTED: Final = "    expected "  # begins the last line of an error about a file
BAR_WIDTH: Final = 20


def show_status(text: str, stream: TextIO | None = None) -> None:
    """Replace the line at the bottom, on stderr unless given; an empty text clears it. Does nothing elsewhere than on a screen."""
    screen = stream or sys.stderr
    if is_screen(screen):
        print(f"\r\x1b[K{printable(text)[: _width() - 1]}", end="", file=screen, flush=True)


def text_width() -> int:
    """Return how long lines of prose may be: the columns of the terminal, ``USUAL_PROSE`` where there is none."""
    return shutil.get_terminal_size((USUAL_PROSE, 24)).columns


def fitted(line: str, indent: int = 4) -> str:
    """Break a line for stdout between words where it is a terminal that is too narrow; what follows is indented."""
    width = terminal_width()
    if width is None or len(line) <= width:
        return line
    import textwrap

    head, blank = line[:indent], " " * indent
    fill = textwrap.TextWrapper(width, initial_indent=head, subsequent_indent=blank, break_on_hyphens=False).fill
    return fill(line[indent:])


def wrapped(text: str) -> str:
    """Break long lines of a message between words, for stderr; indented lines quote files and stay whole, but for the last."""
    import textwrap

    width = _width()
    fill = textwrap.TextWrapper(width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False).fill
    *lines, last = text.split("\n")
    is_ours = [*(not line.startswith(" ") for line in lines), last.lstrip() == last or last.startswith(EXPECTED)]
    return "\n".join(fill(line) if ours else line for line, ours in zip([*lines, last], is_ours, strict=True))


def show_coloured(text: str, role: str) -> None:
    """Print a line on stdout, in colour where that is wanted, and broken where a terminal is too narrow."""
    text = fitted(text)
    if is_coloured(sys.stdout):
        from hashicnf.cli.colour import tinted

        text = tinted(text, role)
    typer.echo(text, color=True)


def _width() -> int:
    """Return the columns of the terminal: ``shutil`` asks stdout, which may be a file."""
    return shutil.get_terminal_size(os.get_terminal_size(sys.stderr.fileno())).columns or USUAL_WIDTH


def phase_line(seconds: float, phase: str, share: float | None = None, size: int | None = None) -> str:
    """Format the time, the phase and its progress as one line."""
    parts = [f"{seconds:.0f} s: {phase}"]
    if share is not None:
        full = int(share * BAR_WIDTH)
        parts.append(f"[{'#' * full}{'.' * (BAR_WIDTH - full)}] {int(share * 100)} %")
    if size is not None:
        from hashicnf.cli.sizes import spelled

        parts.append(spelled(size))
    return "  ".join(parts)
