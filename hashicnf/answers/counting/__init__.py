"""Count and sample the solutions of any puzzle with constraints: by the frontier method if it applies, otherwise by enumeration.

The frontier method (``by_frontier``) counts solutions of sums, on a graph to be connected or without one. Solutions of other
puzzles are enumerated (``by_enumeration``), which is exact too, but only fast enough for some thousands. Solutions are also
enumerated if the frontier takes too long, which gives a lower bound, and if the limit is small. Without a graph, a hard puzzle with
few solutions may have very many states on its frontier, so the two take turns, and enumeration comes first (``by_turns``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hashicnf.answers.counting.by_enumeration import Listed, Listing
from hashicnf.answers.counting.by_frontier import Frontier
from hashicnf.answers.counting.by_turns import RESERVED, count_in_turns, count_sooner, draws_in_turns, improved, is_late
from hashicnf.answers.counting.result import Count
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import GaveUp, UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED
from hashicnf.pipeline.compile import state
from hashicnf.solving.by_frontier import Uncountable

FEW: Final = 10  # largest limit for which finding solutions is faster than counting
EFFORT: Final = 2_000  # conflicts per solution that is searched in this process
SOON: Final = 10.0  # seconds of the first search
LONGER: Final = 4  # factor of the time of each further try


def count(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    shares: bool = False,
    limits: Limits,
    observe: Observer = unobserved,
) -> Count:
    """Count the solutions of a puzzle exactly, unless there are ``limit`` or more, or a limit of time or memory is reached.

    With ``shares``, also compute the share of all solutions in which each variable is true, which needs the exact count. Raises
    UsageError for puzzles that are solved by plans, a limit below 1, and for shares together with a limit.
    """
    if limit is not None and limit < 1:
        raise UsageError(f"a limit of {limit} solutions: expected 1 or more")
    if limit is not None and shares:
        raise UsageError("marginals need all solutions: leave out the limit")
    found = _count(puzzle, limit, shares, limits, observe)
    return found if limit is None or found.total <= limit else replace(found, total=limit, exact=False)


def _count(puzzle: Puzzle, limit: int | None, shares: bool, limits: Limits, observe: Observer) -> Count:
    """Count the solutions as ``count`` does, perhaps beyond the limit."""
    if _lacks_graph(puzzle):
        return count_in_turns(puzzle, limit, limits, observe, shares=shares)
    frontier = Frontier(puzzle, observe)
    are_few = limit is not None and limit <= FEW and puzzle.rules.static is not None
    if limit is not None and are_few and (few := _few(puzzle, frontier, limit, limits, observe)) is not None:
        return few
    try:
        found = count_sooner(frontier, limits, limit, shares=shares)
    except Uncountable:
        if puzzle.rules.static is None:
            raise
        return Listing(puzzle, limits, observe, shares=shares).count(limit)
    return improved(found, Listing(puzzle, limits, observe, shares=shares), limit) if is_late(found) else found


def _lacks_graph(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has constraints, and none of them is a graph to be connected."""
    return puzzle.rules.static is not None and not state(puzzle).connected


def _few(puzzle: Puzzle, frontier: Frontier, limit: int, limits: Limits, observe: Observer) -> Count | None:
    """Alternate between finding a few solutions and counting all, each turn four times as long; None at half of the time limit.

    Time limits need solvers in processes; to avoid these for easy puzzles, a search with a limit of conflicts comes first.
    """
    deadline, turn = limits.deadline, SOON
    if deadline.left() is None:
        found = Listing(puzzle, limits, observe, conflicts=EFFORT).count(limit)
        if _is_final(found):
            return found
    while True:
        left = deadline.left()
        is_last = left is not None and left < LONGER * turn
        limited = replace(limits, deadline=Deadline.after(left / 2 if left is not None and is_last else turn))
        found = Listing(puzzle, limited, observe).count(limit)
        if _is_final(found):
            return found
        if is_last:
            return None
        limited = replace(limits, deadline=Deadline.after(turn))
        try:
            found = frontier.count(limited, limit=limit)
        except Uncountable:
            return Listing(puzzle, limits, observe).count(limit)
        if found.stopped is None or found.stopped.kind != "time":
            return found
        turn *= LONGER


def _is_final(found: Count) -> bool:
    """Return whether more time or conflicts would not change the result: too little memory stays too little."""
    return found.stopped is None or found.stopped == INTERRUPTED or found.stopped.kind == "memory"


def sample(puzzle: Puzzle, n: int, *, seed: int, limits: Limits, observe: Observer = unobserved) -> Iterator[object]:
    """Yield ``n`` random solutions, each uniformly from all and independently of the others; none if there is no solution.

    The same seed gives the same solutions. Raises UsageError for puzzles that are solved by plans, GaveUp at a limit, and if the
    list would be too long.
    """
    if n < 0:
        raise UsageError(f"{n} is no number of solutions")
    if _lacks_graph(puzzle):
        yield from draws_in_turns(puzzle, n, seed, limits, observe)
        return
    is_counted, sooner = False, replace(limits, deadline=limits.deadline.earlier(RESERVED))
    try:
        for solution in Frontier(puzzle, observe).draw(n, seed, sooner):
            is_counted = True
            yield solution
    except Uncountable:
        if puzzle.rules.static is None:
            raise
        yield from Listed(puzzle, limits, observe).all_draws(n, seed)
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
