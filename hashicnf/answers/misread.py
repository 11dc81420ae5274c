"""Puzzles of the default family, whose text need not name it, that were meant as another family's."""

from __future__ import annotations

from typing import Final

from hashicnf.core.document import DEFAULT_FAMILY
from hashicnf.errors import InputError
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.logic import Solved
from hashicnf.pipeline.puzzles import parse
from hashicnf.solving.methods import solve_for
from hashicnf.solving.request import Request

CELLS: Final = range(9, 626)  # of a text that is read again; smaller ones have a solution elsewhere by chance
SECONDS: Final = 1.0


def meant_as(puzzle: Puzzle) -> str | None:
    """Name the family by whose rules the text of an unsolvable puzzle of the default family has a solution, None if none has."""
    if puzzle.family != DEFAULT_FAMILY or puzzle.document.cells.size not in CELLS:
        return None
    rows = "\n".join(puzzle.lines)
    others = (name for name in FAMILIES.names() if name != DEFAULT_FAMILY)
    return next((name for name in others if _is_solvable(f"family: {name}\n{rows}\n")), None)


def _is_solvable(text: str) -> bool:
    try:
        puzzle = parse(text)
    except InputError:
        return False
    # What is plainly impossible is mostly a board of its own family; a solver would take up the whole formula to say so.
    return puzzle.impossible is None and isinstance(solve_for(puzzle, Request(timeout=SECONDS)).verdict, Solved)
