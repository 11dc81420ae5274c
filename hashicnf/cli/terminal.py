"""The terminal: its width and colours, and the texts of a status line at the bottom that shows progress."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Final, TextIO

import typer

from hashicnf.cli import NARROWEST, USUAL_WIDTH, is_coloured, is_screen, terminal_width
from hashicnf.errors import printable

USUAL_PROSE: Final = 100
EXPECTED: Final = "    expected "  # begins the last line of an error about a file
BAR_WIDTH: Final = 20
ELLIPSIS: Final = "..."


def show_status(text: str, stream: TextIO | None = None) -> None:
    """Replace the line at the bottom of a stream, by default stderr; an empty text clears it. Only on terminals."""
    screen = stream or sys.stderr
    if is_screen(screen):
        print(f"\r\x1b[K{printable(text)[: status_width()]}", end="", file=screen, flush=True)


def status_width() -> int:
    """Return the columns that a status line may take."""
    return _width() - 1


def text_width() -> int:
    """Return the width of prose: the columns of the terminal of stdout, else of stderr, else ``USUAL_PROSE``."""
    usual = USUAL_PROSE
    if sys.stderr is not None and sys.stderr.isatty():  # the terminal where a pager shows what it reads
        usual = os.get_terminal_size(sys.stderr.fileno()).columns or USUAL_PROSE
    return max(NARROWEST, shutil.get_terminal_size((usual, 24)).columns)


def fitted(line: str, indent: int = 4) -> str:
    """Break a line between words if stdout is a terminal that is too narrow; continuation lines are indented."""
    width = terminal_width()
    if width is None or len(line) <= width:
        return line
    import textwrap

    head, blank = line[:indent], " " * indent
    fill = textwrap.TextWrapper(width, initial_indent=head, subsequent_indent=blank, break_on_hyphens=False).fill
    return fill(line[indent:])


def wrapped(text: str) -> str:
    """Break long lines of a message for stderr between words, except indented lines, which quote files, other than the last."""
    import textwrap

    width = max(NARROWEST, _width())
    fill = textwrap.TextWrapper(width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False).fill
    *lines, last = text.split("\n")
    is_ours = [*(not line.startswith(" ") for line in lines), last.lstrip() == last or last.startswith(EXPECTED)]
    return "\n".join(fill(line) if ours else line for line, ours in zip([*lines, last], is_ours, strict=True))


def show_coloured(text: str, role: str) -> None:
    """Print a line on stdout, coloured if enabled, and broken if the terminal is too narrow."""
    text = fitted(text)
    if is_coloured(sys.stdout):
        from hashicnf.cli.colour import tinted

        text = tinted(text, role)
    typer.echo(text, color=True)


def _width() -> int:
    """Return the columns of the terminal; ``shutil`` cannot be used, since it examines stdout, which may be a file."""
    return shutil.get_terminal_size(os.get_terminal_size(sys.stderr.fileno())).columns or USUAL_WIDTH


def phase_line(
    seconds: float, phase: str, share: float | None = None, size: int | None = None, width: int | None = None
) -> str:
    """Format the time, the phase and its progress as one line; of a phase that is too long for ``width`` the end is shown."""
    parts = [phase]
    if share is not None:
        full = int(share * BAR_WIDTH)
        parts.append(f"[{'#' * full}{'.' * (BAR_WIDTH - full)}] {int(share * 100)} %")
    if size is not None:
        from hashicnf.cli.sizes import spelled

        parts.append(spelled(size))
    begin, line = f"{seconds:.0f} s: ", "  ".join(parts)
    if width is not None and 0 < (more := len(begin) + len(line) - width) <= len(phase) - len(ELLIPSIS):
        line = ELLIPSIS + line[more + len(ELLIPSIS) :]
    return begin + line
