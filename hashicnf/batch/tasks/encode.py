"""The task ``encode``: write the formula of each puzzle to a file, and return its row of the folder's manifest.

The row is the figure ``instance``; the driver of the batch writes the manifest.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Final

from hashicnf.batch.tasks import INSTANCE, Options, Outcome, Target, Task
from hashicnf.families import Puzzle
from hashicnf.instances.folder import write_instance
from hashicnf.instances.manifest import Origins
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.emit import Form
from hashicnf.pipeline.encodings import Encodings

OPTIONS: Final = tuple(field.name for field in fields(Encodings))
FORM: Final = ("to", "names", "show")

_origins: Final = Origins()


def run(puzzle: Puzzle, options: Options) -> Outcome:
    """Compile a puzzle; ``save`` writes the formula."""
    form = Form(**{name: options[name] for name in FORM if name in options})
    form.require("-")
    seconds = options.get("facts")
    others = {name: value for name, value in options.items() if name not in (*FORM, "facts")}
    compiled = compile_puzzle(puzzle, Encodings(**others), native=form.is_native)

    def save(target: Target) -> tuple[Path, Options]:
        origin, facts = _origins.known(puzzle, target.source, seconds)
        compress = target.compress or "none"
        row = write_instance(compiled, target.folder, form, compress=compress, origin=origin, facts=facts)
        return target.folder / row["name"], {INSTANCE: row}

    return Outcome(status="encoded", figures=compiled.figures(form), save=save)


TASK: Final = Task(
    title="compile puzzles to DIMACS CNF", options=(*OPTIONS, *FORM, "facts"), run=run, suffix=".cnf", needs_folder=True
)
