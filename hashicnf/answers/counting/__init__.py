"""Count and sample the solutions of any puzzle with constraints: by the frontier method if it applies, otherwise by enumeration.

The frontier method (``by_frontier``) counts solutions of sums, on a graph to be connected or without one. Solutions of other
puzzles are enumerated (``by_enumeration``), which is exact too, but only fast enough for some thousands. Solutions are also
enumerated if the frontier takes too long, which gives a lower bound, and if the limit is small. Without a graph, a hard puzzle with
few solutions may have very many states on its frontier, so the two take turns, and enumeration comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hashicnf.answers.counting.by_enumeration import count_one_by_one, draws_from, list_all
from hashicnf.answers.counting.by_frontier import count_by_frontier, sample_by_frontier
from hashicnf.answers.counting.result import Count
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import GaveUp, UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED
from hashicnf.pipeline.compile import state
from hashicnf.solving.by_frontier import Uncountable

# For a puzzle without a graph: so many solutions are enumerated, and if there are more, the frontier may take so many bytes.
TURNS: Final = ((500, 256 << 20), (10_000, None))
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
    if limit is not None and shares:
        raise UsageError("marginals need all solutions: leave out the limit")
    if _lacks_graph(puzzle):
        return _in_turns(puzzle, limit, limits, observe, shares=shares)
    deadline = limits.deadline
    are_few = limit is not None and limit <= FEW and puzzle.rules.static is not None
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


def _lacks_graph(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has constraints, and none of them is a graph to be connected."""
    return puzzle.rules.static is not None and not state(puzzle).connected


def _in_turns(puzzle: Puzzle, limit: int | None, limits: Limits, observe: Observer, *, shares: bool) -> Count:
    """Enumerate some solutions, and count by the frontier if there are more, in ``TURNS``; then enumerate what time is left."""
    sooner = replace(limits, deadline=limits.deadline.earlier(RESERVED))
    # A limit within the last turn makes the others needless.
    for many, memory in TURNS if limit is None or limit > TURNS[-1][0] else TURNS[-1:]:
        listed = count_one_by_one(puzzle, many if limit is None else min(many, limit), limits, observe, shares=shares)
        if listed.exact or listed.stopped is not None or listed.total == limit:
            return listed
        limited = replace(sooner, max_memory=_least(limits.max_memory, memory))
        try:
            found = count_by_frontier(puzzle, limit=limit, shares=shares, limits=limited, observe=observe)
        except Uncountable:
            return count_one_by_one(puzzle, limit, limits, observe, shares=shares)
        found = found if found.exact or found.total >= listed.total else replace(found, total=listed.total)
        if found.stopped is None or found.stopped.kind != "memory":
            break
    if found.stopped is None or found.stopped.kind != "time":
        return found
    return count_one_by_one(puzzle, limit, limits, observe, found.stats)


def _least(one: int | None, other: int | None) -> int | None:
    """Return the smaller of two limits, None if there is none."""
    return min((limit for limit in (one, other) if limit is not None), default=None)


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
    """Yield ``n`` random solutions as ``sample_by_frontier`` does, or from a list of all if that is short or the only way.

    Raises UsageError for puzzles that are solved by plans, GaveUp at a limit, and if the list would be too long.
    """
    if _lacks_graph(puzzle):
        yield from _drawn_in_turns(puzzle, n, seed, limits, observe)
        return
    is_counted, sooner = False, replace(limits, deadline=limits.deadline.earlier(RESERVED))
    try:
        for solution in sample_by_frontier(puzzle, n, seed=seed, limits=sooner, observe=observe):
            is_counted = True
            yield solution
    except Uncountable:
        if puzzle.rules.static is None:
            raise
        yield from draws_from(list_all(puzzle, limits, observe), n, seed, limits)
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


def _drawn_in_turns(puzzle: Puzzle, n: int, seed: int, limits: Limits, observe: Observer) -> Iterator[object]:
    """List solutions to draw from, and if there are too many, draw by the frontier, in ``TURNS``. Raises GaveUp at a limit."""
    for many, memory in TURNS:
        try:
            every = list_all(puzzle, limits, observe, many)
        except GaveUp as stop:
            if stop.kind != "memory":
                raise
            too_many = stop
        else:
            yield from draws_from(every, n, seed, limits)
            return
        limited = replace(limits, max_memory=_least(limits.max_memory, memory))
        try:
            yield from sample_by_frontier(puzzle, n, seed=seed, limits=limited, observe=observe)
        except Uncountable:
            yield from draws_from(list_all(puzzle, limits, observe), n, seed, limits)
        except GaveUp as stop:
            if stop.kind != "memory":
                raise
            continue
        return
    raise too_many
