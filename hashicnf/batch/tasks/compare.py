"""The task ``compare``: run a method on a puzzle in fresh processes, measured and checked from outside, as ``compare`` does.

It is not offered by ``batch``: ``hashicnf compare --db`` runs a batch for each method.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from hashicnf.batch.tasks import Options, Outcome, Status, Task
from hashicnf.families import Puzzle
from hashicnf.measure.comparison.measure import runs_of
from hashicnf.measure.comparison.process import ProcessPool
from hashicnf.measure.comparison.results import STATUSES, RunSettings


def run(puzzle: Puzzle, options: Options) -> Outcome:
    """Measure the runs of a method on a puzzle; the status is that of the worst run."""
    settings = RunSettings(options["timeout"], options["max_memory"], options["repeat"])
    runs = list(runs_of(puzzle, options["method"], settings, ProcessPool()))
    worst = max(runs, key=lambda one: STATUSES.index(one.status))
    status: Status = "unknown"
    match worst.status:
        case "solved" | "unsolvable" | "error":
            status = worst.status
    return Outcome(status=status, reason=worst.message, figures={**puzzle.size, "runs": [asdict(one) for one in runs]})


TASK: Final = Task(title="measure a method in fresh processes", options=(), run=run, internal=True)
