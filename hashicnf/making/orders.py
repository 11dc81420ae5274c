"""Orders: a puzzle by a generator's options, unique, with few clues, and of a grade that the rating confirms.

A puzzle of a grade is found by trying: the generator chooses options that make it likely (``Generator.steer``), and what it
makes is rated. Each try has a seed that follows from the grade and the seed that was asked for: the same order makes the same
puzzle on every machine, and two grades make two puzzles, even where they would share a solution otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.options import SEED
from hashicnf.core.stats import Observer, unobserved
from hashicnf.core.techniques import EASIEST
from hashicnf.errors import GaveUp, UsageError
from hashicnf.families import FAMILIES, Generated, Puzzle
from hashicnf.making.unique import made_unique, with_few_clues
from hashicnf.pipeline.generate import choose, generators_of, seeds
from hashicnf.records import record

LEVELS: Final[Mapping[str, tuple[int, int]]] = {"easy": (1, 1), "normal": (2, 2), "hard": (3, 5), "expert": (6, 10)}
MOST_TRIES: Final = 500
MOST_STUCK: Final = 5  # tries that make no board before the first that does
STRIDE: Final = 1_000_003  # between the seeds of two tries, so that neighbouring orders have no tries in common


@record(kw_only=True)
class Order:
    """Demands on a puzzle besides its generator's options: unique, with few clues, of grades from ``least`` to ``most``."""

    unique: bool = False
    unknown: bool = False
    least: int | None = None
    most: int | None = None

    @classmethod
    def of(cls, *, unique: bool = False, unknown: bool = False, difficulty: str | None = None) -> Order:
        """Read an order; a difficulty is a level or a grade, of puzzles with one solution. Raises UsageError for what is none.

        Clues are hidden as long as there is one solution, so ``unknown`` demands that too.
        """
        if difficulty is None:
            return cls(unique=unique or unknown, unknown=unknown)
        number = int(difficulty) if difficulty.isascii() and difficulty.isdigit() and len(difficulty) < 3 else 0
        if difficulty not in LEVELS and not 1 <= number <= 10:
            raise UsageError(f"--difficulty: expected {', '.join(LEVELS)} or a number from 1 to 10, not {difficulty!r}")
        least, most = LEVELS.get(difficulty, (number, number))
        return cls(unique=True, unknown=unknown, least=least, most=most)


def make(
    family: str,
    given: Mapping[str, Any],
    order: Order | None = None,
    *,
    deadline: Deadline = NEVER,
    observe: Observer = unobserved,
) -> tuple[Puzzle, Generated[Any, Any]]:
    """Make a puzzle by the generator that the ``given`` options choose, as texts by name.

    Raises UsageError for options that there are none of or that contradict each other, and where there is nothing unique to be
    made or nothing rates the family's puzzles; GaveUp at the deadline, and where no try succeeds.
    """
    order = order or Order()
    if order.least is None or order.most is None:
        return _made(family, given, order, deadline, observe)
    from hashicnf.deduction import grade_of

    _require_grades(family, order.least, order.most)
    stuck = None
    grades: set[int] = set()
    for number, (seed, options) in enumerate(_tries(family, given, order.least)):
        observe(f"make the board, try {number + 1}")
        try:
            puzzle, made = _made(family, options, order, deadline, unobserved)
        except GaveUp as problem:
            if deadline.is_past():
                raise
            stuck = problem
            if not grades and number >= MOST_STUCK:
                raise
            continue
        grade = grade_of(puzzle, order.most, deadline)
        if grade is not None and order.least <= grade <= order.most:
            tried, asked = re.compile(rf"\bseed {options[SEED.name]}\b"), f"seed {seed}, grade {grade}"
            return replace(puzzle, name=tried.sub(asked, puzzle.name)), replace(
                made, title=tried.sub(asked, made.title)
            )
        grades |= set() if grade is None else {grade}
    more = " or more" if grades and max(grades) > order.most else ""
    met = f"; theirs go from {min(grades)} to {max(grades)}{more}" if grades else ""
    raise GaveUp(f"none of {MOST_TRIES} boards has that grade{met}; try other options, or another seed") from stuck


def _require_grades(family: str, least: int, most: int) -> None:
    """Raise UsageError where no puzzle of the family can have a grade from ``least`` to ``most``, or where it has no grades."""
    from hashicnf.deduction.walk import techniques_of

    grades = sorted({EASIEST, *(technique.grade for technique in techniques_of(family).ladder())})
    if not any(least <= grade <= most for grade in grades):
        listed = ", ".join(map(str, grades))
        raise UsageError(f"--difficulty: no technique for {family} puzzles has the grade {least}; there are {listed}")


def _tries(family: str, given: Mapping[str, Any], grade: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the seed that was asked for and the options of each try; those that were given stay.

    Raises UsageError for a generator without a seed.
    """
    generators = generators_of(family)
    name, _ = choose(generators, given)
    steer = generators[name].steer
    likely = dict(given) if steer is None else {**steer(grade, given), **given}
    ((seed, options),) = seeds(generators, likely, 1)
    if not seed:
        raise UsageError(f"--difficulty: --{name} makes one puzzle only, since it takes no seed")
    first = MOST_TRIES * (grade - EASIEST)
    for number in range(first, first + MOST_TRIES):
        yield seed, {**options, SEED.name: str(int(seed) + number * STRIDE)}


def _made(
    family: str, given: Mapping[str, Any], order: Order, deadline: Deadline, observe: Observer
) -> tuple[Puzzle, Generated[Any, Any]]:
    generators = generators_of(family)
    name, choices = choose(generators, given)
    observe("make the board")
    made = generators[name].make(choices)
    puzzle = Puzzle(family, made.title, made.board, FAMILIES.get(family))
    if order.unique and not generators[name].unique:
        puzzle, made = made_unique(puzzle, made, deadline, observe)
    return with_few_clues(puzzle, made, deadline, observe) if order.unknown else (puzzle, made)
