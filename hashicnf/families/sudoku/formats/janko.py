"""Sudokus as janko.at publishes them; ``patternx`` and ``patterny`` are the columns and rows of a box, if not the default."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hashicnf.core.document import Document, Setting
from hashicnf.families.sudoku.board import BOXES, show_boxes, usual_box
from hashicnf.families.sudoku.formats.filled import filled, grid_of, keeps_givens
from hashicnf.formats import Genre
from hashicnf.formats.janko import Sheet, Written, cell, glyphs, problem, solved
from hashicnf.formats.parsing import natural, refuse_settings

WIDE, TALL = "patternx", "patterny"
AREAS: Final = "areas"


def read(sheet: Sheet) -> Document:
    """Return givens and solution as a document. Raises InputError, also for boxes that are no rectangles."""
    if sheet.grids.get(AREAS):
        raise sheet.grids[AREAS][0].error("boxes of any shape are not read", 0, "rectangles")
    document = replace(problem(sheet), family="sudoku", settings=_boxes(sheet))
    if (grid := solved(sheet, document.cells.shape)) is None:
        return document
    return replace(document, solution=filled(document.cells, grid.numbers(cell)))


def _boxes(sheet: Sheet) -> dict[str, Setting]:
    sizes = [sheet.values[key] for key in (TALL, WIDE) if key in sheet.values]
    if len(sizes) < 2:
        return {}
    for size in sizes:
        if len(size.text) > 2 or not natural(size.text):
            raise size.error(f"{size.text[:20]!r} is no size of a box", 0, "a number from 1")
    tall, wide = (int(size.text) for size in sizes)
    if (tall, wide) == usual_box(tall * wide):
        return {}
    return {BOXES.name: Setting(show_boxes((tall, wide)), sizes[0].line, sizes[0].column)}


def write(document: Document) -> Written:
    """Return boxes, givens and solution as parts to be written. Raises UsageError for other settings."""
    refuse_settings(document, "janko", (BOXES.name,))
    box = BOXES.value_in(document.settings)
    values = () if box is None else (f"{WIDE} {box[1]}", f"{TALL} {box[0]}")
    answers = grid_of(document)
    return Written(values, glyphs(document.cells), None if answers is None else glyphs(answers))


GENRE: Final[Genre[Sheet, Written]] = Genre(
    names=("sudoku",),
    example="begin\npuzzle sudoku\nsize 4\n[problem]\n1 - - -\n- - 3 -\n- 4 - -\n- - - 2\nend\n",
    read=read,
    write=write,
    holds=keeps_givens,
)
