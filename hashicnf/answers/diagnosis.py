"""Why a puzzle has no solution: clues that contradict each other, and the fewest clues to change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hashicnf.answers.switched import Switched
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.document import EMPTY
from hashicnf.core.progress import Observer, unobserved
from hashicnf.families import Puzzle
from hashicnf.pipeline.refute import why_unsolvable
from hashicnf.records import record


@record
class Change:
    """A clue to change: row and column from 0, and the number before and after."""

    row: int
    column: int
    before: int
    after: int


@record
class Diagnosis:
    """The diagnosis of an unsolvable puzzle.

    ``conflict`` are the cells (row, column) from 0 of clues that cannot hold together; none if the board itself has no solution,
    whatever its clues. Without any of them the others can, which is proved of each only where ``is_minimal``. ``reason`` is why
    they cannot, or why all clues cannot, None where no sentence says it. ``changes`` are the fewest clues to change; ``mended`` is
    the puzzle with these changes and ``solution`` solves it, None where no change of clues helps.
    """

    conflict: tuple[tuple[int, int], ...]
    changes: tuple[Change, ...]
    mended: Puzzle | None
    solution: object
    is_minimal: bool = True
    reason: str | None = None


def diagnose(puzzle: Puzzle, *, deadline: Deadline = NEVER, observe: Observer = unobserved) -> Diagnosis | None:
    """Find clues that contradict each other, and the fewest to change; None if the puzzle has a solution.

    Raises UsageError for families without clues, GaveUp at the deadline.
    """
    observe("look for clues that contradict each other")
    switched = Switched(puzzle)
    clues, conflict = puzzle.rules.clues, switched.conflict(deadline, observe=observe)
    if clues is None or conflict is None:
        return None
    cells = clues.cells(puzzle.board)
    where = tuple(cells[clue] for clue in conflict.clues.tolist())
    if not where:
        return Diagnosis(where, (), None, None)
    alone = replace(puzzle, board=clues.only(puzzle.board, conflict.clues))
    reason = why_unsolvable(alone, shown=puzzle) or why_unsolvable(puzzle)
    found = Diagnosis(where, (), None, None, conflict.is_minimal, reason)
    observe("look for the fewest clues to change")
    solution = switched.nearest(deadline, conflict.clues)
    mended = replace(puzzle, board=clues.mended(puzzle.board, solution))
    changes = changes_between(puzzle, mended)
    if mended.check(solution) or any(
        change.after == EMPTY for change in changes
    ):  # such as the number of an island alone
        return found
    return replace(found, changes=changes, mended=mended, solution=solution)


def changes_between(puzzle: Puzzle, mended: Puzzle) -> tuple[Change, ...]:
    """List the cells that differ between two puzzles of one size."""
    before, after = puzzle.document.cells, mended.document.cells
    return tuple(
        Change(row, column, int(before[row, column]), int(after[row, column]))
        for row, column in np.argwhere(before != after).tolist()
    )
