"""Count and sample solutions by the frontier method, for puzzles to which it applies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from hashicnf.answers.counting.result import Count, ShownShares
from hashicnf.core.limits import Limits
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.stats import Stats
from hashicnf.errors import GaveUp, counted
from hashicnf.families import Puzzle
from hashicnf.frontier.census import Prepared, prepared, take_census
from hashicnf.logic import INTERRUPTED, Stopped
from hashicnf.solving import FRONTIER
from hashicnf.solving.by_frontier import PIECE, Subject, bounded, most_memory, noted, read_subject

# Passes for a lower bound keep at most so many states of a layer, each pass more than the one before:
FEWEST: Final = 1 << 8
MORE: Final = 4  # factor
NARROW: Final = 1 << 12  # the last one before all are counted
WIDE: Final = 1 << 14  # the last one if they cannot be: a second or a few
PER_STATE: Final = 1000  # upper bound of bytes per state, with its successors
RESERVED: Final = 0.05  # share of a time limit for passes for a lower bound if counting is not finished


class Frontier:
    """The frontier method on a puzzle, which is read and ordered once, for several attempts to count its solutions.

    ``least`` is the largest lower bound that is known, ``stats`` are the figures of all attempts. The default limit of memory is
    4 GiB. ``count`` and ``draw`` raise Uncountable for puzzles to which the method does not apply.
    """

    def __init__(self, puzzle: Puzzle, observe: Observer = unobserved) -> None:
        """Take the puzzle, which is read when it is first counted."""
        self.least, self.stats = 0, Stats(FRONTIER, size=puzzle.size, method=FRONTIER)
        self._puzzle, self._observe = puzzle, observe
        self._known: tuple[Subject, Prepared] | None = None
        self._kept = 0  # states of a layer in the last pass for a lower bound

    def count(self, limits: Limits, *, limit: int | None = None, shares: bool = False) -> Count:
        """Count the solutions, exactly, unless there are ``limit`` or more, or a limit of time or memory is reached.

        With ``shares``, also compute the share of all solutions in which each variable is true, if there is one; this needs the
        exact count, without a ``limit``, and more memory.
        """
        limits = bounded(limits)
        sooner = replace(limits, deadline=limits.deadline.earlier(RESERVED))
        try:
            subject, ready = self._read(sooner)
            with self.stats.phase("count"):
                if limit is not None and (found := self._at_least(limit, ready, NARROW, sooner)) is not None:
                    return found
                try:
                    return self._whole(subject, ready, sooner, shares=shares)
                except GaveUp as stop:  # its traceback keeps all states in memory
                    stopped = Stopped.by(stop)
                found = self._at_least(limit, ready, WIDE, limits)
                if found is not None and not shares:
                    return found
                return Count(self.least, False, self.stats, stopped)
        except KeyboardInterrupt:
            return Count(self.least, False, self.stats, INTERRUPTED)
        except GaveUp as stop:
            return Count(self.least, False, self.stats, Stopped.by(stop))

    def draw(self, n: int, seed: int, limits: Limits) -> Iterator[object]:
        """Yield ``n`` random solutions, each uniformly from all and independently of the others; none if there is no solution.

        The same seed gives the same solutions. Raises GaveUp at a limit.
        """
        limits = bounded(limits)
        subject, ready = self._read(limits)
        census = take_census(ready, limits, keep=True, observe=self._observe)
        rng, drawn = Random(seed), 0  # noqa: S311 - no secret
        while census.total and drawn < n:
            ranks = [rng.randrange(census.total) for _ in range(min(PIECE, n - drawn))]
            for solution in subject.solutions(census, ranks):
                limits.deadline.require()
                yield solution
            drawn += len(ranks)
            self._observe(counted(drawn, "solution"))

    def raise_least(self, limits: Limits) -> None:
        """Raise ``least`` as far as some seconds suffice, if there is an order. Raises GaveUp at the time limit."""
        if self._known is not None:
            self._at_least(None, self._known[1], WIDE, limits)

    def _read(self, limits: Limits) -> tuple[Subject, Prepared]:
        """Return the puzzle as a problem, and its part to count, in order. Raises Uncountable, GaveUp."""
        if self._known is not None:
            return self._known
        with self.stats.phase("read"):
            subject = read_subject(self._puzzle, limits)
        with self.stats.phase("count"):
            known = subject, prepared(subject.problem, limits, self._observe)
        if not limits.deadline.is_past():  # a better order may be found in more time
            self._known = known
        return known

    def _whole(self, subject: Subject, ready: Prepared, limits: Limits, *, shares: bool) -> Count:
        """Count exactly. Raises GaveUp at a limit."""
        census = noted(take_census(ready, limits, keep=shares, observe=self._observe), self.stats)
        if not shares or not census.total:
            return Count(census.total, census.exact, self.stats)
        found = subject.loads.shares(census.shares(), subject.variables.count)
        shown = ShownShares(subject.puzzle, subject.variables, found)
        return Count(census.total, census.exact, self.stats, None, found, shown)

    def _at_least(self, limit: int | None, ready: Prepared, most: int, limits: Limits) -> Count | None:
        """Count with at most so many states of a layer, few at first; None if that gives only a bound below ``limit``.

        Raises GaveUp at the time limit.
        """
        most = max(1, min(most, most_memory(limits) // PER_STATE))
        while self._kept < most:
            kept = min(most, self._kept * MORE or FEWEST)
            some = take_census(ready, Limits(limits.deadline), narrow=kept, observe=self._observe)
            self._kept, self.least = kept, max(self.least, noted(some, self.stats).total)
            if some.exact:
                return Count(some.total, True, self.stats)
            if limit is not None and self.least >= limit:
                return Count(limit, False, self.stats)
        return None
