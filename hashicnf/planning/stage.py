"""Boards with pieces that move: a family states where each piece is, and which piece an action moves.

So drawings of a search and of a plan know no family; ``boards`` replays the actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from hashicnf.records import record

Place: TypeAlias = tuple[int, int]  # row and column of the upper left cell of a piece

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


def boards(stage: Stage, actions: Iterable[str]) -> Iterator[list[Place]]:
    """Yield where each piece is at the start and after each action, up to the first that cannot be made."""
    at = [(piece.row, piece.column) for piece in stage.pieces]
    yield [*at]
    for action in actions:
        motion = stage.motion(action)
        piece = None if motion is None else _moved(stage, at, motion)
        if motion is None or piece is None or not fits(stage, at, piece, motion):
            return
        at[piece] = at[piece][0] + motion.rows, at[piece][1] + motion.columns
        yield [*at]


def _moved(stage: Stage, at: Sequence[Place], motion: Motion) -> int | None:
    """Return the piece that a motion moves: by its number, by its place, or the only one that can move so; None if none can."""
    if motion.piece != ANY:
        return motion.piece if motion.piece < len(at) else None
    if motion.at is not None:
        return next((number for number, place in enumerate(at) if place == motion.at), None)
    return next((number for number in range(len(at)) if fits(stage, at, number, motion)), None)


def fits(stage: Stage, at: Sequence[Place], number: int, motion: Motion) -> bool:
    """Return whether a piece has room after a motion."""
    (rows, columns), moving = stage.shape, stage.pieces[number]
    row, column = at[number][0] + motion.rows, at[number][1] + motion.columns
    if not (0 <= row <= rows - moving.height and 0 <= column <= columns - moving.width):
        return False
    others = ((at[other], piece) for other, piece in enumerate(stage.pieces) if other != number)
    return not any(
        row < r + piece.height and r < row + moving.height and column < c + piece.width and c < column + moving.width
        for (r, c), piece in others
    )
