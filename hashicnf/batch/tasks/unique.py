"""The task ``unique``: find out whether puzzles have one solution, several or none."""

from __future__ import annotations

from typing import Final

from hashicnf.answers.unique import unique
from hashicnf.batch.reasons import reason_of
from hashicnf.batch.tasks import Options, Outcome, Status, Task
from hashicnf.families import Puzzle

STATUSES: Final[tuple[Status, ...]] = ("unsolvable", "unique", "several")


def run(puzzle: Puzzle, options: Options) -> Outcome:
    """Find out whether a puzzle has exactly one solution; the outcome has the first solution."""
    found = unique(puzzle, **options).solutions
    solution = puzzle.as_json(found[0]) if found else ""
    reason = "" if found else reason_of(puzzle)
    return Outcome(status=STATUSES[len(found)], reason=reason, figures=puzzle.size, solution=solution)


TASK: Final = Task(title="find out whether puzzles have exactly one solution", options=("solver",), run=run)
