"""Format steps of deduction as sentences and JSON, for ``hint`` and ``explain``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hashicnf.errors import Exit

if TYPE_CHECKING:
    from hashicnf.core.techniques import Step

CODES: Final = {
    "solved": Exit.DONE,
    "several": Exit.WRONG,
    "unsolvable": Exit.UNSOLVABLE,
    "unknown": Exit.GAVE_UP,
}


def outcome_code(outcome: str | None) -> Exit:
    """Return the exit code of an outcome; None means that a step was found."""
    return Exit.DONE if outcome is None else CODES[outcome]


def lines_of(steps: Sequence[Step], width: int, *, numbered: bool = True) -> Iterator[str]:
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


def step_data(step: Step) -> dict[str, object]:
    """Return a step as data for JSON; cells count from 1."""
    from hashicnf.cli.objects import cells_of

    data: dict[str, object] = {
        "rung": step.technique.rung,
        "technique": step.technique.name,
        "sentence": step.sentence,
        "cells": cells_of(step.cells),
        "conclusions": [dict(conclusion) for conclusion in step.conclusions],
    }
    if step.within:
        data["within"] = [step_data(inner) for inner in step.within]
    if step.contradiction:
        data["contradiction"] = True
    return data
