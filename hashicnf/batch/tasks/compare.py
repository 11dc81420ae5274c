"""The task ``compare``: run a method on a puzzle in a fresh process, measured and checked from outside, as ``compare`` does.

It is not offered by ``batch``: ``hashicnf compare --db`` runs a batch for each method and repetition.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from hashicnf.batch.tasks import Options, Outcome, Status, Task
from hashicnf.families import Puzzle
from hashicnf.measure.comparison.measure import run_of
from hashicnf.measure.comparison.process import ProcessPool
from hashicnf.measure.comparison.runs import RunSettings


def run(puzzle: Puzzle, options: Options) -> Outcome:
    """Measure a run of a method on a puzzle."""
    settings = RunSettings(options["timeout"], options["max_memory"])
    one = run_of(puzzle, options["method"], settings, ProcessPool())
    assert one is not None  # noqa: S101 - nothing cancels this pool
    status: Status = "unknown"
    match one.status:
        case "solved" | "unsolvable" | "error":
            status = one.status
    return Outcome(status=status, reason=one.message, figures={**puzzle.size, "runs": [asdict(one)]})


TASK: Final = Task(title="measure a method in a fresh process", options=(), run=run, internal=True)
