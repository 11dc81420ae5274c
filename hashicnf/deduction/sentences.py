"""Steps of deduction as lines of text: a sentence each, with those under its supposition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hashicnf.core.techniques import Step

WIDTH: Final = 100  # of a line


def lines_of(steps: Sequence[Step], width: int = WIDTH, *, numbered: bool = True) -> Iterator[str]:
    """Yield steps as lines of at most ``width`` characters; steps under a supposition are indented."""
    digits = len(str(len(steps)))
    for number, step in enumerate(steps, 1):
        start = f"{number:>{digits}}. " if numbered else ""
        yield from step_lines(step, width, start)


def step_lines(step: Step, width: int, start: str) -> Iterator[str]:
    """Yield the lines of one step: its sentence and technique, then the steps under its supposition."""
    import textwrap

    blank = " " * len(start)
    text = f"{step.sentence} [{step.label}]"
    yield from textwrap.wrap(text, width, initial_indent=start, subsequent_indent=blank)
    for inner in step.within:
        yield from textwrap.wrap(inner.sentence, width, initial_indent=f"{blank}  - ", subsequent_indent=f"{blank}    ")
