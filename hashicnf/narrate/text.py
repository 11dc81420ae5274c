"""Lay out events as text: numbered steps, indented by depth, with continuation lines of long sentences aligned.

In deep trees, indentation stops at a third of the width and the depth is written as a number instead.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator

from hashicnf.narrate.events import Event, Explainer
from hashicnf.narrate.phrases import NO_BREAK
from hashicnf.trace.steps import Record

STEP = 2
NUMBER_WIDTH = 5
LEAST_WIDTH = 40
PLACES = r"\b(?:rows?|columns?|steps?|clause{unit}) [\d?]|\(\d+, \d"  # lines are not broken within these


def paragraphs(events: Iterable[Event], width: int) -> Iterator[str]:
    """Yield the lines of all events."""
    for event in events:
        yield from paragraph(event, width)


def paragraph(event: Event, width: int) -> Iterator[str]:
    """Yield the lines of one event, wrapped at ``width`` characters or at ``LEAST_WIDTH``, if that is more."""
    width = max(width, LEAST_WIDTH)
    depth, most = event.depth, width // 3 // STEP
    deep = f"[{depth}] " if depth > most else ""
    number = f"{event.number:>{NUMBER_WIDTH}}  " if event.record is not None else " " * (NUMBER_WIDTH + 2)
    indent = " " * (STEP * min(depth, most))
    first = number + indent + deep
    unit = event.subject.unit if event.subject is not None else ""
    places = PLACES.format(unit=f"|{unit}s?" if unit else "")
    sentence = re.sub(places, lambda place: place[0].replace(" ", NO_BREAK), event.sentence)
    if len(first) + len(sentence) <= width:
        yield (first + sentence).replace(NO_BREAK, " ")
    else:
        yield from _wrapped(sentence, first, width)
    if event.drawing:
        yield ""
        yield from ((" " * len(number) + line).rstrip() for line in event.drawing.split("\n"))
        yield ""


def _wrapped(sentence: str, first: str, width: int) -> Iterator[str]:
    """Yield the lines of a wrapped sentence: the first begins with ``first``, the others with as many blanks."""
    rest = " " * len(first)
    for line in textwrap.wrap(sentence, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False):
        yield line.replace(NO_BREAK, " ")


class Speaker:
    """A tracer that prints the sentences of records as they come: the same text as ``explain`` makes of their trace file.

    ``is_begun`` is whether there was a record.
    """

    active = True

    def __init__(self, print_line: Callable[[str], None], width: int, style: str | None = None) -> None:
        """Take a function that prints a line, the width of lines in characters, and the style of drawings (None: default)."""
        self._print_line, self._width = print_line, width
        self._explainer, self.is_begun = Explainer("the trace", style), False

    def emit(self, record: Record) -> None:
        """Print the sentences that a record completes."""
        self.is_begun = True
        for line in paragraphs(self._explainer.add(record), self._width):
            self._print_line(line)
