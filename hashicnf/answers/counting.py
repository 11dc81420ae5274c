"""Count and sample the solutions of any puzzle with constraints: by the frontier method if it applies, otherwise by enumeration.

The frontier method (``solving.model_counting``) counts solutions on graphs with sums at the nodes. Solutions of other puzzles are
enumerated, which is exact too, but only fast enough for some thousands. Solutions are also enumerated if the frontier takes too
long, which gives a lower bound, and if the limit is small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

import numpy as np

from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits, at_most
from hashicnf.core.stats import Observer, Stats, unobserved
from hashicnf.errors import GaveUp, UsageError, counted
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, Stopped
from hashicnf.pipeline.compile import state
from hashicnf.solving import model_counting
from hashicnf.solving.model_counting import Count, ShownShares, Uncountable

ENUMERATION: Final = "enumeration"
FEW: Final = 10  # largest limit for which finding solutions is faster than counting
EFFORT: Final = 2_000  # conflicts per solution that is searched in this process
SOON: Final = 10.0  # seconds of the first search
LONGER: Final = 4  # factor of the time of each further try
RESERVED: Final = 0.1  # share of a time limit for finding some solutions if counting is not finished
MOST_LISTED: Final = 48 << 20  # bytes for the list to sample from, if no limit is given: some ten seconds
ADVICE: Final = (
    "too many to be listed and drawn from: give more clues or more --max-memory, or take some with enumerate --limit"
)


def count(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    shares: bool = False,
    limits: Limits,
    observe: Observer = unobserved,
) -> Count:
    """Count the solutions of a puzzle as ``solving.model_counting.count`` does, or if that does not apply, one by one.

    Raises UsageError for puzzles that are solved by plans, a limit below 1, and for shares together with a limit.
    """
    if limit is not None and limit < 1:
        raise UsageError(f"a limit of {limit} solutions: expected 1 or more")
    deadline = limits.deadline
    are_few = limit is not None and limit <= FEW and not shares and puzzle.rules.static is not None
    if limit is not None and are_few and (few := _few(puzzle, limit, limits, observe)) is not None:
        return few
    sooner = replace(limits, deadline=deadline.earlier(RESERVED))
    try:
        found = model_counting.count(puzzle, limit=limit, shares=shares, limits=sooner, observe=observe)
    except Uncountable:
        if puzzle.rules.static is None:
            raise
        return _one_by_one(puzzle, limit, limits, observe, shares=shares)
    if found.total or found.stopped is None or found.stopped.kind != "time":
        return found
    return _one_by_one(puzzle, limit, limits, observe, found.stats, shares=shares)


def _few(puzzle: Puzzle, limit: int, limits: Limits, observe: Observer) -> Count | None:
    """Alternate between finding a few solutions and counting all, each turn four times as long; None at half of the time limit.

    Time limits need solvers in processes; to avoid these for easy puzzles, a search with a limit of conflicts comes first.
    """
    deadline, turn = limits.deadline, SOON
    if deadline.left() is None:
        found = _one_by_one(puzzle, limit, limits, observe, conflicts=EFFORT)
        if _is_final(found):
            return found
    while True:
        left = deadline.left()
        is_last = left is not None and left < LONGER * turn
        limited = replace(limits, deadline=Deadline.after(left / 2 if left is not None and is_last else turn))
        found = _one_by_one(puzzle, limit, limited, observe)
        if _is_final(found):
            return found
        if is_last:
            return None
        limited = replace(limits, deadline=Deadline.after(turn))
        try:
            found = model_counting.count(puzzle, limit=limit, limits=limited, observe=observe)
        except Uncountable:
            return _one_by_one(puzzle, limit, limits, observe)
        if found.stopped is None or found.stopped.kind != "time":
            return found
        turn *= LONGER


def _is_final(found: Count) -> bool:
    """Return whether more time or conflicts would not change the result: too little memory stays too little."""
    return found.stopped is None or found.stopped == INTERRUPTED or found.stopped.kind == "memory"


def _one_by_one(
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
            most = model_counting.most_memory(limits)
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
        self._times += static.model(self._puzzle.board, solution)

    def shown(self, count: Count) -> Count:
        """Return an exact count of these solutions with the shares of the variables."""
        shares = self._times / max(1, count.total)
        return replace(count, shares=shares, marginals=ShownShares(self._puzzle, self._variables, shares))


def sample(puzzle: Puzzle, n: int, *, seed: int, limits: Limits, observe: Observer = unobserved) -> Iterator[object]:
    """Yield ``n`` random solutions as ``solving.model_counting.sample`` does, or if that does not apply, from a list of all.

    Raises UsageError for puzzles that are solved by plans, GaveUp at a limit, and if the list would be too long.
    """
    try:
        yield from model_counting.sample(puzzle, n, seed=seed, limits=limits, observe=observe)
    except Uncountable:
        if puzzle.rules.static is None:
            raise
    else:
        return
    from hashicnf.answers.enumeration import enumerate_solutions

    every = list[object]()
    most = MOST_LISTED if limits.max_memory is None else limits.max_memory
    try:
        for solution in enumerate_solutions(puzzle, deadline=limits.deadline, memory=most):
            every.append(solution)
            observe(counted(len(every), "solution"))
    except GaveUp as stop:
        if stop.kind != "memory":
            raise
        raise GaveUp(f"there are more than {counted(len(every), 'solution')}, {ADVICE}", stop.kind) from None
    rng = Random(seed)  # noqa: S311 - no secret
    for _ in range(n if every else 0):
        limits.deadline.require()
        yield every[rng.randrange(len(every))]
