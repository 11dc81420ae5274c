"""The task ``certify``: write a certificate for each puzzle for which there is one."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from hashicnf.batch.tasks import Options, Outcome, Target, Task
from hashicnf.families import Puzzle
from hashicnf.files.outputs import write_text
from hashicnf.proofs.certify import certify


def run(puzzle: Puzzle, options: Options) -> Outcome:
    """Certify a puzzle; if there is no certificate, the outcome has the status found and the obstacle."""
    found = certify(puzzle, **options)
    if found.stopped is not None:
        return Outcome.unknown(found.stopped, puzzle.size)
    figures: dict[str, Any] = {**puzzle.size}
    if found.text is None:
        return Outcome(status=found.found, reason=f"no certificate: {found.obstacle}", figures=figures)

    def save(target: Target, text: str = found.text) -> tuple[Path, Options]:
        write_text(str(target.file), text)
        return target.file, {}

    figures |= {"proves": found.proves}
    if found.cost is not None:
        figures["cpu"] = {"made": round(found.cost.made, 6), "checked": round(found.cost.checked, 6)}
    return Outcome(status=found.found, figures=figures, save=save)


TASK: Final = Task(
    title="write a certificate for each puzzle",
    options=("claim", "solver", "metric"),
    run=run,
    suffix=".cert",
    needs_folder=True,
)
