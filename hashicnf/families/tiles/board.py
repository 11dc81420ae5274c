"""The board of sliding tiles: start and goal, from documents to boards and back.

Cells are numbered from 0 in reading order; a position is a tuple of the tiles in them, 0 for the blank. With n cells the tiles
are 1 to n - 1, each once. This module only represents boards; it solves none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final, TypeAlias

import numpy as np

from hashicnf.core.document import UNKNOWN, Document, Source
from hashicnf.core.options import Choices, OneOf, Option
from hashicnf.errors import counted
from hashicnf.logic import Ints
from hashicnf.records import record

BLANK: Final = 0
MOST_CELLS: Final = 256  # in a search, a position has one byte per cell
LAST, FIRST = "blank-last", "blank-first"
Position: TypeAlias = tuple[int, ...]
Plan: TypeAlias = tuple[str, ...]

GOAL: Final = Option(
    "goal",
    OneOf(LAST, FIRST),
    LAST,
    f"{LAST} or {FIRST}; for another goal a second board below an empty line",
    "The goal: tiles in order, the blank after or before them.",
    words=lambda _: "the blank first",
)


@record
class Board:
    """A puzzle: rows and columns, and the positions ``start`` and ``goal``. Boards are equal if all but their names are."""

    shape: tuple[int, int]
    start: Position
    goal: Position
    name: str = field(default="<puzzle>", compare=False)

    def __repr__(self) -> str:
        """Return the size in one line."""
        return f"<board of {self.shape[0]} x {self.shape[1]} cells: {counted(self.cells - 1, 'tile')}>"

    @property
    def cells(self) -> int:
        """Return the number of cells."""
        return len(self.start)


def in_order(cells: int, goal: str) -> Position:
    """Return the position with the tiles in order, the blank last or first."""
    return (*range(1, cells), BLANK) if goal == LAST else tuple(range(cells))


def build(document: Document, settings: Choices) -> Board:
    """Return the board of a document: one grid, or start and goal.

    Raises InputError for grids that do not hold the numbers 0 to n - 1 once each, at the wrong cell, and for other wrong documents.
    """
    grids = document.grids
    start = grids[0]
    if start.size > MOST_CELLS:
        raise document.source.error(f"a board with {start.size:,} cells", *document.place, f"at most {MOST_CELLS}")
    if len(grids) > 2:
        raise document.error("a third board", document.starts[1], expected="a start, and after an empty line a goal")
    if len(grids) == 2 and grids[1].shape != start.shape:
        rows, columns = start.shape
        message = f"the goal has {counted(len(grids[1]), 'row')} of {counted(columns, 'cell')}, the start {rows}"
        raise document.error(message, document.starts[0], expected="two boards of one size")
    if len(grids) == 1 and _are_two(start):
        expected = "an empty line between start and goal"
        raise document.error("a second board begins here", len(start) // 2, expected=expected)
    for grid, first in zip(grids, (0, *document.starts), strict=True):
        _require_each_once(document, grid.ravel().tolist(), first)
    if len(grids) == 2 and GOAL.name in document.settings:
        there = document.settings[GOAL.name]
        expected = "either the setting goal or a second board"
        raise document.source.error("two goals: this one and a board", there.line, there.start, expected)
    goal = tuple(grids[1].ravel().tolist()) if len(grids) == 2 else in_order(start.size, settings[GOAL])
    rows, columns = start.shape
    return Board((rows, columns), tuple(start.ravel().tolist()), goal, document.source.name)


def _are_two(grid: Ints) -> bool:
    """Return whether a grid is two boards, one below the other."""
    upper, lower = np.array_split(grid, 2)
    return upper.shape == lower.shape and all(
        {*half.ravel().tolist()} == {*range(half.size)} for half in (upper, lower)
    )


def _require_each_once(document: Document, cells: list[int], first: int) -> None:
    """Raise InputError at the first cell that holds no tile, or one that another cell holds."""
    seen: set[int] = set()
    expected = f"the numbers 1 to {len(cells) - 1} and a blank, each once"
    if len(cells) <= 2:
        expected = "the number 1 and a blank" if len(cells) == 2 else "a blank"
    columns = document.cells.shape[1]
    for at, tile in enumerate(cells):
        place = first + at // columns, at % columns
        if tile == UNKNOWN:
            raise document.error("a tile without a number", *place, expected=expected)
        if tile in seen:
            raise document.error("a second blank" if tile == BLANK else f"tile {tile} again", *place, expected=expected)
        if tile >= len(cells):
            raise document.error(f"no tile {tile} on {counted(len(cells), 'cell')}", *place, expected=expected)
        seen.add(tile)


def document_of(board: Board) -> Document:
    """Return a board as a document: the goal as a setting if it has a name, otherwise as a second grid."""
    grids = [np.array(cells, dtype=np.int32).reshape(board.shape) for cells in (board.start, board.goal)]
    for name in (LAST, FIRST):
        if board.goal == in_order(board.cells, name):
            return Document(grids[0], Source(board.name, ""), Choices({GOAL: name}).settings())
    return Document(np.concatenate(grids), Source(board.name, ""), starts=(board.shape[0],))


def size(board: Board) -> Mapping[str, int]:
    """Return the sizes of the board by name, with which statistics start."""
    return {"rows": board.shape[0], "columns": board.shape[1], "tiles": board.cells - 1}
