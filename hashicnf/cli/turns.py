"""Work on the puzzles of a run one after the other: a limit ends the work on one puzzle, an interrupt ends the run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from hashicnf.cli.report import Given, first_of, gave_up
from hashicnf.errors import Exit, GaveUp

if TYPE_CHECKING:
    from hashicnf.core.stats import Observer


def report_each(
    every: Iterable[tuple[Given, Observer]], report: Callable[[Given, Observer], Exit], codes: list[int], *, json: bool
) -> int:
    """Report on puzzles one by one; return the exit code of the run, of which ``codes`` are known.

    ``report`` returns the code of a puzzle. If it raises GaveUp, that is reported, and the next puzzle follows; an interrupt of any
    kind ends the run.
    """
    for given, observe in every:
        try:
            codes.append(report(given, observe))
        except GaveUp as stop:
            codes.append(gave_up(given, stop, json=json))
        if codes[-1] == Exit.INTERRUPTED:
            break
    return first_of(codes)
