"""The runs of a comparison, their settings and summaries; ``results`` puts them together.

Seconds are wall-clock: ``seconds`` of the whole process from start to end, ``inside`` the sum of the phases that it reports itself
(without reading and the start of Python), ``search`` of the search alone. ``peak`` is in bytes.
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.stats import ANSWERED
from hashicnf.errors import shortened
from hashicnf.records import record

LIMITS: Final = ("time limit", "memory limit")
STATUSES: Final = (*ANSWERED, "gave up", *LIMITS, "error")  # from good to bad
MARKS: Final = (60.0, 120.0, 300.0)


@record
class MethodRun:
    """A run of one method on one puzzle; ``message`` explains a status that is no answer. None: not reported, or no plan.

    ``nodes`` counts nodes expanded, ``generated`` nodes generated, ``kept`` the most in memory at once; ``space`` is the name of
    the space that was searched, ``branching`` the effective branching factor (``effective_branching``). ``solver`` is the SAT
    solver that was used, with its settings and version; ``finished`` are date and time (UTC).

    ``repeat`` numbers the runs of a pair from 1. In a cell, which summarises all runs of a pair, it is their number, the
    figures are medians, and the status is the worst one.
    """

    puzzle: str
    method: str
    repeat: int
    status: str
    message: str
    seconds: float
    cpu: float
    peak: int
    inside: float | None = None
    search: float | None = None
    nodes: int | None = None
    steps: int | None = None
    generated: int | None = None
    kept: int | None = None
    branching: float | None = None
    space: str | None = None
    solver: str = ""
    finished: str = ""

    def __repr__(self) -> str:
        """Return method, outcome and seconds in one line."""
        return f"<run of {shortened(self.method)}: {self.status} after {self.seconds:.3g} s>"


@record
class RunSettings:
    """The settings of a measurement: limits in seconds and bytes, runs of each pair, processes at a time (None: not known)."""

    timeout: float | None = 300.0
    max_memory: int | None = None
    repeat: int = 1
    jobs: int | None = 1


@record
class Summary:
    """The results of one method over all puzzles.

    ``counts`` are numbers of puzzles by status, ``within`` maps seconds to puzzles answered in that time, ``seconds`` is the total.
    """

    method: str
    puzzles: int
    counts: dict[str, int]
    within: dict[float, int]
    seconds: float
