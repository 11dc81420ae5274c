"""Count and sample solutions by the frontier method, for puzzles to which it applies."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from hashicnf.answers.counting.result import Count, ShownShares
from hashicnf.core.limits import Limits
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.stats import Stats
from hashicnf.errors import GaveUp, UsageError, counted
from hashicnf.families import Puzzle
from hashicnf.frontier.census import Prepared, prepared, take_census
from hashicnf.logic import INTERRUPTED, Stopped
from hashicnf.solving import FRONTIER
from hashicnf.solving.by_frontier import PIECE, Subject, bounded, most_memory, noted, read_subject

NARROW: Final = 1 << 12  # states kept at a time if a lower bound suffices
PER_STATE: Final = 1000  # upper bound of bytes per state, with its successors


def count_by_frontier(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    shares: bool = False,
    limits: Limits,
    observe: Observer = unobserved,
) -> Count:
    """Count the solutions of a puzzle, exactly, unless there are ``limit`` or more, or a limit of time or memory is reached.

    With ``shares``, also compute the share of all solutions in which each variable is true; this needs the exact count, without a
    ``limit``, and more memory. The default limit of memory is 4 GiB. Raises UsageError for puzzles to which the method does not
    apply.
    """
    limits = bounded(limits)
    stats = Stats(FRONTIER, size=puzzle.size, method=FRONTIER)
    try:
        with stats.phase("read"):
            subject = read_subject(puzzle, limits)
        with stats.phase("count"):
            ready = prepared(subject.problem, limits, observe)
            if limit is not None:
                some = noted(take_census(ready, limits, narrow=NARROW, observe=observe), stats)
                if some.exact or some.total >= limit:
                    return Count(some.total if some.exact else limit, some.exact, stats)
            return _whole(subject, ready, limits, stats, observe, shares=shares)
    except KeyboardInterrupt:
        return Count(0, False, stats, INTERRUPTED)
    except GaveUp as stop:
        return Count(0, False, stats, Stopped.by(stop))


def _whole(
    subject: Subject, ready: Prepared, limits: Limits, stats: Stats, observe: Observer, *, shares: bool
) -> Count:
    """Count exactly, or if memory does not suffice, a lower bound. Raises GaveUp at the time limit."""
    try:
        census = noted(take_census(ready, limits, keep=shares, observe=observe), stats)
    except GaveUp as stop:
        if stop.kind != "memory":
            raise
        narrow = max(1, min(NARROW, most_memory(limits) // PER_STATE))
        unlimited = Limits(limits.deadline)
        some = noted(take_census(ready, unlimited, narrow=narrow, observe=observe), stats)
        return Count(some.total, some.exact, stats, None if some.exact else Stopped.by(stop))
    if not shares:
        return Count(census.total, census.exact, stats)
    found = subject.loads.shares(census.shares(), subject.variables.count)
    shown = ShownShares(subject.puzzle, subject.variables, found)
    return Count(census.total, census.exact, stats, None, found, shown)


def sample_by_frontier(
    puzzle: Puzzle, n: int, *, seed: int, limits: Limits, observe: Observer = unobserved
) -> Iterator[object]:
    """Yield ``n`` random solutions, each uniformly from all and independently of the others; none if there is no solution.

    The same seed gives the same solutions. Limits are those of ``count_by_frontier``. Raises UsageError for puzzles to which the
    method does not apply, and GaveUp at a limit.
    """
    if n < 0:
        raise UsageError(f"{n} is no number of solutions")
    limits = bounded(limits)
    subject = read_subject(puzzle, limits)
    census = take_census(subject.problem, limits, keep=True, observe=observe)
    rng, drawn = Random(seed), 0  # noqa: S311 - no secret
    while census.total and drawn < n:
        ranks = [rng.randrange(census.total) for _ in range(min(PIECE, n - drawn))]
        for solution in subject.solutions(census, ranks):
            limits.deadline.require()
            yield solution
        drawn += len(ranks)
        observe(counted(drawn, "solution"))
