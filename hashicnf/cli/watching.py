"""What a search shows while it runs: a line on the terminal, and a trace if one is asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from functools import partial
from typing import TYPE_CHECKING

from hashicnf.cli.statusline import show_status, text_width
from hashicnf.errors import counted
from hashicnf.trace import SILENT, Tracer

if TYPE_CHECKING:
    from hashicnf.core.limits import Progress, Statistics
    from hashicnf.trace.lines import Writer
    from hashicnf.trace.steps import Record


@contextmanager
def tracing(name: str | None) -> Iterator[Tracer]:
    """Open the trace: records for a file, sentences on standard output for ``-``, nothing for None."""
    if name is None:
        yield SILENT
    elif name == "-":
        from hashicnf.explain import Speaker
        from hashicnf.files.same_file import open_stdout

        yield Speaker(partial(print, file=open_stdout()), text_width())
    elif fills_stdout(name):
        from hashicnf.trace.lines import Writer

        yield Writer(sys.stdout)
    else:
        with ExitStack() as stack:
            yield _Late(name, stack)


def fills_stdout(name: str | None) -> bool:
    """Tell whether a trace goes to standard output, so that the answer must go elsewhere."""
    if name is None:
        return False
    from hashicnf.files.same_file import is_stdout

    return is_stdout(name)


@contextmanager
def beside(trace: str | None) -> Iterator[None]:
    """Print to stderr what would go to stdout, if the trace goes there."""
    if fills_stdout(trace):
        sys.stdout.flush()
        with redirect_stdout(sys.stderr):
            yield
    else:
        yield


class _Late:
    """A trace whose file is made with its first record, so that a request which makes no sense leaves no file behind."""

    active = True

    def __init__(self, name: str, stack: ExitStack) -> None:
        self._name, self._stack = name, stack
        self._writer: Writer | None = None

    def emit(self, record: Record) -> None:
        """Write a record."""
        if self._writer is None:
            from hashicnf.files import growing
            from hashicnf.trace.lines import Writer

            self._writer = Writer(self._stack.enter_context(growing(self._name)))
        self._writer.emit(record)


@contextmanager
def watching(trace: str | None = None) -> Iterator[Progress | None]:
    """Show the state of a search at the bottom of a terminal; nothing where there is none, or where the trace runs over it."""
    if not sys.stderr.isatty() or (fills_stdout(trace) and sys.stdout.isatty()):
        yield None
        return
    try:
        yield lambda statistics: show_status(progress_line(statistics))
    finally:
        show_status("")


def progress_line(known: Statistics) -> str:
    """Put the figures that move on one line."""
    parts = [counted(known.expanded, "node"), f"{known.nodes_per_second:,.0f} nodes/s", f"depth {known.depth:,}"]
    if known.open or known.closed:
        parts += [f"open {known.open:,}", f"closed {known.closed:,}"]
    if known.best_f is not None:
        parts.append(f"best f {known.best_f:g}")
    return f"{known.seconds:.0f} s: " + ", ".join(parts)
