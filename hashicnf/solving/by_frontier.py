"""Solve puzzles by the frontier method, which counts all solutions: exact, deterministic, without any solver.

It applies to puzzles whose constraints are one connected graph, sums of loads at its nodes, and pairs of edges that exclude each
other; and without a graph, to sums of single literals, and pairs of them that exclude each other. Every solution that is returned
has passed the checker of its family.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log10
from typing import TYPE_CHECKING, Final

from hashicnf.core.limits import Limits
from hashicnf.core.progress import unobserved
from hashicnf.core.stats import Stats
from hashicnf.core.variables import VariablePool, Variables
from hashicnf.errors import GaveUp, InternalError, UsageError
from hashicnf.families import Puzzle
from hashicnf.frontier.census import Census, take_census
from hashicnf.frontier.problem import Misfit, Problem
from hashicnf.frontier.reading import Loads, read_problem
from hashicnf.logic import INTERRUPTED, Solved, Stopped, Unknown, Unsat
from hashicnf.pipeline.family_parts import lacking
from hashicnf.records import record
from hashicnf.solving import FRONTIER

if TYPE_CHECKING:
    from hashicnf.pipeline.answer import Answer
    from hashicnf.solving.request import Request

MOST_MEMORY: Final = 4 << 30  # bytes, unless a limit is given
PIECE: Final = 1000  # solutions reconstructed at a time
WRITTEN: Final = 4300  # most digits of a number that Python converts by default


class Uncountable(UsageError):
    """The frontier method does not apply to the constraints of a puzzle."""


def digits_of(number: int) -> int:
    """Return the number of decimal digits of a non-negative number without converting it."""
    if not number:
        return 1
    near = round(log10(number))
    return near + 1 if number >= pow(10, near) else near


@record
class Subject:
    """A puzzle as a problem of loads."""

    puzzle: Puzzle
    variables: Variables
    problem: Problem
    loads: Loads

    def solutions(self, census: Census, ranks: Sequence[int]) -> Iterator[object]:
        """Yield the solutions of some ranks. Raises InternalError for a solution that breaks a rule."""
        for start in range(0, len(ranks), PIECE):
            loads = census.loads(ranks[start : start + PIECE])
            for model in self.loads.models(loads, self.variables.count):
                solution = self.puzzle.decode(self.variables, model)
                if broken := self.puzzle.check(solution):
                    raise InternalError(f"{FRONTIER} counted what breaks a rule of the puzzle: {broken[0].message}")
                yield solution


def by_frontier(puzzle: Puzzle, request: Request) -> Answer:
    """Count the solutions and return the first. Raises UsageError for puzzles to which the method does not apply."""
    from hashicnf.pipeline.answer import Answer

    stats = Stats(FRONTIER, size=puzzle.size, method=FRONTIER)
    limits = bounded(Limits(request.deadline(), None, request.max_memory))
    try:
        with stats.phase("read"):
            subject = read_subject(puzzle, limits)
        with stats.phase("count"):
            observe = request.observe or unobserved
            census = noted(take_census(subject.problem, limits, keep=True, observe=observe), stats)
        if not census.total:
            return Answer(Unsat(), None, stats)
        if request.all_answers and census.exact:
            stats.several = census.total > 1
        with stats.phase("decode"):
            (solution,) = subject.solutions(census, [0])
    except KeyboardInterrupt:
        return Answer(Unknown(INTERRUPTED), None, stats)
    except GaveUp as stop:
        return Answer(Unknown(Stopped.by(stop)), None, stats)
    return Answer(Solved(), solution, stats)


def noted(census: Census, stats: Stats) -> Census:
    """Add the figures of a count to ``stats``; for a number too long for Python to convert, its number of digits."""
    if census.exact:
        digits = digits_of(census.total)
        stats.figures |= {"solutions": census.total} if digits <= WRITTEN else {"digits": digits}
    stats.figures |= {"transitions": census.transitions, "width": census.width}
    return census


def bounded(limits: Limits) -> Limits:
    """Return limits with the default limit of memory, if none is given."""
    return replace(limits, max_memory=most_memory(limits))


def most_memory(limits: Limits) -> int:
    """Return the limit of memory of a count, in bytes."""
    return MOST_MEMORY if limits.max_memory is None else limits.max_memory


def read_subject(puzzle: Puzzle, limits: Limits) -> Subject:
    """Convert a puzzle to a problem of loads. Raises Uncountable if that is impossible, GaveUp at a limit."""
    if (fault := lacking(puzzle, "static")) is not None:
        raise Uncountable(fault)
    limits.deadline.require()
    pool = VariablePool()
    batches, _ = puzzle.constraints(pool)
    try:
        problem, loads = read_problem(batches, limits)
    except Misfit as misfit:
        raise Uncountable(
            f"{FRONTIER} does not fit {puzzle.family} puzzles: it needs sums of loads at the nodes of one graph to be "
            f"connected, or sums of literals without a graph, and pairs of these that exclude each other; the obstacle is {misfit}"
        ) from None
    return Subject(puzzle, pool.freeze(), problem, loads)
