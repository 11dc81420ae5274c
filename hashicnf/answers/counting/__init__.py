"""Count and sample the solutions of any puzzle with constraints: by the frontier method if it applies, otherwise by enumeration.

The frontier method (``by_frontier``) counts solutions on graphs with sums at the nodes. Solutions of other puzzles are enumerated
(``by_enumeration``), which is exact too, but only fast enough for some thousands. Solutions are also enumerated if the frontier
takes too long, which gives a lower bound, and if the limit is small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hashicnf.answers.counting.by_enumeration import count_one_by_one, sample_from_list
from hashicnf.answers.counting.by_frontier import count_by_frontier, sample_by_frontier
from hashicnf.answers.counting.result import Count
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import GaveUp, UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED
from hashicnf.solving.by_frontier import Uncountable

FEW: Final = 10  # largest limit for which finding solutions is faster than counting
EFFORT: Final = 2_000  # conflicts per solution that is searched in this process
SOON: Final = 10.0  # seconds of the first search
LONGER: Final = 4  # factor of the time of each further try
RESERVED: Final = 0.1  # share of a time limit for finding some solutions if counting is not finished


def count(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    shares: bool = False,
    limits: Limits,
    observe: Observer = unobserved,
) -> Count:
    """Count the solutions of a puzzle as ``count_by_frontier`` does, or if that does not apply, one by one.

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
        found = count_by_frontier(puzzle, limit=limit, shares=shares, limits=sooner, observe=observe)
    except Uncountable:
        if puzzle.rules.static is None:
            raise
        return count_one_by_one(puzzle, limit, limits, observe, shares=shares)
    if found.total or found.stopped is None or found.stopped.kind != "time":
        return found
    return count_one_by_one(puzzle, limit, limits, observe, found.stats, shares=shares)


def _few(puzzle: Puzzle, limit: int, limits: Limits, observe: Observer) -> Count | None:
    """Alternate between finding a few solutions and counting all, each turn four times as long; None at half of the time limit.

    Time limits need solvers in processes; to avoid these for easy puzzles, a search with a limit of conflicts comes first.
    """
    deadline, turn = limits.deadline, SOON
    if deadline.left() is None:
        found = count_one_by_one(puzzle, limit, limits, observe, conflicts=EFFORT)
        if _is_final(found):
            return found
    while True:
        left = deadline.left()
        is_last = left is not None and left < LONGER * turn
        limited = replace(limits, deadline=Deadline.after(left / 2 if left is not None and is_last else turn))
        found = count_one_by_one(puzzle, limit, limited, observe)
        if _is_final(found):
            return found
        if is_last:
            return None
        limited = replace(limits, deadline=Deadline.after(turn))
        try:
            found = count_by_frontier(puzzle, limit=limit, limits=limited, observe=observe)
        except Uncountable:
            return count_one_by_one(puzzle, limit, limits, observe)
        if found.stopped is None or found.stopped.kind != "time":
            return found
        turn *= LONGER


def _is_final(found: Count) -> bool:
    """Return whether more time or conflicts would not change the result: too little memory stays too little."""
    return found.stopped is None or found.stopped == INTERRUPTED or found.stopped.kind == "memory"


def sample(puzzle: Puzzle, n: int, *, seed: int, limits: Limits, observe: Observer = unobserved) -> Iterator[object]:
    """Yield ``n`` random solutions as ``sample_by_frontier`` does, or if that does not apply, from a list of all.

    Raises UsageError for puzzles that are solved by plans, GaveUp at a limit, and if the list would be too long.
    """
    is_counted, sooner = False, replace(limits, deadline=limits.deadline.earlier(RESERVED))
    try:
        for solution in sample_by_frontier(puzzle, n, seed=seed, limits=sooner, observe=observe):
            is_counted = True
            yield solution
    except Uncountable:
        if puzzle.rules.static is None:
            raise
        yield from sample_from_list(puzzle, n, seed=seed, limits=limits, observe=observe)
    except GaveUp:
        if is_counted or not _is_unsolvable(puzzle, limits.deadline):
            raise


def _is_unsolvable(puzzle: Puzzle, deadline: Deadline) -> bool:
    """Return whether a search shows by the deadline that a puzzle has no solution, which counting takes long to show."""
    from hashicnf.answers.enumeration import enumerate_solutions

    try:
        return next(enumerate_solutions(puzzle, deadline=deadline), None) is None
    except GaveUp:
        return False
