"""A run: a compiled puzzle on its way to an answer, with what is asked of it, until when, and the figures so far."""

from __future__ import annotations

from dataclasses import field

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.pipeline.compiled import Compiled
from hashicnf.records import record
from hashicnf.solving.request import Request


@record(eq=False)
class Run:
    """What travels whole from the choice of a solver to the last road; ``stats`` is filled on the way."""

    compiled: Compiled
    request: Request = Request()
    deadline: Deadline = NEVER
    stats: Stats = field(default_factory=Stats)
