"""Sudokus as the player of puzz.link saves them: the givens, then the numbers that were filled in."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from hashicnf.core.document import EMPTY, Document
from hashicnf.families.sudoku.formats.filled import filled, grid_of, keeps_givens
from hashicnf.families.sudoku.formats.puzzlink import has_boxes, require_expressible, wrong_side
from hashicnf.formats import Genre, Passage
from hashicnf.formats.pzprv3 import Lines, cell, clue, row_text, sides, table

MARKS: Final = ("", ".", "+", "-", "=", "%", "c")


def read(lines: Lines) -> Document:
    """Return givens and filled-in numbers as a document; small numbers in cells are ignored. Raises InputError."""
    (side,) = sides(lines, 1)
    if not has_boxes(side, side):
        raise wrong_side(lines[1], side, side)
    document = replace(table(lines, 2, side, side).document(cell), family="sudoku")
    if len(lines) == 2 + side:
        return document
    answers = table(lines, 2 + side, side, side).numbers(_answer)
    return replace(document, solution=filled(document.cells, answers))


def _answer(word: Passage) -> int:
    """Return the number of a cell of the answer, EMPTY for marks of the player. Raises InputError."""
    text = word.text.partition("[")[0]
    return EMPTY if text in MARKS else clue(word.part(0, len(text)))


def write(document: Document) -> list[str]:
    """Return the lines of side, givens and answers. Raises UsageError for boards without boxes in the player."""
    require_expressible(document, "pzprv3")
    answers = grid_of(document)
    shown = np.zeros_like(document.cells) if answers is None else np.where(document.cells > EMPTY, EMPTY, answers)
    return [str(len(shown)), *map(row_text, document.cells.tolist()), *map(row_text, shown.tolist())]


def holds(document: Document) -> bool:
    """Return whether the solution changes no given and fills some cell; otherwise the text would not show that there is one."""
    return keeps_givens(document) and bool((document.cells == EMPTY).any())


GENRE: Final[Genre[Lines, list[str]]] = Genre(
    names=("sudoku",),
    example="pzprv3\nsudoku\n4\n1 . . . \n. . 3 . \n. 4 . . \n. . . 2 \n. . . . \n. . . . \n. . . . \n. . . . \n",
    read=read,
    write=write,
    holds=holds,
)
