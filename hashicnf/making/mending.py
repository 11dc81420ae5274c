"""Mend a puzzle that has no solution or several, by changing or adding few clues, so that it has exactly one.

A single change that suffices is searched for first. If there is none, one solution is kept and all others are ruled out: by
showing hidden clues, then by the repair that the family applies to generated boards (``Family.repair``). Finally each change that
is not needed is undone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice
from typing import Final

import numpy as np

from hashicnf.answers.clues import changes_between, given_clues, hidden_clues, shown_cells, with_numbers
from hashicnf.answers.diagnosis import Diagnosis, diagnose
from hashicnf.answers.enumeration import enumerate_solutions
from hashicnf.answers.repairs import Repair, RepairSearch, try_numbers, try_together, unique_soon
from hashicnf.answers.unique import Uniqueness
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import GaveUp
from hashicnf.families import Generated, Puzzle
from hashicnf.making.unique import made_unique
from hashicnf.pipeline.family_parts import clues_of

MOST_STARTS: Final = 3  # repairs with several solutions from which one with a single solution is made
SAMPLE: Final = 64  # solutions from which the clue that rules out most of them is chosen
MOST_IN_PAIRS: Final = 12  # up to so many changes, pairs of them are undone on trial as well


def diagnose_unique(puzzle: Puzzle, *, deadline: Deadline = NEVER, observe: Observer = unobserved) -> Diagnosis | None:
    """Diagnose a puzzle that must have exactly one solution, and mend it; return None if it has exactly one.

    If no such repair is found, the mended puzzle of the diagnosis still has several solutions, or there is none. Raises the
    errors of ``diagnose``.
    """
    found = diagnose(puzzle, deadline=deadline, observe=observe, thorough=True)
    if found is None:
        observe("look for another solution")
        several = unique_soon(puzzle, deadline)
        if several:
            return None
        observe("look for changes that leave one solution")
        search = _ruled_out(puzzle, several, deadline, observe)
        none = Diagnosis((), (), None, None, is_solvable=True, puzzle=puzzle)
        return _few(none, search) if search.repairs else none
    if found.mended is None or found.is_unique:
        return found
    observe("look for changes that leave one solution")
    starts = [found.mended, *(repair.mended for repair in found.alternatives[: MOST_STARTS - 1])]
    search = RepairSearch(deadline)
    try:
        search.repairs += _same_clues(puzzle, found, deadline)
        for start in [] if search.repairs else starts:
            several = unique_soon(start, deadline)
            mended = _ruled_out(start, several, deadline, observe).ranked()
            search.repairs += [_from(puzzle, repair) for repair in mended[:1]]
    except GaveUp:
        found = replace(found, is_complete=False)  # the reason why there is no solution remains valid
    search.repairs, search.is_complete = search.ranked()[:1], False
    return _few(found, search) if search.repairs else found


def _few(found: Diagnosis, search: RepairSearch) -> Diagnosis:
    """Return a diagnosis with the repairs of a search; it ``is_fewest`` if no repair is known to need fewer changes."""
    needed, few = max(search.least, len(found.changes) if found.is_fewest else 1), found.repaired(search)
    return replace(few, is_fewest=len(few.changes) <= needed)


def _same_clues(puzzle: Puzzle, found: Diagnosis, deadline: Deadline) -> list[Repair]:
    """Try other numbers for the clues of each repair that changes several; return at most one repair, with a unique solution."""
    search = RepairSearch(deadline)
    for changes in (found.changes, *(repair.changes for repair in found.alternatives)):
        if len(changes) > 1 and not search.has_one():
            try_together(puzzle, changes, search)
    return [repair for repair in search.repairs if repair.is_unique]


def _from(puzzle: Puzzle, repair: Repair) -> Repair:
    """Return the repair with its changes counted from ``puzzle`` instead of the puzzle that it was made for."""
    return replace(repair, changes=changes_between(puzzle, repair.mended))


def _ruled_out(puzzle: Puzzle, several: Uniqueness, deadline: Deadline, observe: Observer) -> RepairSearch:
    """Search for changes of a puzzle that leave exactly one of ``several`` solutions; return a search with only such repairs."""
    if several:
        search = RepairSearch(deadline)
        search.repairs.append(Repair((), puzzle, several.solutions[0], is_unique=True))
        return search
    shown, are_all_tried = given_clues(puzzle).tolist(), True
    for clues in (list(hidden_clues(puzzle)), shown):
        search = RepairSearch(deadline)
        try_numbers(puzzle, clues, search, several)
        search.repairs = [repair for repair in search.repairs if repair.is_unique]
        if search.repairs:
            search.is_complete &= clues is shown or not shown
            return search
        are_all_tried &= search.is_complete
    kept = [_kept(puzzle, solution, deadline, observe) for solution in several.solutions]
    found = sorted((repair for repair in kept if repair is not None), key=lambda repair: repair.rank)
    search.repairs, search.is_complete, search.least = found[:1], False, 2 if are_all_tried else 1
    return search


def _kept(puzzle: Puzzle, solution: object, deadline: Deadline, observe: Observer) -> Repair | None:
    """Return a repair that leaves one solution, the given one or one near it, or None. Raises GaveUp at the deadline."""
    mended = _shown(puzzle, solution, deadline)
    if not unique_soon(mended, deadline):
        if puzzle.rules.repair is None:
            return None
        try:
            mended, _ = made_unique(mended, Generated(mended.board, solution, puzzle.name), deadline, observe)
        except GaveUp:
            if deadline.is_past():
                raise
            return None
    mended = _fewer(puzzle, mended, deadline, observe)
    changes = changes_between(puzzle, mended)
    return Repair(changes, mended, unique_soon(mended, deadline).solutions[0], is_unique=True)


def _shown(puzzle: Puzzle, solution: object, deadline: Deadline) -> Puzzle:
    """Show hidden clues with the numbers of a solution while that rules others out, each time the clue that rules out most."""
    wanted, places = shown_cells(puzzle, solution), clues_of(puzzle).cells(puzzle.board)
    while not (several := unique_soon(puzzle, deadline)):
        some = [*several.solutions, *islice(enumerate_solutions(puzzle, deadline=deadline), SAMPLE)]
        differ = sum((shown_cells(puzzle, other) != wanted).astype(np.int32) for other in some)
        place = max((places[clue] for clue in hidden_clues(puzzle)), key=lambda place: int(differ[place]), default=None)
        if place is None or not differ[place]:
            return puzzle
        puzzle = with_numbers(puzzle, {place: int(wanted[place])})
    return puzzle


def _fewer(puzzle: Puzzle, mended: Puzzle, deadline: Deadline, observe: Observer) -> Puzzle:
    """Undo changes, alone and in pairs, while one solution remains; repeat, as one may become needless once another is undone."""
    before, again = puzzle.document.cells, True
    while again:
        again = False
        every = list(_undone(puzzle, mended))
        for number, some in enumerate(every):
            observe("take changes back", number / len(every))
            if any(mended.document.cells[place] == before[place] for place in some):
                continue
            fewer = with_numbers(mended, {place: int(before[place]) for place in some})
            if unique_soon(fewer, deadline):
                mended, again = fewer, True
    return mended


def _undone(puzzle: Puzzle, mended: Puzzle) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the places (row, column) of changes to undo together: each alone, then all pairs, such as the ends of an edge."""
    places = [(change.row, change.column) for change in changes_between(puzzle, mended)]
    yield from ((place,) for place in places)
    if len(places) <= MOST_IN_PAIRS:
        yield from combinations(places, 2)
