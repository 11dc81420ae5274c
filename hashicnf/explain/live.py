"""Tell a search while it runs: a tracer that speaks, in the very text that its trace file would be explained by."""

from __future__ import annotations

from collections.abc import Callable

from hashicnf.explain.events import Explainer
from hashicnf.explain.text import paragraph
from hashicnf.trace.steps import Record


class Speaker:
    """Says each record at once, line by line."""

    active = True

    def __init__(self, say: Callable[[str], None], width: int) -> None:
        """Take what to do with a line, which has no end, and how long lines may be."""
        self._say, self._width = say, width
        self._explainer = Explainer("the trace")

    def emit(self, record: Record) -> None:
        """Say it."""
        for line in paragraph(self._explainer.event(record), self._width):
            self._say(line)
