"""The sudoku board and its solutions as arrays, and its settings: from documents to boards and back.

A board of side n has n x n cells and n boxes of one shape. Cells are numbered from 0 in reading order. A *unit* is a set of n cells
that holds every number once: a row, a column, a box, a diagonal where diagonals count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from math import isqrt
from typing import Final, TypeAlias

import numpy as np

from hashicnf.core.document import EMPTY, Document, Source
from hashicnf.core.options import Choices, Option, shape, show_shape, show_yes_or_no, yes_or_no
from hashicnf.errors import InputError, counted
from hashicnf.logic import Ints, constant
from hashicnf.records import record

MOST_SIDE: Final = 36
AUTO: Final = "auto"
NEEDED: Final = ", and none of the givens can be spared"  # at the end of a title
UNITS: Final = ("row", "column", "box", "diagonal")  # the kinds of units
Shape: TypeAlias = tuple[int, int]

_two_sides: Final = shape(1, 99)


def parse_boxes(text: str) -> Shape | None:
    """Return the shape (rows, columns) of a box, or None for "auto", the default shape. Raises ValueError."""
    if text.lower() == AUTO:
        return None
    return _two_sides(re.sub(" *[xX] *", "x", text))


def show_boxes(box: Shape | None) -> str:
    """Return the shape of a box as text."""
    return AUTO if box is None else show_shape(box)


BOXES: Final[Option[Shape | None]] = Option(
    "boxes",
    parse_boxes,
    None,
    "rows, x, columns, such as 2x3, or auto",
    "Rows and columns of a box; auto is the shape nearest to a square, wider than high.",
    show_boxes,
    "RxC",
    words=lambda box: f"boxes of {show_boxes(box)}",
)
DIAGONALS: Final = Option(
    "diagonals",
    yes_or_no,
    False,
    "yes or no",
    "Whether both long diagonals hold every number once too.",
    show_yes_or_no,
    words=lambda _: "with diagonals",
)
SETTINGS: Final = (BOXES, DIAGONALS)


@record
class Board:
    """A puzzle: ``givens`` is int32[n, n], EMPTY (0) or a number from 1 to n; ``box`` is (rows, columns) of a box.

    Boards are equal if all fields except their names are.
    """

    givens: Ints
    box: Shape
    diagonals: bool = False
    name: str = field(default="<puzzle>", compare=False)

    def __post_init__(self) -> None:
        """Make the givens read-only, since the board is hashed by its content."""
        self.givens.setflags(write=False)

    @property
    def side(self) -> int:
        """Return n, the number of rows."""
        return len(self.givens)

    @property
    def given(self) -> int:
        """Return the number of givens."""
        return int(np.count_nonzero(self.givens))

    def __repr__(self) -> str:
        """Return the size in one line."""
        return f"<board of {self.side} x {self.side} cells: {counted(self.given, 'given')}>"


@record
class Grid:
    """A filled grid, int32[n, n], with 0 for an empty cell; any shape and numbers are allowed, since solutions may be wrong."""

    cells: Ints

    def __post_init__(self) -> None:
        """Copy the cells, which cannot be changed then."""
        if self.cells.flags.writeable:
            object.__setattr__(self, "cells", constant(self.cells.copy()))

    @property
    def rows(self) -> list[list[int]]:
        """List the numbers row by row."""
        rows: list[list[int]] = self.cells.tolist()
        return rows

    def __repr__(self) -> str:
        """Return the size in one line."""
        return f"<grid of {' x '.join(map(str, self.cells.shape))} numbers>"


def usual_box(side: int) -> Shape | None:
    """Return the shape of a box that is nearest to a square, at least as wide as high; None if ``side`` is a prime or 1."""
    rows = next((rows for rows in range(isqrt(side), 1, -1) if side % rows == 0), None)
    return None if rows is None else (rows, side // rows)


def build(document: Document, settings: Choices) -> Board:
    """Return the board of a document. Raises InputError for a grid of a wrong shape or size, and for numbers that are too large."""
    rows, columns = document.cells.shape
    if document.starts:
        raise document.error("a second grid: a sudoku has one", document.starts[0], 0, "no empty line between rows")
    if rows != columns or not 4 <= rows <= MOST_SIDE:
        expected = f"as many rows as columns, from 4 to {MOST_SIDE}"
        raise document.error(f"{rows:,} x {columns:,} cells are no sudoku", 0, 0, expected)
    large = np.argwhere(document.cells > rows)
    if len(large):
        raise _too_large(document, *(int(i) for i in large[0]))
    box = _box(document, rows, settings[BOXES])
    givens = np.maximum(document.cells, EMPTY).astype(np.int32)
    return Board(givens, box, settings[DIAGONALS], document.source.name)


def _too_large(document: Document, r: int, c: int) -> InputError:
    """Return the error for the number of a cell, 0-based; it may be the candidates of the cell, as other programs write them."""
    rows, number = len(document.cells), int(document.cells[r, c])
    line, column = document.whereabouts(r, c)
    digits, symbol = str(number), document.source.line(line)[column - 1]
    if len(digits) > 1 and [*digits] == sorted({*digits}) and int(max(digits)) <= rows < 10:
        message, expected = (
            f"{number} looks like the candidates of a cell",
            f"one number from 1 to {rows}, or an empty cell",
        )
        return document.source.error(message, line, column, expected)
    named = f"{symbol!r}, which stands for the number {number}," if symbol.isalpha() else f"the number {number}"
    return document.source.error(f"{named} is too large", line, column, f"numbers from 1 to {rows}")


def _box(document: Document, side: int, wanted: Shape | None) -> Shape:
    """Return the wanted or default shape of the boxes. Raises InputError if a box of that shape has not ``side`` cells."""
    if wanted is None:
        if (usual := usual_box(side)) is None:
            raise document.error(
                f"{side} x {side} cells have no boxes", 0, 0, "a side that is a product, such as 6 or 9"
            )
        return usual
    if wanted[0] * wanted[1] != side:
        where = document.settings[BOXES.name]
        message = f"a box of {wanted[0]} x {wanted[1]} cells does not hold {side} numbers"
        raise document.source.error(message, where.line, where.column, f"two numbers whose product is {side}")
    return wanted


def document_of(board: Board) -> Document:
    """Return the board as a document, with the settings that differ from the defaults."""
    box = None if board.box == usual_box(board.side) else board.box
    settings = Choices({BOXES: box, DIAGONALS: board.diagonals}).settings()
    return Document(board.givens, Source(board.name, ""), settings)


def units(board: Board) -> dict[str, Ints]:
    """Return the cells of each unit by kind: int32[u, n] for row, column, box, and diagonal if diagonals count."""
    n, (tall, wide) = board.side, board.box
    cell = np.arange(n * n, dtype=np.int32).reshape(n, n)
    boxes = cell.reshape(n // tall, tall, n // wide, wide).transpose(0, 2, 1, 3).reshape(n, n)
    found = {"row": cell, "column": cell.T, "box": boxes}
    if board.diagonals:
        found["diagonal"] = np.stack([cell.diagonal(), cell[:, ::-1].diagonal()])
    return found


def size(board: Board) -> Mapping[str, int]:
    """Return the sizes of the board by name, with which statistics start."""
    return {"rows": board.side, "columns": board.side, "cells": board.side**2, "givens": board.given}


def clue_cells(board: Board) -> list[tuple[int, int]]:
    """List (row, column) of all cells, from 0: the number of a given is the number of its cell."""
    return [divmod(cell, board.side) for cell in range(board.side**2)]


def mended(board: Board, grid: Grid) -> Board:
    """Return a board with every given replaced by the number of a full grid."""
    return replace(board, givens=np.where(board.givens > 0, grid.cells, board.givens))


def shown(board: Board, grid: Grid) -> Board:
    """Return a board on which all numbers of a full grid are given."""
    return replace(board, givens=grid.cells)


def numbers(board: Board, cell: int) -> list[int]:
    """List the other numbers that a cell may have: those that are given in no other cell of its units."""
    given = board.givens.ravel()
    lines = [line for group in units(board).values() for line in group if cell in line]
    taken = {int(given[other]) for line in lines for other in line.tolist() if other != cell}
    return [number for number in range(1, board.side + 1) if number != given[cell] and number not in taken]


def only(board: Board, cells: Ints) -> Board:
    """Return a board without its givens except those of some cells, int32[k]."""
    givens = np.zeros_like(board.givens)
    givens.flat[cells] = board.givens.flat[cells]
    return replace(board, givens=givens)


def titled(title: str, board: Board, is_minimal: bool) -> str:
    """Return the title of a generated board from which givens were removed; ``is_minimal``: none of the others can be spared."""
    known = "" if title.endswith(NEEDED) or not is_minimal else NEEDED
    return re.sub(r"^[\d,]+ givens?\b", counted(board.given, "given"), title) + known
