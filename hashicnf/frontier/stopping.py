"""Early ends of work on the frontier: limits of time, memory and count."""

from __future__ import annotations

from hashicnf.core.deadline import Deadline
from hashicnf.logic import Stopped


class OverLimit(Exception):
    """A limit was reached: ``stopped`` says which."""

    def __init__(self, stopped: Stopped) -> None:
        """Take the reason."""
        super().__init__(stopped.reason)
        self.stopped = stopped


def require_time(deadline: Deadline) -> None:
    """Raise OverLimit if the time is over."""
    if deadline.is_past():
        raise OverLimit(deadline.stopped())
