"""The task ``rate``: rate the difficulty of puzzles for people."""

from __future__ import annotations

from typing import Any, Final

from hashicnf.batch.reasons import reason_of
from hashicnf.batch.tasks import Options, Outcome, Task
from hashicnf.deduction import rate
from hashicnf.families import Puzzle


def run(puzzle: Puzzle, _: Options) -> Outcome:
    """Rate a puzzle."""
    found = rate(puzzle)
    figures: dict[str, Any] = {"grade": found.grade, **puzzle.size, "rungs": found.rounds}
    if found.hardest is not None:
        figures |= {"hardest": found.hardest.rung, "technique": found.hardest.name}
    reason = reason_of(puzzle) if found.outcome == "unsolvable" else ""
    return Outcome(status=found.outcome, reason=reason, figures=figures)


TASK: Final = Task(title="rate how hard puzzles are for people", options=(), run=run)
