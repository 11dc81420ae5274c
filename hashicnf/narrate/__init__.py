"""Explain traces: as numbered sentences, or as one page that steps through the search on a drawn board.

    records --replay--> values at each node --narrator--> sentences and marks --> text | page

``Speaker`` is a tracer that prints the text of a search while it runs; the other modules read trace files.

The puzzle is in the first record, so a trace file is all that is needed. Records are explained as they are read: the text of an
endless search appears while it runs, in memory that ``replay`` bounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from hashicnf.files.inputs import read_lines, shown
from hashicnf.narrate.events import events_of
from hashicnf.narrate.page import write_page
from hashicnf.narrate.text import Speaker as Speaker
from hashicnf.narrate.text import paragraphs
from hashicnf.pipeline.kinds import TRACE
from hashicnf.pipeline.mixed import expecting


def explain(name: str, *, width: int = 100, limit: int | None = None, style: str | None = None) -> Iterator[str]:
    """Explain a trace file (``-``: standard input) in lines of at most ``width`` characters, up to ``limit`` steps.

    ``style`` is that of drawings, None for the family's default. Raises InputError with line and column if the file is no trace,
    UsageError for a style that the family of its puzzle does not have.
    """
    with expecting((name, TRACE)):
        yield from paragraphs(events_of(read_lines(name), shown(name), limit, style), width)


def explain_page(name: str, page: str, *, limit: int | None = None) -> int:
    """Write the page of a trace file to ``page``; return its number of steps. Raises InputError, UsageError."""
    with expecting((name, TRACE)):
        return write_page(events_of(read_lines(name), shown(name), limit), page)
