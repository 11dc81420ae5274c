"""Encode: a formula for each puzzle, in a file of its own."""

from __future__ import annotations

from typing import Final

from hashicnf.batch.tasks import Options, Outcome, Task
from hashicnf.dimacs.header import remark
from hashicnf.families import Puzzle
from hashicnf.solving.request import Encodings

OPTIONS: Final = (
    "cardinality",
    "connectivity",
    "at_most_one",
    "cuts",
    "depth",
    "redundant",
    "simplify",
    "horizon",
    "metric",
    "option",
)


def encodings_of(options: Options) -> Encodings:
    """Read encodings off options; those of the family are together in ``option``."""
    return Encodings(**{"options" if name == "option" else name: value for name, value in options.items()})


def run(puzzle: Puzzle, options: Options) -> Outcome:
    """Compile a puzzle."""
    compiled = encodings_of(options).compile(puzzle)
    figures = {
        **puzzle.size,
        "variables": compiled.formula.variables.count,
        "clauses": compiled.formula.clause_count,
        "cardinality": compiled.cardinality,
        "connectivity": compiled.connectivity,
        "complete": compiled.claim.is_exact,
        "claim": remark(compiled.claim),
    }
    return Outcome(status="encoded", figures=figures, save=compiled.write)


TASK: Final = Task(title="compile puzzles to DIMACS CNF", options=OPTIONS, run=run, suffix=".cnf", needs_folder=True)
