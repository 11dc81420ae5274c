"""Klotski boards for the tests."""

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
# Lengths of shortest plans, in the order of METRICS.
LENGTHS = {
    "heng-dao-li-ma": (116, 90, 81),
    "bing-fen-san-lu": (92, 77, 72),
    "feng-hui-lu-zhuan": (179, 150, 138),
    "guo-wu-guan": (46, 37, 34),
    "jiang-yong-cao-ying": (101, 78, 72),
    "qi-tou-bing-jin": (85, 66, 60),
    "shui-xie-bu-tong": (114, 88, 79),
    "tao-hua-yuan-zhong": (100, 77, 70),
    "tun-bing-dong-lu": (102, 80, 71),
    "yi-lu-jin-jun": (81, 64, 58),
    "yi-lu-shun-feng": (49, 43, 39),
    "zhi-hui-ruo-ding": (100, 79, 70),
    "zuo-you-bu-bing": (78, 61, 54),
    "dads-puzzler": (83, 62, 59),
}


def board_of(text: str) -> Board:
    """Return a board from native text."""
    board = hashicnf.parse(text).board
    assert isinstance(board, Board)
    return board


def classic() -> Board:
    """Return the best-known start."""
    return board_of(f"family: klotski\n{CLASSIC}")


def rows_of(board: Board) -> list[str]:
    """Return the letters of a board, row by row."""
    rows, columns = board.shape
    grid = [["."] * columns for _ in range(rows)]
    for piece in board.pieces:
        for r in range(piece.row, piece.row + piece.height):
            for c in range(piece.column, piece.column + piece.width):
                grid[r][c] = piece.name
    return ["".join(row) for row in grid]


__all__ = [
    "CLASSIC",
    "LENGTHS",
    "METRICS",
    "SMALL",
    "STARTS",
    "Board",
    "Layout",
    "board_named",
    "board_of",
    "classic",
    "rows_of",
]


def placements(layout: Layout, wanted: int | None = None) -> list[int]:
    """List all states with the pieces of a board, reachable or not; with a cell only those with the goal's piece there."""
    return [state for state in layout.attempts(wanted) if state is not None]
