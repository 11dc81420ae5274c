"""The pieces on a stage, and moves in sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Final

from hashicnf.core.stage import ANY, FREE, Motion, Piece, Stage
from hashicnf.errors import counted
from hashicnf.families.klotski.board import Board
from hashicnf.families.klotski.plans import MOVE, PART, PLACE, PLACED, moved

FACT: Final = re.compile(f"(?:a blank|(the )?([0-9]{{1,3}}x[0-9]{{1,3}})) at {PLACE}")


def stage(board: Board) -> Stage:
    """Put the pieces on the stage, in the order of the board; those of one shape have one colour, and so has the goal's."""
    rows, columns = board.shape
    kinds = {board.wanted.shape: 0}
    pieces = []
    for piece in board.pieces:
        kind = 0 if piece == board.wanted else kinds.setdefault(f"{piece.shape} ", len(kinds))
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
    )


def motion(action: str, numbers: Mapping[str, int] | None = None) -> Motion | None:
    """Read a move that names the place of a piece, or a piece by its letter, of which ``numbers`` has the number on the stage."""
    if numbers and (named := MOVE.fullmatch(action)) is not None and named[1] in numbers:
        return Motion(numbers[named[1]], *moved((0, 0), named[2]))
    if (found := PLACED.fullmatch(action)) is None:
        return None
    at = int(found[2]) - 1, int(found[3]) - 1
    row, column = moved(at, found[6]) if found[6] else (int(found[4]) - 1, int(found[5]) - 1)
    return Motion(ANY, row - at[0], column - at[1], at)


def placed(fact: str, kinds: Mapping[str, int]) -> Piece | None:
    """Read that a piece of some shape, or none, lies at a cell; ``kinds`` numbers the shapes of all but the goal's piece."""
    if (found := FACT.fullmatch(fact)) is None:
        return None
    wanted, shape, row, column = found.groups()
    if shape is None:
        return Piece("·", int(row) - 1, int(column) - 1, kind=FREE)
    height, width = map(int, shape.split("x"))
    return Piece("", int(row) - 1, int(column) - 1, height, width, 0 if wanted else kinds.get(f"{shape} ", 0))


def words(action: str) -> str:
    """Describe a move."""
    if (found := PLACED.fullmatch(action)) is None:
        if (named := MOVE.fullmatch(action)) is None:
            return action
        return f"piece {named[1]} moves {', then '.join(map(_way, PART.findall(named[2])))}"
    piece = f"the {found[1]} piece at row {found[2]}, column {found[3]}"
    way, _, count = (found[6] or "").partition(" ")
    return f"{piece} moves {way} by {count}" if way else f"{piece} moves to row {found[4]}, column {found[5]}"


def _way(part: tuple[str, str]) -> str:
    way, count = part
    return way if count == "1" else f"{way} by {count}"
