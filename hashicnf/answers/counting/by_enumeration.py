"""Count solutions one by one, as a solver finds them; list them, and draw from the list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


def count_one_by_one(
    puzzle: Puzzle,
    limit: int | None,
    limits: Limits,
    observe: Observer,
    stats: Stats | None = None,
    *,
    shares: bool = False,
    conflicts: int | None = None,
) -> Count:
    """Count solutions by enumeration, until all or ``limit`` are found, time or memory is used up, or Ctrl-C.

    ``stats`` are those of an earlier attempt to count, if any. With ``shares`` the models are added up. Ends also if a solution
    takes more than so many ``conflicts``.
    """
    from hashicnf.answers.enumeration import enumerate_solutions

    stats, total = stats or Stats(ENUMERATION, size=puzzle.size, method=ENUMERATION), 0
    times = Occurrences(puzzle) if shares else None
    try:
        with stats.phase("count"):
            most = most_memory(limits)
            every = enumerate_solutions(puzzle, deadline=limits.deadline, memory=most, conflicts=conflicts)
            for solution in at_most(every, None if limit is None else limit + 1):
                total += 1
                observe(counted(total, "solution"))
                if times is not None:
                    times.add(solution)
    except GaveUp as stop:
        return Count(total, False, stats, None if total == limit else Stopped.by(stop))
    except KeyboardInterrupt:
        return Count(total, False, stats, INTERRUPTED)
    is_exact = limit is None or total <= limit
    found = Count(total if limit is None else min(total, limit), is_exact, stats)
    return found if times is None else times.shown(found)


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
        shares = self._times / max(1, count.total)
        return replace(count, shares=shares, marginals=ShownShares(self._puzzle, self._variables, shares))


def list_all(puzzle: Puzzle, limits: Limits, observe: Observer = unobserved, most: int | None = None) -> list[object]:
    """List all solutions. Raises GaveUp at the time limit, and of the kind memory if there are more than ``most`` or too many."""
    from hashicnf.answers.enumeration import enumerate_solutions

    found = list[object]()
    memory = MOST_LISTED if limits.max_memory is None else limits.max_memory
    try:
        for solution in enumerate_solutions(puzzle, deadline=limits.deadline, memory=memory):
            if len(found) == most:
                raise _too_many(most)
            found.append(solution)
            observe(counted(len(found), "solution"))
    except GaveUp as stop:
        if stop.kind != "memory":
            raise
        raise _too_many(len(found)) from None
    return found


def _too_many(number: int) -> GaveUp:
    return GaveUp(f"there are more than {counted(number, 'solution')}, {ADVICE}", "memory")


def draws_from(solutions: Sequence[object], n: int, seed: int, limits: Limits) -> Iterator[object]:
    """Yield ``n`` random ones of some solutions, none if there are none. Raises GaveUp past the deadline."""
    rng = Random(seed)  # noqa: S311 - no secret
    for _ in range(n if solutions else 0):
        limits.deadline.require()
        yield solutions[rng.randrange(len(solutions))]
