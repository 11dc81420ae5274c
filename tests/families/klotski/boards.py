"""Boards for these tests."""

from __future__ import annotations

import hashicnf
from hashicnf.families.klotski.board import Board
from hashicnf.families.klotski.generate.named import STARTS, board_named
from hashicnf.families.klotski.layout import Layout
from hashicnf.families.klotski.search.moves import METRICS

CLASSIC = "BAAC\nBAAC\nDEEF\nDGHF\nI..J\n"
SMALL = (
    "family: klotski\nBAA.\nBAA.\nC...\n",
    "family: klotski\ngoal: a at 1,1\nabb\n.c.\n",
    "family: klotski\ngoal: C at 0,0\n.AAA\nBC..\n",
    "family: klotski\ngoal: B at 2,0\nAAB\nAA.\nC..\n",
    "family: klotski\ngoal: A at 0,1\nAB.\n.BC\n",
)


def board_of(text: str) -> Board:
    """Build a board from native text."""
    board = hashicnf.parse(text).board
    assert isinstance(board, Board)
    return board


def classic() -> Board:
    """The start that is known best."""
    return board_of(f"family: klotski\n{CLASSIC}")


def rows_of(board: Board) -> list[str]:
    """The letters of a board, row by row."""
    rows, columns = board.shape
    grid = [["."] * columns for _ in range(rows)]
    for piece in board.pieces:
        for r in range(piece.row, piece.row + piece.height):
            for c in range(piece.column, piece.column + piece.width):
                grid[r][c] = piece.name
    return ["".join(row) for row in grid]


__all__ = ["CLASSIC", "METRICS", "SMALL", "STARTS", "Board", "Layout", "board_named", "board_of", "classic", "rows_of"]
