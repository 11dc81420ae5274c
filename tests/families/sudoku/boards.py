"""Sudokus with known answers, as lines of 81 cells, and helpers of the tests."""

from __future__ import annotations

import numpy as np

import hashicnf
from hashicnf.families import Puzzle
from hashicnf.families.sudoku.board import Board, Grid

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEVENTEEN = "...8.1..........435............7.8........1...2..3....6......75..34........2..6.."


def puzzle(line: str) -> Puzzle:
    return hashicnf.parse(f"{line}\n", "sdm")


def board_of(puzzle: Puzzle) -> Board:
    assert isinstance(puzzle.board, Board)
    return puzzle.board


def grid_of(line: str, side: int = 9) -> Grid:
    return Grid(np.array([*map(int, line)], dtype=np.int32).reshape(side, side))


def empty(side: int) -> Puzzle:
    return hashicnf.puzzle(np.zeros((side, side), dtype=np.int32), "sudoku")


def solution(answer: hashicnf.Answer) -> Grid:
    assert isinstance(answer.solution, Grid)
    return answer.solution
