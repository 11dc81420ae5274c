"""Boards with pieces that move, for drawings of a search: a family states where each piece is, and which piece an action moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hashicnf.records import record

FREE: Final = -1  # the kind of a cell without a piece
ANY: Final = -1  # the piece at a place, or the only one that can move so
MOVES: Final = " moves "  # in the words for a move, between a piece and where it goes


@record
class Piece:
    """A rectangle at its start: its label, row and column of its upper left cell (from 0), its height and width in cells.

    Pieces of one ``kind`` (from 0) have one colour.
    """

    label: str
    row: int
    column: int
    height: int = 1
    width: int = 1
    kind: int = 0


@record
class Motion:
    """A move: the number of a piece, or ANY, and the rows and columns by which it moves.

    Where the number is ANY, ``at`` is row and column of the upper left cell of the piece, None for the only piece that can move so.
    """

    piece: int
    rows: int
    columns: int
    at: tuple[int, int] | None = None

    @property
    def undone(self) -> Motion:
        """Return the motion that undoes this one."""
        at = None if self.at is None else (self.at[0] + self.rows, self.at[1] + self.columns)
        return Motion(self.piece, -self.rows, -self.columns, at)


@record
class Stage:
    """Rows and columns of a board and its pieces, numbered from 0.

    ``subject`` names the puzzle in a sentence. ``homes`` are the pieces that have a place in the goal: number, row and column
    of its upper left cell. ``motion`` parses the name of an action in a trace, None if the name is no motion; ``words`` makes a
    sentence of one, without capital and full stop, with MOVES in it. ``placed`` parses the name of a fact of the planning task as a
    piece at a place, of kind FREE for a cell without a piece, None if the fact is about no place; ``denied`` makes a sentence of a
    fact that does not hold. ``action`` is the line of a plan for a move by one cell, with the fields {piece} (its label) and {way}
    (up, down, left, right); "" if plans name no such moves.
    """

    subject: str
    shape: tuple[int, int]
    pieces: tuple[Piece, ...]
    homes: tuple[tuple[int, int, int], ...]
    motion: Callable[[str], Motion | None]
    words: Callable[[str], str] = str
    placed: Callable[[str], Piece | None] = lambda _: None
    action: str = ""
    denied: Callable[[str], str] = "not {}".format
