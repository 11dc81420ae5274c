"""A run: a compiled puzzle while it is solved, with its request, deadline and statistics."""

from __future__ import annotations

from dataclasses import field

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.pipeline.compiled import Compiled
from hashicnf.records import record
from hashicnf.solving.request import Request


@record(eq=False)
class Run:
    """The data that is passed from the choice of a solver to the last road; ``stats`` is filled on the way."""

    compiled: Compiled
    request: Request = Request()
    deadline: Deadline = NEVER
    stats: Stats = field(default_factory=Stats)
