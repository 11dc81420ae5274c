"""Limits of a search, and the meter that enforces them.

    max_nodes    nodes expanded; exact
    max_depth    steps from a start, for searches with such a limit: deeper nodes are cut off
    deadline     wall-clock time, checked on every node
    max_memory   bytes of the open and closed lists, estimated: their lengths times the size of sampled entries

A search calls its ``Meter`` before each node; if that returns a ``Stopped``, the search ends with it. The same call updates the
progress display, at most ten times a second. The meter is independent of the space that is searched.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Final, TypeAlias, TypeVar

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.progress import Progress
from hashicnf.core.searchfigures import SearchFigures
from hashicnf.errors import counted, too_small
from hashicnf.logic import Stopped
from hashicnf.records import record

Bytes: TypeAlias = int  # an amount of memory; messages about a wrong argument name this unit

T = TypeVar("T")

PROGRESS_SECONDS: Final = 0.1
SLOT: Final = 8
DICT_ENTRY: Final = 104
WEIGH_EVERY: Final = 256
UNLIMITED: Final = float("inf")


@record
class Limits:
    """The limits of a search; None is no limit. Raises UsageError for invalid limits."""

    deadline: Deadline = NEVER
    max_nodes: int | None = None
    max_memory: Bytes | None = None
    max_depth: int | None = None

    def __post_init__(self) -> None:
        """Check the signs."""
        for name in ("max_nodes", "max_memory", "max_depth"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise too_small(f"--{name.replace('_', '-')}", value, 1)

    def require_memory(self, needed: float) -> None:
        """Raise GaveUp if the ``needed`` bytes exceed the limit of memory."""
        if self.max_memory is not None and needed > self.max_memory:
            raise out_of_memory(self.max_memory).error()


NO_LIMITS: Final = Limits()


def out_of_memory(most: int) -> Stopped:
    """Return the reason to stop at a limit of ``most`` bytes."""
    return Stopped("memory", f"memory limit of {counted(most, 'byte')} reached")


class Meter:
    """Count nodes and check the limits of a search; the clock starts when the meter is made.

    ``statistics`` may hold the figures of earlier searches: nodes and seconds are added to them.
    """

    def __init__(
        self,
        limits: Limits,
        progress: Progress | None = None,
        statistics: SearchFigures | None = None,
        *,
        has_lists: bool = True,
    ) -> None:
        """Start the clock. Without ``has_lists`` nodes in memory are not reported as entries of an open and a closed list."""
        self.statistics = SearchFigures() if statistics is None else statistics
        self._has_lists = has_lists
        self._limits, self._progress = limits, progress
        self._start = time.monotonic() - self.statistics.seconds
        self._end = limits.deadline.end
        self._report = UNLIMITED if progress is None else time.monotonic() + PROGRESS_SECONDS
        self._look = min(self._end, self._report)
        self._most_nodes = UNLIMITED if limits.max_nodes is None else limits.max_nodes
        self._most_bytes = UNLIMITED if limits.max_memory is None else limits.max_memory
        self.max_depth = UNLIMITED if limits.max_depth is None else limits.max_depth
        self._open_size = self._closed_size = 0

    @property
    def nodes_left(self) -> float:
        """Return how many more nodes may be expanded."""
        return self._most_nodes - self.statistics.expanded

    def briefly(self, nodes: int) -> Meter:
        """Return a meter with these limits and at most ``nodes`` nodes; from now on both meters count in the same new figures."""
        brief = Meter(replace(self._limits, max_nodes=int(min(nodes, self._most_nodes))), has_lists=self._has_lists)
        self.statistics = brief.statistics
        return brief

    def begin_again(self) -> None:
        """Set all figures to 0."""
        self.statistics = SearchFigures()

    def step(self, waiting: int = 0, closed: int = 0) -> Stopped | None:
        """Count one more node as expanded, or return the reason to stop; ``waiting`` and ``closed`` are lengths of the lists."""
        if (stop := self.look(waiting, closed)) is not None:
            return stop
        if self.statistics.expanded >= self._most_nodes:
            return self.out_of_nodes()
        self.statistics.expanded += 1
        return None

    def look(self, waiting: int, closed: int = 0) -> Stopped | None:
        """Check all limits except that of nodes, for lists of these lengths; return the reason to stop, None if there is none."""
        statistics = self.statistics
        if self._has_lists:
            statistics.open, statistics.closed = waiting, closed
        if waiting + closed > statistics.kept:
            statistics.kept = waiting + closed
        if (used := waiting * self._open_size + closed * self._closed_size) > statistics.peak_bytes:
            statistics.peak_bytes, statistics.peak_entries = used, waiting + closed
            if used > self._most_bytes:
                return out_of_memory(int(self._most_bytes))
        if (now := time.monotonic()) >= self._look:
            if now >= self._end:
                return self._limits.deadline.stopped()
            self._show(now)
        return None

    def out_of_nodes(self) -> Stopped:
        """Return the reason to stop at the limit of nodes."""
        return Stopped("nodes", f"limit of {counted(int(self._most_nodes), 'node')} reached")

    def exhaust(self, known: int, waiting: int = 0) -> None:
        """Record the final lengths of the lists: of the ``known`` nodes ``waiting`` are open, and the others are closed."""
        self.statistics.open, self.statistics.closed = waiting, known - waiting

    def overdue(self) -> Stopped | None:
        """Return the reason to stop if the deadline has passed, else None."""
        deadline = self._limits.deadline
        return deadline.stopped() if deadline.is_past() else None

    def wants_weight(self) -> bool:
        """Return whether the search should ``weigh`` the current entry: the first one, then one of every ``WEIGH_EVERY``."""
        return self.statistics.expanded % WEIGH_EVERY == 1

    def weigh(self, open_entry: object, closed_entry: object) -> None:
        """Estimate the bytes of an entry of each list; the largest entry so far stands for all."""
        self._open_size = max(self._open_size, SLOT + footprint(open_entry))
        self._closed_size = max(self._closed_size, DICT_ENTRY + footprint(closed_entry))

    def finish(self) -> SearchFigures:
        """Stop the clock and return the figures."""
        self.statistics.seconds = time.monotonic() - self._start
        return self.statistics

    def _show(self, now: float) -> None:
        """Report progress, and set the time of the next report."""
        self.statistics.seconds = now - self._start
        if self._progress is not None:
            self._progress(self.statistics)
            self._report = time.monotonic() + PROGRESS_SECONDS
        self._look = min(self._end, self._report)


def at_most(things: Iterable[T], most: int | None) -> Iterator[T]:
    """Yield the first ``most`` things, all for None; ``most`` may be larger than ``islice`` takes."""
    return islice(things, None if most is None else min(most, sys.maxsize))


def footprint(value: object) -> int:
    """Estimate the bytes of a value and its contents, each object once: those of tuples, lists and dataclasses are counted."""
    return _footprint(value, set())


def _footprint(value: object, seen: set[int]) -> int:
    if id(value) in seen:  # such as a state that is its own key
        return 0
    seen.add(id(value))
    parts: Iterable[object] = ()
    if isinstance(value, (tuple, list)):
        parts = value
    elif is_dataclass(value) and not isinstance(value, type):
        parts = (getattr(value, field.name) for field in fields(value))
    return sys.getsizeof(value) + sum(_footprint(part, seen) for part in parts)
