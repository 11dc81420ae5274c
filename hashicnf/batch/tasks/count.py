"""The task ``count``: count the solutions of puzzles."""

from __future__ import annotations

from typing import Final

from hashicnf.answers.counting import count
from hashicnf.batch.reasons import reason_of
from hashicnf.batch.tasks import Options, Outcome, Task
from hashicnf.core.limits import Limits
from hashicnf.families import Puzzle
from hashicnf.solving.by_frontier import WRITTEN


def run(puzzle: Puzzle, options: Options) -> Outcome:
    """Count the solutions of a puzzle; a number with more than ``WRITTEN`` digits is reported by its number of digits."""
    limits = Limits(max_memory=options.get("max_memory"))
    found = count(puzzle, limit=options.get("limit"), limits=limits)
    number = {"count": found.total} if found.digits <= WRITTEN else {"digits": found.digits}
    figures = {**number, "exact": found.exact, **puzzle.size, "method": found.stats.method}
    figures |= {name: value for name, value in found.stats.figures.items() if name != "solutions"}
    figures["seconds"] = found.stats.rounded()
    if found.stopped is not None:
        return Outcome.unknown(found.stopped, figures)
    reason = "" if found.total else reason_of(puzzle)
    return Outcome(status="counted" if found.total else "unsolvable", reason=reason, figures=figures)


TASK: Final = Task(title="count the solutions of puzzles", options=("limit", "max_memory"), run=run)
