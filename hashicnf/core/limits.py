"""Limits of a search, and the meter that keeps them.

    max_nodes    nodes expanded; exact
    max_depth    steps from a start, of searches that keep such a limit: deeper nodes are cut off
    deadline     wall-clock time, looked at on every node
    max_memory   bytes of the open and closed lists, estimated: their lengths times the size of entries weighed now and then

A search asks its ``Meter`` before each node and returns the ``Stopped`` that it may get. The same look feeds the progress
display, at most ten times a second. Nothing here knows what is searched.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Final, Protocol, TypeVar

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.searchfigures import SearchFigures
from hashicnf.errors import counted, too_small
from hashicnf.logic import Stopped
from hashicnf.records import record

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
    max_memory: int | None = None
    max_depth: int | None = None

    def __post_init__(self) -> None:
        """Check the signs."""
        for name in ("max_nodes", "max_memory", "max_depth"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise too_small(f"--{name.replace('_', '-')}", value, 1)

    def require_memory(self, needed: float) -> None:
        """Raise GaveUp if so many bytes are more than the limit."""
        if self.max_memory is not None and needed > self.max_memory:
            raise out_of_memory(self.max_memory).error()


def out_of_memory(most: int) -> Stopped:
    """Return the reason to stop at a limit of so many bytes."""
    return Stopped("memory", f"memory limit of {counted(most, 'byte')} reached")


class Progress(Protocol):
    """Called with the figures of a search, at most ten times a second; it must be quick."""

    def __call__(self, figures: SearchFigures, /) -> None:
        """Take note of the figures so far."""


class Meter:
    """Counts nodes into ``statistics``, beside those of earlier searches, and checks the limits.

    The clock runs from its creation.
    """

    def __init__(
        self,
        limits: Limits,
        progress: Progress | None = None,
        statistics: SearchFigures | None = None,
        *,
        has_lists: bool = True,
    ) -> None:
        """Start the clock. Without lists what waits and is closed is in memory, but is not counted as open and closed."""
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
        """Return a meter with these limits and one of so many nodes; both count in the same new figures."""
        brief = Meter(replace(self._limits, max_nodes=int(min(nodes, self._most_nodes))), has_lists=self._has_lists)
        self.statistics = brief.statistics
        return brief

    def begin_again(self) -> None:
        """Set all figures to 0."""
        self.statistics = SearchFigures()

    def step(self, waiting: int = 0, closed: int = 0) -> Stopped | None:
        """Count one more node to expand, beside lists of these lengths; or return why it must not be expanded."""
        if (stop := self.look(waiting, closed)) is not None:
            return stop
        if self.statistics.expanded >= self._most_nodes:
            return self.out_of_nodes()
        self.statistics.expanded += 1
        return None

    def look(self, waiting: int = 0, closed: int = 0) -> Stopped | None:
        """Look at all limits but that of nodes, beside lists of these lengths; return the reason to stop, if there is one."""
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

    def exhaust(self, known: int = 0, waiting: int = 0) -> None:
        """Note that no node will be expanded any more: of those known so many wait, and the others are closed."""
        self.statistics.open, self.statistics.closed = waiting, known - waiting

    def overdue(self) -> Stopped | None:
        """Return the reason not even to begin, if the time is over."""
        deadline = self._limits.deadline
        return deadline.stopped() if deadline.is_past() else None

    def wants_weight(self) -> bool:
        """Return whether the search should ``weigh`` the entry at hand: the first one, then a few."""
        return self.statistics.expanded % WEIGH_EVERY == 1

    def weigh(self, open_entry: object, closed_entry: object) -> None:
        """Learn what entries of the two lists cost; the largest seen counts for all."""
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
    """Yield the first so many things, None for all; the number may be larger than Python can count to."""
    return islice(things, None if most is None else min(most, sys.maxsize))


def footprint(value: object) -> int:
    """Estimate the bytes of a value with what it holds: tuples, lists and dataclasses are looked into, all else is flat."""
    size = sys.getsizeof(value)
    if isinstance(value, (tuple, list)):
        return size + sum(map(footprint, value))
    if is_dataclass(value) and not isinstance(value, type):
        return size + sum(footprint(getattr(value, field.name)) for field in fields(value))
    return size
