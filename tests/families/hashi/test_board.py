"""Boards as arrays, compared with the same board computed from the grid cell by cell."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hashicnf.families.hashi.board import Board, Solution, solution_of
from tests.oracles import hashi
from tests.oracles.puzzles import Counts, counts_of, puzzle_of

GRIDS = {
    "empty": "...",
    "one": ".1.",
    "touching": "11 11",
    "far apart": "1....1",
    "behind another": "1.2.1",
    "crossing": "22. 2.1 .1.",
    "many crossings": ".1.1. 1...1 .1.1. 1...1 .1.1.",
    "one crossed by two": ".1.1. 1...1 .1.1.",
    "unknown": "?.? ... ?.?",
    "column": "1 . ? . 2",
}


def random_grids() -> list[hashi.Grid]:
    rng = random.Random(2)
    sizes = [(rng.randint(1, 9), rng.randint(1, 9), rng.choice([0.1, 0.3, 0.6, 1.0])) for _ in range(120)]
    return [
        [[rng.choice([-1, 1, 2, 8]) if rng.random() < share else 0 for _ in range(columns)] for _ in range(rows)]
        for rows, columns, share in sizes
    ]


EVERY = [*map(hashi.drawn, GRIDS.values()), *random_grids()]


def board_of(grid: hashi.Grid, most: int = 2) -> Board:
    board = puzzle_of(grid, most).board
    assert isinstance(board, Board)
    return board


def test_islands_are_in_reading_order_and_keep_their_numbers() -> None:
    for grid in EVERY:
        board = board_of(grid)
        places = list(zip(board.row.tolist(), board.column.tolist(), strict=True))
        assert places == hashi.islands(grid)
        assert board.clue.tolist() == [grid[r][c] for r, c in places]
        assert board.cells().tolist() == grid
        assert board.shape == (len(grid), len(grid[0]))


def test_edges_are_the_pairs_that_see_each_other() -> None:
    for grid in EVERY:
        board = board_of(grid)
        assert board.edge.tolist() == [list(pair) for pair in hashi.pairs(grid)]
        rows = [board.row[pair] for pair in board.edge]
        assert board.horizontal.tolist() == [bool(u == v) for u, v in rows]


def test_crossings_are_the_cells_that_two_edges_pass_over() -> None:
    crossed = 0
    for grid in EVERY:
        board = board_of(grid)
        found = [tuple(pair) for pair in board.crossing.tolist()]
        assert {frozenset(pair) for pair in found} == {frozenset(pair) for pair in hashi.crosses(grid)}
        assert len(set(found)) == len(found)
        assert all(board.horizontal[h] and not board.horizontal[v] for h, v in found)
        crossed += len(found)
    assert crossed > 50


def test_arrays_are_as_promised() -> None:
    for grid in EVERY:
        board = board_of(grid)
        for array in (board.row, board.column, board.clue, board.edge, board.crossing):
            assert array.dtype == np.int32
        assert board.horizontal.dtype == np.bool_
        assert board.edge.shape == (board.edges, 2)
        assert board.crossing.ndim == 2
        assert board.crossing.shape[1] == 2


@pytest.mark.parametrize(
    ("text", "most", "load"),
    [
        ("11", 2, 1),
        ("1.1 ... 1.1", 4, 1),
        ("2.2", 2, 2),
        ("3.3", 2, 2),
        ("3.3", 5, 3),
        ("1?", 2, 2),
        ("?.?", 5, 5),
        ("..", 3, 1),
        ("9.9", 1, 1),
    ],
)
def test_no_edge_carries_more_than_the_largest_number(text: str, most: int, load: int) -> None:
    assert board_of(hashi.drawn(text), most).load == load


def test_a_smaller_load_loses_no_solution() -> None:
    for text in ("11", "3.3", "2.1 ... 1.?", "1?1"):
        grid = hashi.drawn(text)
        load = board_of(grid, 4).load
        assert list(hashi.every_choice(grid, 4)) == list(hashi.every_choice(grid, load))


def test_bridges_per_edge_and_bridges_by_place_say_the_same() -> None:
    rng = random.Random(4)
    for grid in EVERY:
        board = board_of(grid)
        counts: Counts = tuple(rng.randint(0, 2) for _ in range(board.edges))
        solution = solution_of(board, np.array(counts, dtype=np.int32))
        assert isinstance(solution, Solution)
        assert counts_of(grid, solution) == counts
        assert len(solution.bridges) == sum(k > 0 for k in counts)
        assert solution.bridges.dtype == np.int32
        assert solution.bridges.shape[1] == 5
