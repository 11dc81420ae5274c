"""Klotski boards: pieces, the goal, and their documents.

Rows and columns count from 0 at the top left in this module and in the setting ``goal``, as in the literature; messages count
them from 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from hashicnf.core.document import EMPTY, UNKNOWN, Document, Source
from hashicnf.core.options import Choices, Option
from hashicnf.errors import counted, one_of
from hashicnf.logic import Ints
from hashicnf.records import record

Plan: TypeAlias = tuple[str, ...]  # moves such as "A down 1", in order
EXIT: Final = "exit"
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
CELLS: Final = "a letter for each piece, . or 0 for a blank cell"


class Piece(NamedTuple):
    """A rectangular piece: its letter, its top left cell, its size in cells."""

    name: str
    row: int
    column: int
    height: int
    width: int

    @property
    def area(self) -> int:
        """Return the number of its cells."""
        return self.height * self.width

    @property
    def shape(self) -> str:
        """Return the shape as text: rows x columns."""
        return f"{self.height}x{self.width}"


class Goal(NamedTuple):
    """The letter of the piece that must reach the goal, and the cell where its top left cell must come to lie."""

    name: str
    row: int
    column: int

    def __str__(self) -> str:
        """Return the goal as it is written in a file."""
        return f"{self.name} at {self.row},{self.column}"


@record
class Board:
    """Rows and columns, the pieces in reading order of their top left cells, and the goal."""

    shape: tuple[int, int]
    pieces: tuple[Piece, ...]
    goal: Goal

    def __repr__(self) -> str:
        """Return the size in one line."""
        return f"<board of {self.shape[0]} x {self.shape[1]} cells: {counted(len(self.pieces), 'piece')}>"

    @property
    def wanted(self) -> Piece:
        """Return the piece that must reach the goal."""
        return next(piece for piece in self.pieces if piece.name == self.goal.name)

    @property
    def blanks(self) -> int:
        """Return the number of cells without a piece."""
        return self.shape[0] * self.shape[1] - sum(piece.area for piece in self.pieces)


def _read_goal(text: str) -> Goal | None:
    """Return the goal of a setting's text, None for "exit". Raises ValueError."""
    if text.lower() == EXIT:
        return None
    if (found := re.fullmatch(r"([A-Za-z])\s+(?i:at)\s+([0-9]{1,9})\s*,\s*([0-9]{1,9})", text)) is None:
        raise ValueError(text)
    return Goal(found[1], int(found[2]), int(found[3]))


GOAL: Final[Option[Goal | None]] = Option(
    "goal",
    _read_goal,
    None,
    "exit, or a piece and a place, row and column from 0: A at 3,1",
    "Where the top left cell of a piece must come to lie: row,column, counted from 0 at the top left. "
    "exit: the largest piece in the middle of the bottom row.",
    lambda goal: EXIT if goal is None else str(goal),
    "GOAL",
    words=lambda goal: EXIT if goal is None else f"{goal.name} to row {goal.row + 1}, column {goal.column + 1}",
)


def build(document: Document, settings: Choices) -> Board:
    """Return the board of a document.

    Raises InputError with line and column for cells of one letter that are no rectangle, and for a goal at which its piece would
    not lie on the board.
    """
    pieces = _pieces(document)
    shape = document.cells.shape
    rows, columns = int(shape[0]), int(shape[1])
    goal = settings[GOAL]
    if goal is None:
        return Board((rows, columns), pieces, _exit(document, pieces, (rows, columns)))
    where = document.settings[GOAL.name]
    wanted = {piece.name: piece for piece in pieces}.get(goal.name)
    if wanted is None:
        message = f"no piece is named {goal.name!r}"
        names = one_of(goal.name, sorted(piece.name for piece in pieces))
        raise document.source.error(message, where.line, where.column, names)
    lowest, last = rows - wanted.height, columns - wanted.width
    if goal.row > lowest or goal.column > last:
        message = f"piece {goal.name} does not fit there"
        at = where.column + len(re.split("[0-9]", where.value, maxsplit=1)[0])
        raise document.source.error(
            message, where.line, at, f"a place from 0,0 to {lowest},{last}: row,column, counted from 0"
        )
    return Board((rows, columns), pieces, goal)


def _pieces(document: Document) -> tuple[Piece, ...]:
    """Return the pieces in reading order. Raises InputError for cells that hold no letter, and for letters without a rectangle."""
    if len(document.grids) > 1:
        raise document.error("a second grid", document.starts[0], 0, "one grid a puzzle, or a line --- between puzzles")
    wrong = np.argwhere((document.cells == UNKNOWN) | ((document.cells > EMPTY) & (document.cells < ord("A"))))
    if len(wrong):
        row, column = (int(i) for i in wrong[0])
        symbol = int(document.cells[row, column])
        shown = "?" if symbol == UNKNOWN else chr(symbol)
        raise document.error(f"{shown!r} does not belong here", row, column, CELLS)
    grid: list[list[int]] = document.cells.tolist()
    found: dict[int, Piece] = {}
    for r, cells in enumerate(grid):
        for c, symbol in enumerate(cells):
            if symbol != EMPTY and symbol not in found:
                found[symbol] = _rectangle(grid, r, c)
            if symbol != EMPTY and not _covers(found[symbol], r, c):
                message = f"the cells of {chr(symbol)!r} are no rectangle"
                raise document.error(message, r, c, "a letter of its own for each piece")
    if not found:
        raise document.source.error("a board without pieces", *document.place, CELLS)
    return tuple(found.values())


def _rectangle(grid: list[list[int]], r: int, c: int) -> Piece:
    """Return the rectangle of a cell's symbol, grown from that cell to the right, then down."""
    symbol, width, height = grid[r][c], 1, 1
    while c + width < len(grid[r]) and grid[r][c + width] == symbol:
        width += 1
    while r + height < len(grid) and all(cell == symbol for cell in grid[r + height][c : c + width]):
        height += 1
    return Piece(chr(symbol), r, c, height, width)


def _covers(piece: Piece, r: int, c: int) -> bool:
    return 0 <= r - piece.row < piece.height and 0 <= c - piece.column < piece.width


def _exit(document: Document, pieces: tuple[Piece, ...], shape: tuple[int, int]) -> Goal:
    """Return the default goal. Raises InputError if there is none: several largest pieces, or no middle of the bottom row."""
    largest = max(piece.area for piece in pieces)
    named = [piece for piece in pieces if piece.area == largest]
    wanted = (
        "'goal: A at 3,1' among the settings, in a native file or JSON: piece at row,column, from 0 at the top left"
    )
    if len(named) > 1:
        message = f"{counted(len(named), 'piece')} are the largest: the goal must be written"
        raise document.error(message, named[0].row, named[0].column, wanted)
    piece = named[0]
    free = shape[1] - piece.width
    if free % 2:
        message = f"piece {piece.name} cannot lie in the middle of the bottom row: the goal must be written"
        raise document.error(message, piece.row, piece.column, wanted)
    return Goal(piece.name, shape[0] - piece.height, free // 2)


def cells_of(board: Board) -> Ints:
    """Return the code points of the letters: int32[rows, columns], EMPTY where no piece is."""
    cells = np.full(board.shape, EMPTY, dtype=np.int32)
    for piece in board.pieces:
        cells[piece.row : piece.row + piece.height, piece.column : piece.column + piece.width] = ord(piece.name)
    return cells


def document_of(board: Board) -> Document:
    """Return a board as a document; the default goal is omitted."""
    settings = Choices({GOAL: None if is_usual(board) else board.goal}).settings()
    return Document(cells_of(board), Source("klotski", ""), settings, letters=True)


def is_usual(board: Board) -> bool:
    """Return whether the goal is the largest piece in the middle of the bottom row."""
    wanted = board.wanted
    is_largest = all(piece.area < wanted.area for piece in board.pieces if piece != wanted)
    rows, columns = board.shape
    return is_largest and board.goal[1:] == (rows - wanted.height, (columns - wanted.width) / 2)


def named_pieces(shape: tuple[int, int], rectangles: list[tuple[int, int, int, int]]) -> Ints:
    """Return a grid int32[rows, columns] of letters for rectangles (row, column, height, width).

    The largest get the first letters, the others follow in reading order. Raises ValueError if there are more rectangles than
    letters.
    """
    if len(rectangles) > len(LETTERS):
        raise ValueError(f"more than {len(LETTERS)} pieces")
    cells = np.full(shape, EMPTY, dtype=np.int32)
    largest = max((height * width for _, _, height, width in rectangles), default=0)
    ordered = sorted(rectangles, key=lambda r: (r[2] * r[3] != largest, r))
    for name, (row, column, height, width) in zip(LETTERS, ordered, strict=False):
        cells[row : row + height, column : column + width] = ord(name)
    return cells


def size(board: Board) -> Mapping[str, int]:
    """Return the sizes of the board by name, with which statistics start."""
    rows, columns = board.shape
    return {"cells": rows * columns, "pieces": len(board.pieces), "blanks": board.blanks}
