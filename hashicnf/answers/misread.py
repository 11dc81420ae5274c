"""Detect puzzles of another family that were read as puzzles of the default family, since neither text nor name declare one."""

from __future__ import annotations

from typing import Final

from hashicnf.core.document import DEFAULT_FAMILY
from hashicnf.errors import InputError
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.logic import Solved
from hashicnf.pipeline.puzzles import NATIVE, fitting, parse_all
from hashicnf.solving.methods import solve_for
from hashicnf.solving.request import Request

CELLS: Final = range(9, 626)  # cells; smaller texts have solutions in other families by chance
# Columns for each row from which on every row may be a whole puzzle, in a format that the file's ending excluded.
WIDE: Final = CELLS.start
SECONDS: Final = 1.0


def meant_as(puzzle: Puzzle) -> tuple[str, str] | None:
    """Return family and format in which the text of an unsolvable puzzle of the default family is most likely meant, or None.

    That is a family in which it has a solution; or one solved by plans, whose boards are complete, so no others are read as such.
    """
    if puzzle.family != DEFAULT_FAMILY or puzzle.document.cells.size not in CELLS:
        return None
    rows, (height, width) = puzzle.text, puzzle.document.cells.shape
    texts = [(rows, name) for name in (fitting(rows) if width >= WIDE * height else ())]
    texts += [(f"family: {name}\n{rows}", NATIVE) for name in FAMILIES.names() if name != DEFAULT_FAMILY]
    return next(((family, name) for text, name in texts if (family := _family_of(text, name)) is not None), None)


def _family_of(text: str, name: str) -> str | None:
    """Return the family of the puzzles in a text of this format if all may be meant, and it is not the default; or None."""
    try:
        puzzles = parse_all(text, name)
    except InputError:
        return None
    families = {puzzle.family for puzzle in puzzles}
    if len(families) != 1 or DEFAULT_FAMILY in families or not all(map(_may_be_meant, puzzles)):
        return None
    return families.pop()


def _may_be_meant(puzzle: Puzzle) -> bool:
    if puzzle.rules.planning is not None:
        return True
    # An obviously impossible board is most likely not of this family; a solver would load the whole formula to refute it.
    return puzzle.impossible is None and isinstance(solve_for(puzzle, Request(timeout=SECONDS)).verdict, Solved)
