"""Search for changes of clues that mend a puzzle, and find out whether they leave one solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from typing import Final

import numpy as np

from hashicnf.answers.clues import Change, changes_between, shown_cells, with_numbers
from hashicnf.answers.unique import Uniqueness, unique
from hashicnf.core.deadline import Deadline
from hashicnf.core.document import EMPTY
from hashicnf.errors import GaveUp, counted
from hashicnf.families import Puzzle
from hashicnf.logic import Ints
from hashicnf.pipeline.family_parts import clues_of
from hashicnf.records import record

BRIEFLY: Final = 3.0  # seconds to search for further changes when one is known
EFFORT: Final = 2_000  # conflicts of a question that is answered in this process
LONG: Final = 15.0  # seconds to search for a change that leaves one solution
SHARE: Final = 0.5  # share of the remaining time
MOST_TOGETHER: Final = 4096  # most combinations of numbers of several clues


@record
class Repair:
    """Changes of clues, the ``mended`` puzzle with them and a solution of it; ``is_unique`` is None if undecided."""

    changes: tuple[Change, ...]
    mended: Puzzle
    solution: object
    is_unique: bool | None = None

    def __repr__(self) -> str:
        """Return the number of changes in one line."""
        return f"<repair: {counted(len(self.changes), 'change')}>"

    @property
    def rank(self) -> tuple[bool, int, int, list[tuple[int, int, int]]]:
        """Return a key that sorts repairs: by whether one solution is left, the fewest and the smallest changes, and place."""
        steps = (abs(change.after - change.before) for change in self.changes if change.before > EMPTY)
        places = [(change.row, change.column, change.after) for change in self.changes]
        return self.is_unique is not True, len(self.changes), sum(steps), places


class RepairSearch:
    """The repairs found so far, and the time for more; ``is_complete`` is False if some were not tried.

    No repair with fewer than ``least`` changes leaves one solution.
    """

    def __init__(self, deadline: Deadline, *, thorough: bool = False) -> None:
        """Start without repairs; a ``thorough`` search has more time as long as no repair leaves one solution."""
        self.repairs: list[Repair] = []
        self.is_complete, self.least = True, 1
        left = deadline.left()
        most = float("inf") if left is None else SHARE * left
        self._soon = Deadline.after(min(BRIEFLY, most))
        self.deadline = Deadline.after(min(LONG, most)) if thorough else self._soon

    def goes_on(self) -> bool:
        """Return whether there is time for another question; if not, mark the search as incomplete."""
        if not self.deadline.is_past() and not (self.has_one() and self._soon.is_past()):
            return True
        self.is_complete = False
        return False

    def has_one(self) -> bool:
        """Return whether one of the repairs leaves one solution."""
        return any(repair.is_unique for repair in self.repairs)

    def examine(self, puzzle: Puzzle, mended: Puzzle, solution: object | None = None) -> None:
        """Add the repair ``mended`` of a puzzle if it has a solution, which may be given; uniqueness may stay undecided."""
        found = self._solutions(mended, is_known=solution is not None)
        if found is None and solution is None:
            self.is_complete = False
        elif found or solution is not None:
            is_unique = len(found) == 1 if found else None
            known = found[0] if found else solution
            self.repairs.append(Repair(changes_between(puzzle, mended), mended, known, is_unique))

    def _solutions(self, mended: Puzzle, *, is_known: bool) -> tuple[object, ...] | None:
        """Find up to two solutions; None at a limit."""
        try:
            return (unique_soon(mended, self.deadline) if is_known else unique(mended, conflicts=EFFORT)).solutions
        except GaveUp:
            return None

    def ranked(self) -> list[Repair]:
        """Return the repairs, those that leave one solution first."""
        return sorted(self.repairs, key=lambda repair: repair.rank)


def try_numbers(puzzle: Puzzle, clues: Iterable[int], search: RepairSearch, several: Uniqueness | None = None) -> None:
    """Try every other number of each of some clues, the nearest numbers first.

    ``several`` are solutions of the puzzle: numbers that hidden clues have in all of them need not be tried.
    """
    rules = clues_of(puzzle)
    before = puzzle.document.cells
    shared = before if several is None else _shared(puzzle, several)
    places = rules.cells(puzzle.board)
    tries = [
        (abs(number - max(0, int(before[places[clue]]))), clue, number)
        for clue in clues
        for number in rules.numbers(puzzle.board, clue)
        if before[places[clue]] > EMPTY or number != shared[places[clue]]
    ]
    known = {(repair.changes[0].row, repair.changes[0].column, repair.changes[0].after) for repair in search.repairs}
    for _, clue, number in sorted(tries):
        if (*places[clue], number) in known:
            continue
        if not search.goes_on():
            return
        search.examine(puzzle, with_numbers(puzzle, {places[clue]: number}))


def try_together(puzzle: Puzzle, changes: Sequence[Change], search: RepairSearch) -> None:
    """Try other numbers of the clues of some changes together, the nearest numbers first, until one solution is left.

    If there are more than ``MOST_TOGETHER`` combinations, only the nearest numbers of each clue are tried.
    """
    rules = clues_of(puzzle)
    clue = {place: number for number, place in enumerate(rules.cells(puzzle.board))}
    places, before = [(change.row, change.column) for change in changes], [change.before for change in changes]
    each = [rules.numbers(puzzle.board, clue[place]) for place in places]
    if prod(map(len, each)) > MOST_TOGETHER:
        few, search.is_complete = int(MOST_TOGETHER ** (1 / len(each))), False
        each = [_nearest(some, old)[:few] for some, old in zip(each, before, strict=True)]
    for numbers in sorted(product(*each), key=lambda some: sum(abs(a - b) for a, b in zip(some, before, strict=True))):
        if not search.goes_on() or search.has_one():
            return
        search.examine(puzzle, with_numbers(puzzle, dict(zip(places, numbers, strict=True))))


def _nearest(numbers: Sequence[int], old: int) -> list[int]:
    return sorted(numbers, key=lambda number: abs(number - old))


def unique_soon(puzzle: Puzzle, deadline: Deadline) -> Uniqueness:
    """Return the same as ``unique``; try without a deadline first, which would need a process. Raises GaveUp at the deadline."""
    deadline.require()
    try:
        return unique(puzzle, conflicts=EFFORT)
    except GaveUp:
        return unique(puzzle, deadline=deadline)


def _shared(puzzle: Puzzle, several: Uniqueness) -> Ints:
    """Return the number that all solutions have at each cell, int32[rows, columns]; EMPTY if they differ."""
    shown = np.array([shown_cells(puzzle, solution) for solution in several.solutions])
    same: Ints = np.where((shown == shown[0]).all(axis=0), shown[0], EMPTY)
    return same
