"""What a family contributes to its conformance suite: small puzzles, and their solutions found in another way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from hashicnf.families import Puzzle
from hashicnf.families.klotski.board import Board as Klotski
from hashicnf.families.sudoku.board import Board as Sudoku
from hashicnf.families.sudoku.board import Grid
from hashicnf.families.tiles.board import Board as Tiles
from hashicnf.testing.oracle import Oracle
from outside_puzzles import latin, sliding
from tests.oracles import hashi, klotski, sudoku, tiles
from tests.oracles.puzzles import board_of, solution_of


def latin_board(puzzle: Puzzle) -> latin.Board:
    assert isinstance(puzzle.board, latin.Board)
    return puzzle.board


def sliding_board(puzzle: Puzzle) -> sliding.Board:
    assert isinstance(puzzle.board, sliding.Board)
    return puzzle.board


def _klotski(puzzle: Puzzle, metric: str) -> int | None:
    rows = [line for line in puzzle.lines if ":" not in line]
    board = puzzle.board
    assert isinstance(board, Klotski)
    return klotski.distances(rows, board.goal, metric)[1]


def _hashi(puzzle: Puzzle) -> list[Any]:
    board = board_of(puzzle)
    grid = board.cells().tolist()
    found = hashi.solutions(grid, board.max_bridges, loops=board.loops)
    return [solution_of(grid, counts) for counts in found]


def _tiles(puzzle: Puzzle, _: str) -> int | None:
    board = puzzle.board
    assert isinstance(board, Tiles)
    return tiles.shortest(board.start, board.goal, board.shape[1])


def _sudoku(puzzle: Puzzle) -> list[Any]:
    board = puzzle.board
    assert isinstance(board, Sudoku)
    found = sudoku.solutions(board.givens.tolist(), board.box, diagonals=board.diagonals)
    return [Grid(np.array(rows, dtype=np.int32)) for rows in found]


ORACLES: Final[Mapping[str, Oracle]] = {
    "hashi": Oracle(
        (
            "2.2\n...\n2.2\n",
            "1.1\n",
            "2.3.1\n.....\n?.2..\n",
            "loops: no\n2.3\n...\n1.2\n",
            "max-bridges: 3\n3.3\n",
            "?.?\n",
            "1.2\n",
        ),
        solutions=_hashi,
    ),
    "klotski": Oracle(
        (
            "family: klotski\ngoal: A at 0,1\nA.B\n",
            "family: klotski\ngoal: A at 0,1\nAB\n",
            "family: klotski\n.BB.\n.AA.\n.AA.\n",
            "family: klotski\ngoal: A at 0,2\nAA..\nAA..\n",
            "family: klotski\ngoal: C at 0,0\n.AAA\nBC..\n",
            "family: klotski\ngoal: a at 1,1\nabb\n.c.\n",
            "family: klotski\ngoal: A at 1,1\nBAA\nBAA\nC..\n",
        ),
        shortest=_klotski,
    ),
    "sudoku": Oracle(
        (
            "family: sudoku\n12.4\n..1.\n.1.3\n4.21\n",
            "family: sudoku\n12.4\n.4.2\n2.4.\n4.2.\n",
            "family: sudoku\n1214\n3412\n21..\n43..\n",
            "family: sudoku\n12.4\n3.12\n2341\n41.3\n",
            "family: sudoku\ndiagonals: yes\n1..4\n4321\n2..3\n3412\n",
            "family: sudoku\n123456\n456123\n2.156.\n5.4231\n.12645\n.45312\n",
            "family: sudoku\nboxes: 3x2\n123456\n345612\n561234\n2.4561\n43.1.5\n6.5.43\n",
            "family: sudoku\n? 2 3 4\n3 4 _ 2\n2 1 . 0\n4 3 2 1\n",
        ),
        solutions=_sudoku,
    ),
    "latin": Oracle(
        (
            "family: latin\nA.\n..\n",
            "family: latin\n...\n.B.\n...\n",
            "family: latin\ndiagonals: yes\nAB..\n....\n....\n....\n",
            "family: latin\ndiagonals: yes\n...\n...\n...\n",
            "family: latin\nAA\n..\n",
        ),
        solutions=lambda puzzle: latin.oracle(latin_board(puzzle)),
    ),
    "sliding": Oracle(
        (
            "family: sliding\n1 2\n3 .\n",
            "family: sliding\n.1\n32\n",
            "family: sliding\nblank: first\n1 2\n. 3\n",
            "family: sliding\n1.3\n425\n",
            "family: sliding\n12\n3.\n\n31\n2.\n",
            "family: sliding\n2 1\n3 .\n",
        ),
        shortest=lambda puzzle, metric: sliding.shortest(sliding_board(puzzle), metric),
    ),
    "tiles": Oracle(
        (
            "family: tiles\n12\n.3\n",
            "family: tiles\n21\n3.\n",
            "family: tiles\ngoal: blank-first\n13\n.2\n",
            "family: tiles\n1.3\n425\n",
            "family: tiles\n13\n2.\n\n.3\n12\n",
            "family: tiles\n1.23\n",
            "family: tiles\n2.13\n",
            "family: tiles\n1\n2\n.\n3\n",
            "family: tiles\n.,\n",
        ),
        shortest=_tiles,
    ),
}
