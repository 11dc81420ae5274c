"""Sudokus that are plainly unsolvable: givens that contradict each other."""

from __future__ import annotations

from hashicnf.families.sudoku.board import Board, Grid
from hashicnf.families.sudoku.check import check


def impossible(board: Board) -> str | None:
    """Return a sentence about the first unit in which a number is given twice; None if there is none."""
    clashes = (broken.message for broken in check(board, Grid(board.givens)) if broken.rule != "cell")
    return next((message.replace(" holds ", " is given ", 1) for message in clashes), None)
