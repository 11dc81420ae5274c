"""The stage of a board, with its pieces, and the sentences about moves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Final

from hashicnf.errors import counted
from hashicnf.families.klotski.board import Board
from hashicnf.families.klotski.plans import NAMED, PART, PLACE, moved, placed_move
from hashicnf.planning.stage import ANY, FREE, Motion, Piece, Stage

GOAL_KIND: Final = 0  # the colour of the goal's piece
FACT: Final = re.compile(f"(?:a blank|(the )?([0-9]{{1,3}}x[0-9]{{1,3}})) at {PLACE}")


def stage(board: Board) -> Stage:
    """Return the stage, with the pieces in the board's order; pieces of one shape share a colour, the goal's has its own."""
    rows, columns = board.shape
    kinds: dict[str, int] = {}
    pieces = []
    for piece in board.pieces:
        kind = GOAL_KIND if piece == board.wanted else kinds.setdefault(piece.shape, GOAL_KIND + 1 + len(kinds))
        pieces.append(Piece(piece.name, piece.row, piece.column, piece.height, piece.width, kind))
    name, row, column = board.goal
    return Stage(
        f"a Klotski board of {rows} by {columns} cells with {counted(len(pieces), 'piece')}, "
        f"of which {name} goes to row {row + 1}, column {column + 1}",
        board.shape,
        tuple(pieces),
        ((board.pieces.index(board.wanted), row, column),),
        partial(motion, numbers={piece.name: number for number, piece in enumerate(board.pieces)}),
        words,
        partial(placed, kinds=kinds),
        "{piece} {way} 1",
        denied,
    )


def motion(action: str, numbers: Mapping[str, int] | None) -> Motion | None:
    """Return the motion of a move that names the place or the letter of a piece; ``numbers`` are those on the stage, by letter."""
    if numbers and (named := NAMED.fullmatch(action)) is not None and named[1] in numbers:
        return Motion(numbers[named[1]], *moved((0, 0), named[2]))
    if (move := placed_move(action)) is None:
        return None
    (row, column), (to_row, to_column) = move.at, move.target
    return Motion(ANY, to_row - row, to_column - column, move.at)


def placed(fact: str, kinds: Mapping[str, int]) -> Piece | None:
    """Return the piece (or blank) of a fact, None for other facts; ``kinds`` are the colours of shapes except the goal's piece."""
    if (found := FACT.fullmatch(fact)) is None:
        return None
    wanted, shape, row, column = found.groups()
    if shape is None:
        return Piece("·", int(row) - 1, int(column) - 1, kind=FREE)
    height, width = map(int, shape.split("x"))
    kind = GOAL_KIND if wanted else kinds.get(shape, GOAL_KIND)
    return Piece("", int(row) - 1, int(column) - 1, height, width, kind)


def denied(fact: str) -> str:
    """Return the words for a fact that does not hold."""
    piece, _, place = fact.partition(" at ")
    if piece == "a blank":
        return f"no blank at {place}"
    return f"{piece} is not at {place}" if piece.startswith("the ") else f"no {piece} at {place}"


def words(action: str) -> str:
    """Return the words for a move."""
    if (move := placed_move(action)) is None:
        if (named := NAMED.fullmatch(action)) is None:
            return action
        return f"piece {named[1]} moves {', then '.join(map(_way, PART.findall(named[2])))}"
    (row, column), (to_row, to_column) = move.at, move.target
    piece = f"the {move.shape} piece at row {row + 1}, column {column + 1}"
    way, _, count = move.route.partition(" ")
    return f"{piece} moves {way} by {count}" if way else f"{piece} moves to row {to_row + 1}, column {to_column + 1}"


def _way(part: tuple[str, str]) -> str:
    way, count = part
    return way if count == "1" else f"{way} by {count}"
