"""Generate puzzles to order: by a generator's options, unique, with few clues, and of a grade that the rating confirms.

A puzzle of a grade is found by trial: the generator chooses options that make the grade likely (``Generator.steer``), and the
boards that it makes are rated. One with too hard a step is changed where that step is (``grades``). The seed of each try is
computed from the grade and the given seed, so the same order makes the same puzzle on every machine, and orders that differ only
in their grades do not share a solution, as the same seed could give them. A generator that works towards a grade by itself
(``Generator.graded``) gets the seed of the first try.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import Any, Final, TypeAlias

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.options import SEED, Choices, option_named
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.techniques import EASIEST
from hashicnf.errors import GaveUp, UsageError
from hashicnf.families import FAMILIES, Family, Generated, Generator, Puzzle
from hashicnf.making.grades import Tally, of_grade
from hashicnf.making.unique import made_unique, needed_clues, with_few_clues
from hashicnf.pipeline.generators import choose, generators_of
from hashicnf.records import record
from hashicnf.registry import returned

LEVELS: Final[Mapping[str, range]] = {
    "easy": range(1, 2),
    "normal": range(2, 3),
    "hard": range(3, 6),
    "expert": range(6, 11),
}
UNKNOWN: Final = "unknown"
MOST_TRIES: Final = 500
MOST_STEPS: Final = 4_000  # tries of a generator that works towards a grade; each is short
MOST_STUCK: Final = 5  # failed tries at the start, after which the order is given up
STRIDE: Final = 1_000_003  # between the seeds of two tries, so that orders with neighbouring seeds share no try

Ordered: TypeAlias = tuple[Puzzle, Generated[Any, Any]]  # a puzzle, and the generator's result


@record
class Attempt:
    """A try: ``make`` returns a board, or None; ``seed`` is the seed of the order, ``own`` that of the board."""

    seed: int
    own: int
    make: Callable[[], Generated[Any, Any] | None]

    def titled(self, title: str, grade: int) -> str:
        """Return the title of the board with the seed of the order and the grade in place of its own seed."""
        return re.sub(rf"\bseed {self.own}\b", f"seed {self.seed}, grade {grade}", title)


@record(kw_only=True)
class Order:
    """Demands on a puzzle beyond its generator's options: one solution, few clues, one of some grades."""

    unique: bool = False
    unknown: bool = False
    grades: range | None = None

    @property
    def difficulty(self) -> str | int | None:
        """Return what ``of`` reads as these grades, a grade or else a name of ``LEVELS``; None if no grade is asked for."""
        if self.grades is None:
            return None
        return self.grades[0] if len(self.grades) == 1 else next(name for name in LEVELS if LEVELS[name] == self.grades)

    @classmethod
    def of(cls, *, unique: bool = False, unknown: bool = False, difficulty: str | None = None) -> Order:
        """Return an order; a difficulty is a name of ``LEVELS`` or a grade from 1 to 10. Raises UsageError for any other text.

        Both ``difficulty`` and ``unknown`` imply ``unique``: only puzzles with one solution are rated, and clues are hidden only
        while the solution remains unique.
        """
        if difficulty is None:
            return cls(unique=unique or unknown, unknown=unknown)
        number = int(difficulty) if difficulty.isascii() and difficulty.isdigit() and len(difficulty) < 3 else 0
        if difficulty not in LEVELS and not 1 <= number <= 10:
            raise UsageError(f"--difficulty: expected {', '.join(LEVELS)} or a number from 1 to 10, not {difficulty!r}")
        return cls(unique=True, unknown=unknown, grades=LEVELS.get(difficulty, range(number, number + 1)))


def make(
    family: str,
    given: Mapping[str, Any],
    order: Order | None = None,
    *,
    deadline: Deadline = NEVER,
    observe: Observer = unobserved,
) -> Ordered:
    """Make a puzzle by the generator that the ``given`` options (texts by name) choose, and return it with the generator's result.

    Raises UsageError for unknown options, for options that contradict each other or the order, and for a family whose puzzles
    cannot be made unique or are not rated, if the order demands that; GaveUp at the deadline, or if no try succeeds.
    """
    generators = generators_of(family)
    name, choices = choose(generators, given)
    maker = Maker(family, generators[name], order or Order(), deadline)
    maker.require_spare(choices)
    if maker.order.grades is None:
        observe("make the board")
        return maker.in_order(maker.board(choices, observe), observe)
    return _of_grades(maker, maker.order.grades, given, choices, observe)


def _of_grades(maker: Maker, grades: range, given: Mapping[str, Any], choices: Choices, observe: Observer) -> Ordered:
    """Make a puzzle that has one of some grades. Raises as ``make`` does; the errors have a summary of the tries."""
    _require_grades(maker.family, grades)
    maker, steered = maker.steered(grades, given, choices)
    tally = maker.tally(grades, choices)
    try:
        if (found := maker.tried(maker.attempts(grades, choices, steered), tally, observe)) is not None:
            return found
    except KeyboardInterrupt as stop:  # a time limit, for one
        stop.add_note(tally.summary)
        raise
    except GaveUp as problem:
        if not tally.grades:
            raise
        stopped = GaveUp(f"{problem}; {tally.summary}", problem.kind)
        stopped.add_note(tally.summary)
        raise stopped from problem
    raise GaveUp(tally.summary)


@record
class Maker:
    """A generator of a family, the order for its puzzles, and the deadline of all work."""

    family: str
    generator: Generator[Any, Any]
    order: Order
    deadline: Deadline

    def require_spare(self, choices: Choices) -> None:
        """Raise UsageError if the order hides all clues that can be spared although an option gives the number of clues."""
        number = self.generator.counted
        if self.order.unknown and number is not None and number in choices.chosen:
            raise UsageError(
                f"--unknown hides every clue that can be spared, and --{number.name} says how many stay: leave out one of them"
            )

    def steered(self, grades: range, given: Mapping[str, Any], choices: Choices) -> tuple[Maker, Choices]:
        """Return the maker whose generator makes boards of some grades likely, with the options of that generator.

        Given options are kept, as are the ``choices`` that were read for the generator asked for. Raises UsageError for a
        generator that takes no seed.
        """
        generators, steer = generators_of(self.family), self.generator.steer
        known = {**given, UNKNOWN: True} if self.order.unknown else given
        likely = dict(given) if steer is None else {**steer(grades, known), **given}
        name, steered = choose(generators, likely, choices)
        if option_named(generators[name].options, SEED.name) is None:
            raise UsageError(f"--difficulty: --{name} makes one puzzle only, since it takes no seed")
        return replace(self, generator=generators[name]), steered

    def tally(self, grades: range, choices: Choices) -> Tally:
        """Return a tally for grades, which advises only what applies to the generator, the options chosen and the order."""
        hides = FAMILIES.get(self.family).clues is not None and not (self.generator.unique or self.order.unknown)
        has_size = option_named(self.generator.options, "size") is not None
        varied = "" if self.generator.varied is None else self.generator.varied[0].name
        number = self.generator.counted
        clues = "" if number is None or number not in choices.chosen else number.name
        return Tally(grades[0], grades[-1], sizes=has_size, hiding=hides, varied=varied, clues=clues)

    def attempts(self, grades: range, choices: Choices, steered: Choices) -> Iterator[Attempt]:
        """Yield attempts with ``steered`` options.

        A generator that works towards a grade gets ``choices``, and only the first seed.
        """
        generator = self.generator
        option = option_named(generator.options, SEED.name) or SEED
        seed = steered[option]
        first = seed + MOST_TRIES * (grades[0] - EASIEST) * STRIDE
        working = generator.graded and generator.graded(Choices({**choices.chosen, option: first}), grades)
        if working is not None:
            yield from repeat(Attempt(seed, first, partial(next, working, None)), MOST_STEPS)
            return
        for number in range(MOST_TRIES):
            own = first + number * STRIDE
            seeded = _varied(generator, Choices({**steered.chosen, option: own}), number)
            yield Attempt(seed, own, partial(self.board, seeded))

    def tried(self, attempts: Iterable[Attempt], tally: Tally, observe: Observer) -> Ordered | None:
        """Make boards until one has a grade of the order; None if no try succeeds or further ones are hopeless.

        Raises GaveUp at the deadline, and if no board can be made.
        """
        for number, attempt in enumerate(attempts, 1):
            observe(f"make the board, try {number}")
            self.deadline.require()
            tally.boards = number
            try:
                if (made := attempt.make()) is None:
                    continue
                puzzle, made = self.in_order(made)
                found = of_grade(puzzle, made, tally, self.deadline, is_fixed=self.order.unknown)
            except GaveUp:
                if self.deadline.is_past() or (not tally.grades and number > MOST_STUCK):
                    raise
                continue
            if found is not None:
                puzzle, made, grade = found
                name, title = (attempt.titled(text, grade) for text in (puzzle.name, made.title))
                return replace(puzzle, name=name), replace(made, title=title)
            if tally.is_hopeless:
                break
        return None

    def board(self, choices: Choices, observe: Observer = unobserved) -> Generated[Any, Any]:
        """Return a board of the generator; ``thinned`` gets a solver that finds needed clues. Raises GaveUp at the deadline."""
        self.deadline.require()
        generator, fault = self.generator, partial(_fault_of_solution, FAMILIES.get(self.family))
        if generator.thinned is None:
            return returned(generator.make(choices), Generated, generator.make, fault=fault)
        made = generator.thinned(choices, needed_clues(self.family, self.deadline, observe))
        return returned(made, Generated, generator.thinned, fault=fault)

    def in_order(self, made: Generated[Any, Any], observe: Observer = unobserved) -> Ordered:
        """Return a board as a puzzle, changed until it has one solution and few clues where the order demands that."""
        puzzle = Puzzle(self.family, made.title, made.board, FAMILIES.get(self.family))
        if self.order.unique and not self.generator.unique:
            puzzle, made = made_unique(puzzle, made, self.deadline, observe)
        return with_few_clues(puzzle, made, self.deadline, observe) if self.order.unknown else (puzzle, made)


def _require_grades(family: str, grades: range) -> None:
    """Raise UsageError if puzzles of the family have no grades, or none of these."""
    from hashicnf.pipeline.family_parts import techniques_of

    known = sorted({EASIEST, *(technique.grade for technique in techniques_of(family).ladder())})
    if not {*grades} & {*known}:
        listed = ", ".join(map(str, known))
        raise UsageError(
            f"--difficulty: no technique for {family} puzzles has the grade {grades[0]}; there are {listed}"
        )


def _fault_of_solution(family: Family[Any, Any], made: Generated[Any, Any]) -> str:
    """Return the first rule that the solution of a generated board breaks, in a sentence; "" if it breaks none."""
    broken = () if made.solution is None else family.check(made.board, made.solution)
    return f"its solution breaks a rule: {broken[0].message}" if broken else ""


def _varied(generator: Generator[Any, Any], choices: Choices, number: int) -> Choices:
    """Return the options of a try, by its number from 0, with another value of the option that the generator varies."""
    if generator.varied is None or generator.varied[0] in choices.chosen:
        return choices
    option, value_for = generator.varied
    value = value_for(choices, number)
    return choices if value is None else Choices({**choices.chosen, option: value})
