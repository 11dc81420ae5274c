"""The horizons at which a plan is searched, in their order, and the reasons to try no further one."""

from __future__ import annotations

from collections.abc import Iterator

from hashicnf.core.deadline import Deadline
from hashicnf.core.stats import Stats
from hashicnf.errors import counted
from hashicnf.logic import Stopped, Unknown, Unsat, Verdict
from hashicnf.planning.horizons import excess
from hashicnf.planning.task import Task
from hashicnf.solving.all_states import ALL_STATES, Refuter
from hashicnf.solving.request import Request


class RisingHorizon:
    """Iterates over horizons, from the task's lower bound by its stride, until there is no reason to try a further one.

    There is none if no plan is so long, if a search of all states that runs in between refutes the task, or if the formula would be
    too large to be built. ``now`` is the current horizon.
    """

    def __init__(self, task: Task, request: Request) -> None:
        """Start at the least horizon; each one is reported as a phase of the request."""
        self.now = task.least
        self._task, self._observe, self._refuter = task, request.observe, Refuter(task)
        self._end: Verdict = Unsat()
        self._is_refuted = False

    def __iter__(self) -> Iterator[int]:
        """Yield the horizons; each is to be decided before the next one is requested."""
        while True:
            if self._observe is not None:
                self._observe(f"look for a plan of {counted(self.now, 'step')}")
            if (problem := excess(self._task, self.now)) is not None:
                self._end = Unknown(Stopped("memory", f"{problem}; a search may find a plan"))
                return
            yield self.now
            if self._task.most is not None and self.now + self._task.stride > self._task.most:
                return
            self._is_refuted = self._refuter.refutes()
            if self._is_refuted:
                return
            self.now += self._task.stride

    def conclude(self, stats: Stats) -> Verdict:
        """Return the verdict if no horizon is left; record the last one, and the search of all states if that refuted the task."""
        stats.figures["horizon"] = self.now
        if self._is_refuted:
            stats.solver, stats.figures["states"] = ALL_STATES, self._refuter.states
        return self._end

    def late(self, deadline: Deadline) -> Unknown:
        """Return the verdict if the time ends at the current horizon."""
        return Unknown(deadline.stopped(f" at horizon {self.now}"))
