"""Diagnose a puzzle without a solution: find clues that contradict each other, and the fewest clues to change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import field, replace
from typing import TYPE_CHECKING, Final

from hashicnf.answers.clues import Change, ClueSet, changes_between, given_clues, hidden_clues
from hashicnf.answers.few import few_broken
from hashicnf.answers.one_change import without_one
from hashicnf.answers.repairs import Repair, RepairSearch, try_numbers
from hashicnf.answers.switched import Switched
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.document import EMPTY
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import GaveUp, counted
from hashicnf.families import Puzzle
from hashicnf.logic import Ints
from hashicnf.pictures.shown import Shown
from hashicnf.pipeline.family_parts import clues_of
from hashicnf.records import record
from hashicnf.refuting.by_counting import why_unsolvable
from hashicnf.registry import misreturned, returned

if TYPE_CHECKING:
    from hashicnf.answers.fewest import Fewest
    from hashicnf.core.picture import Picture

SOON: Final = 5.0  # seconds of the first MaxSAT search
EXACTLY: Final = 120.0  # most seconds without a limit of time to find the fewest changes
ROUGHLY: Final = 60.0  # most seconds to find few changes without the proof that fewer do not help
SHARE: Final = 0.5  # share of the remaining time for each
MOST_REPAIRS: Final = 50  # most repairs of several clues each that are searched


@record
class Diagnosis(Shown):
    """The diagnosis of a puzzle without a solution, or if ``is_solvable``, with several, of which one is to be left.

    ``conflict`` are the cells (row, column) from 0 of clues that contradict each other; none if the board has no solution for any
    clues. If ``is_minimal``, it is proved that without any one of them the others do not. ``reason`` is a sentence why they
    contradict each other, or unless ``is_of_conflict``, why all clues do; None if no sentence is known. ``changes`` are the fewest
    clues to change, ``mended`` is the puzzle with these changes, and ``solution`` its solution; the last two are None if no change
    of clues helps, or unless ``is_complete``, if none was found in time. ``is_unique`` is whether this solution is the only one,
    None if undecided. ``alternatives`` are other changes of as many clues, for several clues one per set of them; they are all only
    if ``is_complete``. Changes that leave one solution come first. Unless ``is_fewest``, fewer changes might do.
    ``puzzle`` is the one on which ``picture`` draws the conflict.
    """

    conflict: tuple[tuple[int, int], ...]
    changes: tuple[Change, ...]
    mended: Puzzle | None
    solution: object
    is_minimal: bool = True
    reason: str | None = None
    is_unique: bool | None = None
    alternatives: tuple[Repair, ...] = ()
    is_complete: bool = True
    is_solvable: bool = False
    is_fewest: bool = True
    is_of_conflict: bool = True
    puzzle: Puzzle | None = field(default=None, compare=False)

    def picture(self, *, coordinates: bool = False) -> Picture | None:
        """Return the picture of the puzzle with rings around the clues that contradict each other; None if there are none.

        Raises UsageError for a family without pictures.
        """
        if self.puzzle is None or not self.conflict:
            return None
        from hashicnf.core.picture import Look
        from hashicnf.pictures.marking import ringed

        return ringed(self.puzzle.picture(coordinates=coordinates), self.conflict, Look(coordinates))

    def _lines(self) -> Iterator[str]:
        if self.reason is not None:
            yield self.reason
        yield from (f"change {change.text}" for change in self.changes)

    def __repr__(self) -> str:
        """Return the numbers of clues and changes in one line."""
        clues = (
            f"{counted(len(self.conflict), 'clue')} in conflict" if self.conflict else "no solution, whatever the clues"
        )
        what = "several solutions" if self.is_solvable else clues
        return f"<diagnosis: {what}, {counted(len(self.changes), 'change')}>"

    def repaired(self, search: RepairSearch) -> Diagnosis:
        """Return the diagnosis with the repairs of a search."""
        best, *others = search.ranked()
        return replace(
            self,
            changes=best.changes,
            mended=best.mended,
            solution=best.solution,
            is_unique=best.is_unique,
            alternatives=tuple(others),
            is_complete=search.is_complete,
            is_fewest=len(best.changes) <= search.least,
        )


def diagnose(
    puzzle: Puzzle, *, deadline: Deadline = NEVER, observe: Observer = unobserved, thorough: bool = False
) -> Diagnosis | None:
    """Find clues that contradict each other, and the fewest to change; None if the puzzle has a solution.

    ``thorough`` takes more time to find changes that leave one solution. Raises UsageError for families without clues, GaveUp if
    the deadline passes before the clues are known to contradict each other.
    """
    observe("look for clues that contradict each other")
    switched = Switched(puzzle)
    if (conflict := switched.conflict(deadline, observe=observe)) is None:
        return None
    cells = clues_of(puzzle).cells(puzzle.board)
    where = tuple(cells[clue] for clue in conflict.clues.tolist())
    if not where:
        return _whatever_the_clues(puzzle, deadline)
    reason, is_of_conflict = _reason(puzzle, conflict.clues, deadline)
    found = Diagnosis(where, (), None, None, conflict.is_minimal, reason, is_of_conflict=is_of_conflict, puzzle=puzzle)
    try:
        search = _repairs(switched, conflict, deadline, observe, thorough=thorough)
    except GaveUp:
        return replace(found, is_complete=False)
    return found.repaired(search) if search.repairs else _whatever_the_clues(puzzle, deadline)


def _reason(puzzle: Puzzle, conflict: Ints, deadline: Deadline) -> tuple[str | None, bool]:
    """Return a reason why a puzzle is unsolvable, and whether it is that of the clues in ``conflict``, int32[k].

    A reason of other clues is better than one by cases.
    """
    few = replace(puzzle, board=clues_of(puzzle).only(puzzle.board, conflict))
    boards = (few, puzzle) if len(conflict) < len(given_clues(puzzle)) else (few,)
    for everywhere in (False, True):
        for one in boards:
            if (why := why_unsolvable(one, shown=puzzle, deadline=deadline, everywhere=everywhere)) is not None:
                return why, one is few
    return None, False


def _whatever_the_clues(puzzle: Puzzle, deadline: Deadline) -> Diagnosis:
    return Diagnosis((), (), None, None, reason=why_unsolvable(puzzle, deadline=deadline), puzzle=puzzle)


def _repairs(
    switched: Switched, conflict: ClueSet, deadline: Deadline, observe: Observer, *, thorough: bool
) -> RepairSearch:
    """Search for the smallest changes that mend a puzzle. Raises GaveUp if the deadline passes before the first is found."""
    from hashicnf.answers.fewest import Fewest  # loads a MaxSAT solver, which puzzles with a solution do not need

    puzzle = switched.compiled.puzzle
    observe("look for the fewest clues to change")
    with Fewest(switched, conflict.clues) as fewest:
        solution, least = _first(switched, fewest, conflict, deadline)
        search = RepairSearch(deadline, thorough=thorough)
        if (mended := _mended(puzzle, solution)) is None:
            return search
        size = len(changes_between(puzzle, mended))
        search.least = size if least is None else least
        observe("look for other changes, and whether one solution is left")
        search.examine(puzzle, mended, solution)
        if size == 1:
            # only of clues without which the others no longer contradict each other
            try_numbers(puzzle, switched.single(conflict.clues, search.deadline), search)
        elif fewest.has_found:
            _several(puzzle, fewest, search)
        else:
            search.is_complete = False
    return search


def _first(switched: Switched, fewest: Fewest, conflict: ClueSet, deadline: Deadline) -> tuple[object, int | None]:
    """Find a solution that breaks the fewest clues, or in time only few.

    Return it and how many clues each solution breaks at least, None if none breaks fewer than this one. MaxSAT searches for some
    seconds, and again if the other searches, which often take less time, leave open whether there is a better one. Raises GaveUp.
    """
    left = deadline.left()
    until = Deadline.after(EXACTLY if left is None else SHARE * left)
    with suppress(GaveUp):
        return fewest.next(until.within_seconds(SOON)), None
    deadline.require()
    least, found = fewest.least, None
    with suppress(GaveUp):
        if (single := without_one(switched.compiled.puzzle, conflict.clues, until)) is not None:
            return single, None
        least = max(least, 2)
    deadline.require()
    with suppress(GaveUp):
        roughly = deadline.within_seconds(ROUGHLY if left is None else SHARE * SHARE * left)
        found, is_best = few_broken(switched, least, roughly)
        if is_best:
            return found, None
    deadline.require()
    try:
        return fewest.next(until), None
    except GaveUp:
        if found is None:
            raise
        return found, max(least, fewest.least)


def _mended(puzzle: Puzzle, solution: object) -> Puzzle | None:
    """Return a puzzle with the clues of a solution; None if one of them is no number, such as that of a node without a load."""
    mend = clues_of(puzzle).mended
    board = returned(mend(puzzle.board, solution), type(puzzle.board), mend)
    mended = replace(puzzle, board=board, solution=None)
    changes, broken = changes_between(puzzle, mended), mended.check(solution)
    if broken and not changes and next(hidden_clues(puzzle), None) is None:
        raise misreturned(mend, board, "these are not the clues of the solution")
    return None if broken or any(change.after == EMPTY for change in changes) else mended


def _several(puzzle: Puzzle, fewest: Fewest, search: RepairSearch) -> None:
    """Search for other sets of as many clues."""
    size = len(search.repairs[0].changes)
    while search.goes_on():
        if len(search.repairs) == MOST_REPAIRS:
            search.is_complete = False
            return
        try:
            solution = fewest.next(search.deadline)
        except GaveUp:
            search.is_complete = False
            return
        mended = None if solution is None else _mended(puzzle, solution)
        if mended is None or len(changes_between(puzzle, mended)) > size:
            return
        search.examine(puzzle, mended, solution)
