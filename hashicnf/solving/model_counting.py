"""Count, sample and solve puzzles by the frontier method: exact, deterministic, without any solver.

It applies to puzzles whose constraints are one connected graph, sums of loads at its nodes, and pairs of edges that exclude each
other. Every solution that is returned has passed the checker of its family.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from math import log10
from random import Random
from typing import TYPE_CHECKING, Any, Final

from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.picture import Look, Picture
from hashicnf.core.stats import Observer, Stats, unobserved
from hashicnf.core.variables import VariablePool, Variables
from hashicnf.errors import GaveUp, InternalError, UsageError, counted
from hashicnf.families import Layout, Marginals, Puzzle
from hashicnf.frontier.census import Census, Prepared, prepared, take_census
from hashicnf.frontier.problem import Problem
from hashicnf.frontier.reading import Loads, Misfit, read_problem
from hashicnf.logic import INTERRUPTED, Shares, Solved, Stopped, Unknown, Unsat
from hashicnf.pipeline.parts import lacking
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.pipeline.answer import Answer
    from hashicnf.solving.request import Method, Request

METHOD: Final = "frontier"
MOST_MEMORY: Final = 4 << 30  # bytes, unless a limit is given
NARROW: Final = 1 << 12  # states kept at a time if a lower bound suffices
PER_STATE: Final = 1000  # upper bound of bytes per state, with its successors
PIECE: Final = 1000  # solutions reconstructed at a time
WRITTEN: Final = 4300  # most digits of a number that Python converts by default


class Uncountable(UsageError):
    """The frontier method does not apply to the constraints of a puzzle."""


@record
class ShownShares:
    """Shares of variables, displayed by the family of a puzzle: ``draw()`` and ``picture()`` on the board, ``data()`` for JSON.

    All methods raise UsageError if the family does not display shares.
    """

    puzzle: Puzzle
    variables: Variables
    shares: Shares

    def draw(self, width: int | None = None) -> str:
        """Draw the board with the shares, in at most ``width`` characters per line if possible."""
        return self.layout(width).text

    def layout(self, width: int | None = None) -> Layout:
        """Return the drawing with the places of its rows and columns, none if it has no such places."""
        return self._shown().draw(self.puzzle.board, self.variables, self.shares, width)

    def picture(self, *, coordinates: bool = False) -> Picture:
        """Return a picture of the board with the shares."""
        return self._shown().picture(self.puzzle.board, self.variables, self.shares, Look(coordinates))

    def data(self) -> object:
        """Return the shares as data for JSON."""
        return self._shown().data(self.puzzle.board, self.variables, self.shares)

    def _shown(self) -> Marginals[Any]:
        static = self.puzzle.rules.static
        if static is None or static.marginals is None:
            raise UsageError(f"marginals: {self.puzzle.family} puzzles have no drawing of them")
        return static.marginals()


@record
class Count:
    """The number of solutions of a puzzle: ``total``, exactly or (if ``exact`` is False) a lower bound.

    ``stopped`` is the limit that was reached before the exact number was known; None if only a lower bound was requested.
    ``shares`` float64[v + 1], if requested, are for each variable of the puzzle the share of all solutions in which it is true:
    exactly 0 or 1 if it is true in none or in all.
    """

    total: int
    exact: bool
    stats: Stats = field(compare=False)
    stopped: Stopped | None = None
    shares: Shares | None = None
    marginals: ShownShares | None = field(compare=False, repr=False, default=None)

    def __post_init__(self) -> None:
        """Make the shares read-only, since records are hashed by their contents."""
        if self.shares is not None:
            self.shares.setflags(write=False)

    def __repr__(self) -> str:
        """Return the number in one line; for a number too long for Python to convert, its number of digits."""
        number = f"{self.total:,}" if self.digits <= WRITTEN else f"a number of {counted(self.digits, 'digit')}"
        return f"<count: {'' if self.exact else 'at least '}{number}>"

    @property
    def digits(self) -> int:
        """Return the number of decimal digits of ``total``."""
        return _digits(self.total)


def _digits(number: int) -> int:
    """Return the number of decimal digits of a non-negative number without converting it."""
    if not number:
        return 1
    near = round(log10(number))
    return near + 1 if number >= pow(10, near) else near


@record
class _Subject:
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
                    raise InternalError(f"{METHOD} counted what breaks a rule of the puzzle: {broken[0].message}")
                yield solution


def count(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    shares: bool = False,
    limits: Limits,
    observe: Observer = unobserved,
) -> Count:
    """Count the solutions of a puzzle, exactly, unless there are ``limit`` or more, or a limit of time or memory is reached.

    With ``shares``, also compute the share of all solutions in which each variable is true; this needs the exact count, and more
    memory. The default limit of memory is 4 GiB. Raises UsageError for puzzles to which the method does not apply, and for shares
    together with a limit.
    """
    if limit is not None and shares:
        raise UsageError("marginals need all solutions: leave out the limit")
    limits = _bounded(limits)
    stats = Stats(METHOD, size=puzzle.size, method=METHOD)
    try:
        with stats.phase("read"):
            subject = _read(puzzle, limits.deadline)
        with stats.phase("count"):
            ready = prepared(subject.problem, limits, observe)
            if limit is not None:
                some = _noted(take_census(ready, limits, narrow=NARROW, observe=observe), stats)
                if some.exact or some.total >= limit:
                    return Count(some.total if some.exact else limit, some.exact, stats)
            return _whole(subject, ready, limits, stats, observe, shares=shares)
    except KeyboardInterrupt:
        return Count(0, False, stats, INTERRUPTED)
    except GaveUp as stop:
        return Count(0, False, stats, Stopped.by(stop))


def _whole(
    subject: _Subject, ready: Prepared, limits: Limits, stats: Stats, observe: Observer, *, shares: bool
) -> Count:
    """Count exactly, or if memory does not suffice, a lower bound. Raises GaveUp at the time limit."""
    try:
        census = _noted(take_census(ready, limits, keep=shares, observe=observe), stats)
    except GaveUp as stop:
        if stop.kind != "memory":
            raise
        narrow = max(1, min(NARROW, most_memory(limits) // PER_STATE))
        unlimited = Limits(limits.deadline)
        some = _noted(take_census(ready, unlimited, narrow=narrow, observe=observe), stats)
        return Count(some.total, some.exact, stats, None if some.exact else Stopped.by(stop))
    if not shares:
        return Count(census.total, census.exact, stats)
    found = subject.loads.shares(census.shares(), subject.variables.count)
    shown = ShownShares(subject.puzzle, subject.variables, found)
    return Count(census.total, census.exact, stats, None, found, shown)


def sample(puzzle: Puzzle, n: int, *, seed: int, limits: Limits, observe: Observer = unobserved) -> Iterator[object]:
    """Yield ``n`` random solutions, each uniformly from all and independently of the others; none if there is no solution.

    The same seed gives the same solutions. Limits are those of ``count``. Raises UsageError for puzzles to which the method does
    not apply, and GaveUp at a limit.
    """
    if n < 0:
        raise UsageError(f"{n} is no number of solutions")
    subject = _read(puzzle, limits.deadline)
    census = take_census(subject.problem, _bounded(limits), keep=True, observe=observe)
    rng, drawn = Random(seed), 0  # noqa: S311 - no secret
    while census.total and drawn < n:
        ranks = [rng.randrange(census.total) for _ in range(min(PIECE, n - drawn))]
        for solution in subject.solutions(census, ranks):
            limits.deadline.require()
            yield solution
        drawn += len(ranks)
        observe(counted(drawn, "solution"))


def by_frontier(puzzle: Puzzle, method: Method, request: Request) -> Answer:
    """Count the solutions and return the first. Raises UsageError for puzzles to which the method does not apply."""
    from hashicnf.pipeline.answer import Answer

    stats = Stats(method.name, size=puzzle.size, method=method.name)
    limits = Limits(Deadline.after(request.timeout, request.spent), None, request.max_memory)
    try:
        with stats.phase("read"):
            subject = _read(puzzle, limits.deadline)
        with stats.phase("count"):
            observe = request.observe or unobserved
            census = _noted(take_census(subject.problem, _bounded(limits), keep=True, observe=observe), stats)
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


def _noted(census: Census, stats: Stats) -> Census:
    """Add the figures of a count to ``stats``; for a number too long for Python to convert, its number of digits."""
    if census.exact:
        digits = _digits(census.total)
        stats.figures |= {"solutions": census.total} if digits <= WRITTEN else {"digits": digits}
    stats.figures |= {"transitions": census.transitions, "width": census.width}
    return census


def _bounded(limits: Limits) -> Limits:
    """Return limits with the default limit of memory, if none is given."""
    return replace(limits, max_memory=most_memory(limits))


def most_memory(limits: Limits) -> int:
    """Return the limit of memory of a count, in bytes."""
    return MOST_MEMORY if limits.max_memory is None else limits.max_memory


def _read(puzzle: Puzzle, deadline: Deadline) -> _Subject:
    """Convert a puzzle to a problem of loads. Raises Uncountable if that is impossible, GaveUp at the deadline."""
    if (fault := lacking(puzzle, "static")) is not None:
        raise Uncountable(fault)
    deadline.require()
    pool = VariablePool()
    batches, _ = puzzle.constraints(pool)
    try:
        problem, loads = read_problem(batches, deadline)
    except Misfit as misfit:
        raise Uncountable(
            f"{METHOD} does not fit {puzzle.family} puzzles: it needs one graph to be connected, sums of loads at its nodes, and "
            f"edges that exclude each other; the obstacle is {misfit}"
        ) from None
    return _Subject(puzzle, pool.freeze(), problem, loads)
