"""Count solutions one by one, as a solver finds them; list them, and draw from the list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Final

import numpy as np

from hashicnf.answers.counting.result import Count, ShownShares
from hashicnf.core.limits import Limits, at_most
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.stats import Stats
from hashicnf.errors import GaveUp, UsageError, counted
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, Bools, Stopped
from hashicnf.pipeline.compile import state
from hashicnf.registry import returned
from hashicnf.solving.by_frontier import most_memory

ENUMERATION: Final = "enumeration"
MOST_LISTED: Final = 48 << 20  # bytes for the list to sample from, if no limit is given: some ten seconds
ADVICE: Final = (
    "too many to be listed and drawn from: give more clues or more --max-memory, or take some with enumerate --limit"
)


class Listing:
    """The solutions of a puzzle one by one, as a solver finds them, up to a number that may be raised; ``total`` are found so far.

    ``take`` is called with each. With ``shares``, the models are added up. A solution may take at most so many ``conflicts``, None
    for any number. ``stats`` hold the time.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        limits: Limits,
        observe: Observer = unobserved,
        *,
        shares: bool = False,
        conflicts: int | None = None,
        take: Callable[[object], None] | None = None,
    ) -> None:
        """Start with no solution. The default limit of memory is that of a count. Raises UsageError as ``enumerate_solutions``."""
        from hashicnf.answers.enumeration import enumerate_solutions

        self.stats, self.total = Stats(ENUMERATION, size=puzzle.size, method=ENUMERATION), 0
        self._take, self._observe = take, observe
        self._times = Occurrences(puzzle) if shares else None
        self._stopped: Stopped | None = None
        self._found = enumerate_solutions(
            puzzle, deadline=limits.deadline, memory=most_memory(limits), conflicts=conflicts
        )

    def find(self, most: int | None) -> bool:
        """Find solutions until there are more than ``most``, None for all; return whether all are found.

        Raises GaveUp at a limit, after which each further call raises it again.
        """
        if self._stopped is not None:
            raise self._stopped.error()
        try:
            with self.stats.phase("count"):
                for solution in at_most(self._found, None if most is None else max(0, most + 1 - self.total)):
                    self._note(solution)
        except GaveUp as stop:
            self._stopped = Stopped.by(stop)
            raise
        return most is None or self.total <= most

    def _note(self, solution: object) -> None:
        self.total += 1
        self._observe(counted(self.total, "solution"))
        if self._take is not None:
            self._take(solution)
        if self._times is not None:
            self._times.add(solution)

    def count(self, limit: int | None) -> Count:
        """Count until all or ``limit`` are found, time or memory is used up, or Ctrl-C; an exact count has the shares, if any."""
        try:
            is_exact = self.find(limit)
        except GaveUp as stop:
            return Count(self.total, False, self.stats, None if self.total == limit else Stopped.by(stop))
        except KeyboardInterrupt:
            return Count(self.total, False, self.stats, INTERRUPTED)
        found = Count(self.total if limit is None else min(self.total, limit), is_exact, self.stats)
        return self._times.shown(found) if self._times is not None and is_exact and found.total else found


class Occurrences:
    """Counters: the number of solutions in which each variable of a puzzle is true."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Start with no solution counted."""
        self._puzzle, self._variables = puzzle, state(puzzle).problem
        self._times = np.zeros(self._variables.count + 1, dtype=np.int64)

    def add(self, solution: object) -> None:
        """Count one solution. Raises UsageError for a family whose solutions cannot be converted to models."""
        static = self._puzzle.rules.static
        if static is None or static.model is None:
            raise UsageError(f"marginals: solutions of {self._puzzle.family} puzzles are not read as models")
        self._times += returned(
            static.model(self._puzzle.board, solution), np.ndarray, static.model, fault=self._fault_of_model
        )

    def _fault_of_model(self, model: Bools) -> str:
        """Return a description of the fault of a model, "" if it has the type and the length of a model."""
        if model.dtype == np.bool_ and model.shape == self._times.shape:
            return ""
        return f"a model of the family's variables is bool[{len(self._times)}], the first element of no variable"

    def shown(self, count: Count) -> Count:
        """Return an exact count of these solutions with the shares of the variables."""
        shares = self._times / count.total
        return replace(count, shares=shares, marginals=ShownShares(self._puzzle, self._variables, shares))


class Listed:
    """The list of all solutions of a puzzle, to draw from; it grows until all are found."""

    def __init__(self, puzzle: Puzzle, limits: Limits, observe: Observer = unobserved) -> None:
        """Start with an empty list; its default limit of memory is ``MOST_LISTED``. Raises UsageError for plans."""
        memory = MOST_LISTED if limits.max_memory is None else limits.max_memory
        self._limits, self._solutions = limits, list[object]()
        self._listing = Listing(puzzle, replace(limits, max_memory=memory), observe, take=self._solutions.append)

    @property
    def total(self) -> int:
        """Return how many solutions are known."""
        return self._listing.total

    def grow(self, most: int | None) -> bool:
        """List all solutions; return False if there are more than ``most``, or too many for the memory.

        Raises GaveUp at the time limit.
        """
        try:
            return self._listing.find(most)
        except GaveUp as stop:
            if stop.kind != "memory":
                raise
            return False

    def draws(self, n: int, seed: int) -> Iterator[object]:
        """Yield ``n`` random ones of the solutions, none if there are none. Raises GaveUp past the deadline."""
        rng = Random(seed)  # noqa: S311 - no secret
        for _ in range(n if self._solutions else 0):
            self._limits.deadline.require()
            yield self._solutions[rng.randrange(len(self._solutions))]

    def all_draws(self, n: int, seed: int) -> Iterator[object]:
        """List all solutions, and draw from them. Raises GaveUp at a limit."""
        if not self.grow(None):
            raise too_many(self.total)
        yield from self.draws(n, seed)


def too_many(number: int) -> GaveUp:
    """Return the error for a puzzle of which so many solutions are known."""
    return GaveUp(f"there are at least {counted(number, 'solution')}, {ADVICE}", "memory")
