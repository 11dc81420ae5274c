"""The task ``generate``: generate puzzles, one for each seed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from hashicnf.batch.tasks import Options, Outcome, Target, Task
from hashicnf.core.options import SEED
from hashicnf.families import Puzzle
from hashicnf.files.outputs import write_text
from hashicnf.making.orders import Order, make
from hashicnf.pipeline.puzzles import NATIVE
from hashicnf.pipeline.writing import write_puzzles


def order(family: str, seed: str) -> str:
    """Return the text of an item that orders one puzzle: family and seed, which differ between items, unlike the options."""
    return json.dumps({"family": family, "seed": seed}, sort_keys=True)


def run(text: str, options: Options) -> tuple[Puzzle, Outcome]:
    """Generate the puzzle of an order; its native text is a figure. ``options`` are those of the generator and of ``Order.of``."""
    asked = json.loads(text)
    given = {name: value for name, value in options.items() if name not in DEMANDS}
    if asked["seed"]:
        given[SEED.name] = asked["seed"]
    puzzle, made = make(
        asked["family"], given, Order.of(**{name: options[name] for name in DEMANDS if name in options})
    )
    native = f"# {puzzle.name}\n{write_puzzles([puzzle], NATIVE)}"
    solution = "" if made.solution is None else puzzle.as_json(made.solution)
    figures = {**puzzle.size, "text": native}

    def save(target: Target) -> tuple[Path, Options]:
        write_text(str(target.file), native)
        return target.file, {}

    return puzzle, Outcome(status="made", figures=figures, solution=solution, save=save, seed=asked["seed"])


DEMANDS: Final = ("unique", "unknown", "difficulty")  # of ``Order.of``; all other options are of generators
TASK: Final = Task(
    title="generate puzzles, one for each seed",
    options=DEMANDS,
    make=run,
    suffix=".puz",
)
