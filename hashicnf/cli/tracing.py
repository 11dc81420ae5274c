"""The output of ``--trace``: records to a file, or sentences to standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hashicnf.cli.terminal import text_width
from hashicnf.trace import SILENT, Tracer

if TYPE_CHECKING:
    from hashicnf.trace.lines import Writer
    from hashicnf.trace.steps import Record

LARGE: Final = 10_000_000  # bytes of a trace that take a minute to explain
HUGE: Final = 100_000_000  # characters of a trace after which the first message comes while it grows


@contextmanager
def tracing(name: str | None, style: str | None = None) -> Iterator[Tracer]:
    """Open the trace: records for a file, sentences (with drawings in a style) on standard output for ``-``, nothing for None."""
    if name is None:
        yield SILENT
    elif name == "-":
        from hashicnf.cli import say
        from hashicnf.files.outputs import open_stdout
        from hashicnf.narrate import Speaker

        speaker = Speaker(partial(print, file=open_stdout()), text_width(), style)
        yield speaker
        if not speaker.is_begun:
            say("there are no steps to trace")
    elif fills_stdout(name):
        from hashicnf.trace.lines import Writer

        yield Writer(sys.stdout)
    else:
        from hashicnf.cli import say, say_unwritten
        from hashicnf.files.outputs import reporting_kept, require_output

        endings = (".jsonl", ".json", ".txt")
        require_output(name, "a trace (explain-trace makes a page of it)", endings, in_place=True)
        try:
            with ExitStack() as stack, reporting_kept(name) as settle:
                trace = _LazyTraceFile(name, stack, settle)
                yield trace
                if not trace.is_begun:
                    say_unwritten(name, "there are no steps to trace")
                    settle()
        finally:
            if trace.is_begun and Path(name).exists() and (size := Path(name).stat().st_size) > LARGE:
                say(f"{name}: {size / 1e6:,.0f} MB; explain-trace --limit N explains the first N steps alone")


@contextmanager
def divert_stdout(trace: str | None) -> Iterator[None]:
    """Redirect stdout to stderr if the trace goes to stdout."""
    if fills_stdout(trace):
        sys.stdout.flush()
        with redirect_stdout(sys.stderr):
            yield
    else:
        yield


class _LazyTraceFile:
    """A trace whose file is created with its first record, so that a refused request leaves no file behind.

    ``settle`` is called then. A message reports ``HUGE`` characters, and each tenfold of them.
    """

    active = True

    def __init__(self, name: str, stack: ExitStack, settle: Callable[[], None]) -> None:
        self._name, self._stack, self._settle = name, stack, settle
        self._writer: Writer | None = None
        self._next = HUGE

    @property
    def is_begun(self) -> bool:
        """Return whether a record was written."""
        return self._writer is not None

    def emit(self, record: Record) -> None:
        """Write a record."""
        if self._writer is None:
            from hashicnf.files.outputs import growing
            from hashicnf.trace.lines import Writer

            self._settle()
            self._writer = Writer(self._stack.enter_context(growing(self._name)))
        self._writer.emit(record)
        if self._writer.size >= self._next:
            from hashicnf.cli import say

            say(f"{self._name}: {self._next / 1e6:,.0f} MB of steps so far; --max-nodes N ends a search sooner")
            self._next *= 10


def fills_stdout(name: str | None) -> bool:
    """Return whether a trace goes to standard output, so that the answer must go elsewhere."""
    if name is None:
        return False
    from hashicnf.files.outputs import is_stdout

    return is_stdout(name)
