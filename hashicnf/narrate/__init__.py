"""Explain traces: as numbered sentences, or as one page that steps through the search on a drawn board.

    records --replay--> values at each node --narrator--> sentences and marks --> text | page

``Speaker`` is a tracer that prints the text of a search while it runs; the other modules read trace files.

The puzzle is in the first record, so a trace file is all that is needed. Records are explained as they are read: the text of an
endless search appears while it runs, in memory that ``replay`` bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from typing import TypeAlias, cast

from hashicnf.errors import UsageError
from hashicnf.files.inputs import read_lines, shown
from hashicnf.files.streams import InputStream, Readable, is_stream, stream_name, stream_text
from hashicnf.logic import is_iterable
from hashicnf.narrate.events import events_of
from hashicnf.narrate.page import write_page
from hashicnf.narrate.text import Speaker as Speaker
from hashicnf.narrate.text import paragraphs
from hashicnf.pipeline.emit import Target
from hashicnf.pipeline.file_kinds import TRACE
from hashicnf.pipeline.mixed_files import expecting
from hashicnf.trace import Collector
from hashicnf.trace.lines import line_of
from hashicnf.trace.steps import Record

Trace: TypeAlias = Readable | Collector | Iterable[Record]


def explain(trace: Trace, *, width: int = 100, limit: int | None = None, style: str | None = None) -> Iterator[str]:
    """Explain a trace, by its file (``-``: standard input), a stream or its records, in lines of at most ``width`` characters.

    At most ``limit`` steps are explained. ``style`` is that of drawings, None for the family's default. Raises InputError with line
    and column if it is no trace, UsageError for a style that the family of its puzzle does not have.
    """
    with _lines(trace) as (lines, name):
        yield from paragraphs(events_of(lines, name, limit, style), width)


def explain_page(trace: Trace, page: Target, *, limit: int | None = None) -> int:
    """Write the page of a trace to a file or stream; return its number of steps. Raises InputError, UsageError."""
    with _lines(trace) as (lines, name):
        return write_page(events_of(lines, name, limit), page)


@contextmanager
def _lines(trace: Trace) -> Iterator[tuple[Iterable[str], str]]:
    """Yield the lines of a trace and its name for messages; an error about a file of another kind names that kind.

    Raises UsageError for anything that is no trace.
    """
    if isinstance(trace, str | PathLike):
        name = fspath(trace)
        with expecting((name, TRACE)):
            yield read_lines(name), shown(name)
    elif isinstance(trace, Collector):
        yield _written(trace.records), "<trace>"
    elif is_stream(trace):
        stream = cast(InputStream, trace)
        yield stream_text(stream).splitlines(keepends=True), stream_name(stream)
    elif is_iterable(trace):
        yield _written(trace), "<trace>"
    else:
        raise UsageError(f"expected a trace, by its file, an open stream or its records, not {type(trace).__name__}")


def _written(records: Iterable[object]) -> Iterator[str]:
    """Yield records as lines of a trace file. Raises UsageError for an object that is no record."""
    for one in records:
        if not isinstance(one, Record):
            raise UsageError(f"expected the records of a trace, not {type(one).__name__}")
        yield line_of(one) + "\n"
