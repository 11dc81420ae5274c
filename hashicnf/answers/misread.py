"""Detect puzzles of another family that were read as puzzles of the default family, because the text does not name one."""

from __future__ import annotations

from typing import Final

from hashicnf.core.document import DEFAULT_FAMILY
from hashicnf.errors import InputError
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.logic import Solved
from hashicnf.pipeline.puzzles import parse
from hashicnf.solving.methods import solve_for
from hashicnf.solving.request import Request

CELLS: Final = range(9, 626)  # cells; smaller texts have solutions in other families by chance
SECONDS: Final = 1.0


def meant_as(puzzle: Puzzle) -> str | None:
    """Return the name of a family in which the text of an unsolvable puzzle of the default family has a solution, or None."""
    if puzzle.family != DEFAULT_FAMILY or puzzle.document.cells.size not in CELLS:
        return None
    rows = puzzle.text
    others = (name for name in FAMILIES.names() if name != DEFAULT_FAMILY)
    return next((name for name in others if _is_solvable(f"family: {name}\n{rows}")), None)


def _is_solvable(text: str) -> bool:
    try:
        puzzle = parse(text)
    except InputError:
        return False
    # An obviously impossible board is most likely not of this family; a solver would load the whole formula to refute it.
    return puzzle.impossible is None and isinstance(solve_for(puzzle, Request(timeout=SECONDS)).verdict, Solved)
