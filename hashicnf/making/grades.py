"""Rate the boards of an order, change those that are too hard, and report on the grades that were met.

Large boards always have some step that is harder than asked. It concerns few islands, so the board is not thrown away: techniques
up to the hardest grade asked solve it as far as they can, the family changes it where it is still undecided (``Techniques.eased``),
and the techniques start again, until they solve all of it. So it takes as many rounds as changes at one place, not on the board.
Suppositions take long where much is undecided: then the board is changed first, also if the order allows suppositions. These
alone do not prove that there is one solution, so the board is made unique again once little is left for them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from hashicnf.core.deadline import Deadline
from hashicnf.core.techniques import EASIEST
from hashicnf.deduction import climb
from hashicnf.errors import GaveUp, counted
from hashicnf.families import Generated, Puzzle
from hashicnf.making.unique import as_unique, made_unique

MOST_ROUNDS: Final = 100  # of changes to one board
MOST_OPEN: Final = 600  # variables among which suppositions are tried, on a board that can be changed instead
LEAST_TRIES: Final = 24  # boards after which an order can be given up early
EFFORT: Final = 60_000  # units (islands, cells) on boards that were all too easy or all too hard, after which it is


@dataclass
class Tally:
    """The boards that were tried for grades from ``least`` to ``most``: how many, and the grades of those that were rated.

    Boards count with their grades before changes; a grade above ``most`` is a lower bound. ``sizes`` and ``hiding``: whether the
    order leaves the size of the board, and which clues are hidden, to be chosen otherwise. ``varied`` names an option that
    the generator varies; other values may do. ``clues`` names the option for the number of clues if it was chosen.
    """

    least: int
    most: int
    sizes: bool = True
    hiding: bool = False
    varied: str = ""
    clues: str = ""
    boards: int = 0
    grades: list[int] = field(default_factory=list)
    effort: int = 0

    def add(self, grade: int | None, size: int) -> None:
        """Count the grade of a board, if it is known, and its size in units of the family."""
        self.grades += [] if grade is None else [grade]
        self.effort += size

    @property
    def easier(self) -> int:
        """Return the number of boards that were too easy."""
        return sum(grade < self.least for grade in self.grades)

    @property
    def harder(self) -> int:
        """Return the number of boards that were too hard at first."""
        return sum(grade > self.most for grade in self.grades)

    @property
    def is_hopeless(self) -> bool:
        """Return whether much effort went into boards that were all too easy, or all too hard."""
        is_one_sided = max(self.easier, self.harder) == self.boards >= LEAST_TRIES
        return is_one_sided and self.effort > EFFORT

    @property
    def summary(self) -> str:
        """Describe the boards that were tried, none of which has a grade asked for, and advise what to change."""
        asked = f"grade {self.least}" if self.least == self.most else f"a grade from {self.least} to {self.most}"
        return f"none of {counted(self.boards, 'board')} has {asked}{self._met()}; {self._advice()}"

    def _met(self) -> str:
        """Describe the grades that were met."""
        if not self.grades:
            return ""
        low, high = min(self.grades), max(self.grades)
        several, is_rated = len(self.grades) > 1, len(self.grades) == self.boards
        if several:
            every = "all" if is_rated else f"the {len(self.grades):,} that were rated"
        else:
            every = "it" if is_rated else "the only one that was rated"
        if low == high <= self.most:
            return f": {every} {'have' if several else 'has'} grade {low}"
        if self.easier == len(self.grades):
            return f": {every} are easier (grade {low} to {high})"
        if self.harder == len(self.grades):
            return f": {every} {'are' if several else 'is'} harder"
        return f": {self.easier:,} {'is' if self.easier == 1 else 'are'} easier, {self.harder:,} harder"

    def _advice(self) -> str:
        """Return what to change."""
        if not self.grades:
            other = f"another number of --{self.clues}" if self.clues else "other options"
            return f"try {'another --size, ' * self.sizes}{other} or another --seed"
        is_one_sided = self.easier * self.harder == 0
        clues = [f"{'fewer' if self.easier else 'more'} --{self.clues}"] if self.clues and is_one_sided else []
        size = [f"a {'larger' if self.easier else 'smaller'} --size"] if self.sizes and is_one_sided else []
        hiding = ["--unknown"] if self.hiding and self.easier and max(self.grades) > EASIEST else []
        varied = [f"another number of --{self.varied}"] if self.varied else []
        seed = [] if clues or size else ["another --seed"]
        return f"try {' or '.join([*clues, *size, *hiding, *varied, *seed])}"


def of_grade(
    puzzle: Puzzle, made: Generated[Any, Any], tally: Tally, deadline: Deadline, *, is_fixed: bool
) -> tuple[Puzzle, Generated[Any, Any], int] | None:
    """Return a board with its grade, changed if it is too hard and not ``is_fixed``; None if it has no grade that is asked for.

    Raises GaveUp at the deadline, and if no change makes the board easier.
    """
    techniques = puzzle.rules.techniques
    eased = None if is_fixed or techniques is None else techniques.eased
    for number in range(MOST_ROUNDS):
        reached = climb(puzzle, tally.most, deadline, most_open=None if eased is None else MOST_OPEN)
        if not number:
            tally.add(reached.grade, puzzle.size.get(f"{puzzle.rules.unit}s", 0))
        if reached.grade is not None and reached.grade <= tally.most:
            return (puzzle, made, reached.grade) if reached.grade >= tally.least else None
        if eased is None:
            return None
        if reached.outcome == "several":
            puzzle, made = made_unique(puzzle, made, deadline)
        else:
            made = eased(made, reached.position, reached.is_late)
            puzzle = as_unique(puzzle, made)
    raise GaveUp(f"the board is still too hard after {counted(MOST_ROUNDS, 'change')}")
