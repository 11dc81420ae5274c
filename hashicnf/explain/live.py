"""A tracer that explains a search while it runs, in the same text as its trace file would be explained."""

from __future__ import annotations

from collections.abc import Callable

from hashicnf.explain.events import Explainer
from hashicnf.explain.text import paragraph
from hashicnf.trace.steps import Record


class Speaker:
    """Prints the sentences of each record at once, line by line."""

    active = True

    def __init__(self, print_line: Callable[[str], None], width: int) -> None:
        """Take a function that prints a line, and the length of lines."""
        self._print_line, self._width = print_line, width
        self._explainer = Explainer("the trace")

    def emit(self, record: Record) -> None:
        """Print the sentences of a record."""
        for line in paragraph(self._explainer.event(record), self._width):
            self._print_line(line)
