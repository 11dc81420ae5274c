"""Count and sample the solutions of any puzzle with constraints: by the frontier where it fits, else one after the other.

What the frontier counts (``solving.model_counting``) is a graph with sums at its nodes. Solutions of other puzzles are enumerated,
which is as exact, and is for some thousands. So are those of a puzzle that takes the frontier too long: then there are at least so
many; and where only a few are asked for.
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
FEW: Final = 10  # solutions that are sooner found than counted
EFFORT: Final = 2_000  # conflicts of each that is looked for in this process
SOON: Final = 10.0  # seconds to look for them at first
LONGER: Final = 4  # times as long is each further try
RESERVED: Final = 0.1  # of a time limit, to find some solutions where they cannot be counted
MOST_LISTED: Final = 48 << 20  # bytes to list what is drawn from, where no limit is asked for: some ten seconds
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
    """Count the solutions of a puzzle as ``solving.model_counting.count`` does, or where the frontier does not fit, one by one.

    Raises UsageError for puzzles that are solved by plans, a limit below 1, and for shares below a limit.
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
    """Find a few solutions or count all in turns, each four times as long as the one before; None when half of the time is over.

    Limits of time take processes, which easy puzzles are spared.
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
    """Return whether more time or conflicts would change nothing: solutions that take too much memory take it again."""
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
    """Count solutions as they are found, until there are no more, or ``limit``, or time or memory is over, or Ctrl-C.

    ``stats`` are those of a count that was begun, None for none. With ``shares`` their models are added up. It ends, too, where
    one takes more ``conflicts``.
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
    """In how many solutions each variable of a puzzle is true."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Begin without solutions."""
        self._puzzle, self._variables = puzzle, state(puzzle).problem
        self._times = np.zeros(self._variables.count + 1, dtype=np.int64)

    def add(self, solution: object) -> None:
        """Add one solution. Raises UsageError for a family whose solutions have no models."""
        static = self._puzzle.rules.static
        if static is None or static.model is None:
            raise UsageError(f"marginals: solutions of {self._puzzle.family} puzzles are not read as models")
        self._times += static.model(self._puzzle.board, solution)

    def shown(self, count: Count) -> Count:
        """Return an exact count of these solutions with their shares."""
        shares = self._times / max(1, count.total)
        return replace(count, shares=shares, marginals=ShownShares(self._puzzle, self._variables, shares))


def sample(puzzle: Puzzle, n: int, *, seed: int, limits: Limits, observe: Observer = unobserved) -> Iterator[object]:
    """Draw solutions as ``solving.model_counting.sample`` does, or where the frontier does not fit, from a list of all.

    Raises UsageError for puzzles that are solved by plans, GaveUp at a limit, and where there are more solutions to be enumerated
    than are kept.
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
