"""The published table of 3 x 3 boards: its correct figures, and its wrong ones."""

from __future__ import annotations

import pytest

import hashicnf
from tests.families.tiles.boards import PUBLISHED, Published, board, positions, puzzle
from tests.oracles import tiles

NAMED = pytest.mark.parametrize("row", PUBLISHED.values(), ids=PUBLISHED)


@NAMED
def test_the_estimates_of_the_start(row: Published) -> None:
    space = positions(row.rows)
    (start,) = space.space.initial()
    for name in ("manhattan", "hamming", "m3h"):
        assert space.heuristics[name].estimate(start) == getattr(row, name)


@NAMED
@pytest.mark.parametrize("method", ["astar", "idastar"])
def test_the_optimum(row: Published, method: str) -> None:
    answer = hashicnf.solve(puzzle(row.rows), method=method, heuristic="manhattan")
    assert answer.plan is not None
    assert (answer.plan.length, answer.plan.optimal) == (row.optimum, True)


@NAMED
def test_greedy_depth_first_search_in_the_order_left_right_up_down(row: Published) -> None:
    """The table has 243 for the last board; with ties broken in the stated order it is 233."""
    answer = hashicnf.solve(puzzle(row.rows), method="greedydfs", heuristic="m3h")
    assert answer.plan is not None
    assert (answer.plan.length, answer.plan.optimal) == (row.greedy, False)


def test_depth_first_search_on_the_first_board_takes_29_slides_and_not_27() -> None:
    answer = hashicnf.solve(puzzle(PUBLISHED["trivial"].rows), method="dfs")
    assert answer.plan is not None
    assert answer.plan.length == 29


def test_iterative_deepening_from_an_estimate_that_is_too_high_loses_the_optimum() -> None:
    answer = hashicnf.solve(puzzle(PUBLISHED["medium"].rows), method="iddfs", heuristic="m3h")
    assert answer.plan is not None
    assert (answer.plan.length, answer.plan.optimal) == (24, False)
    answer = hashicnf.solve(puzzle(PUBLISHED["medium"].rows), method="iddfs", heuristic="manhattan")
    assert answer.plan is not None
    assert (answer.plan.length, answer.plan.optimal) == (14, True)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "length"), [("farthest", 39), ("as far", 41)])
def test_the_starred_lengths_of_iterative_deepening(name: str, length: int) -> None:
    """The table has 41 for both."""
    answer = hashicnf.solve(puzzle(PUBLISHED[name].rows), method="iddfs", heuristic="m3h")
    assert answer.plan is not None
    assert (answer.plan.length, answer.plan.optimal) == (length, False)


def test_181440_positions_the_farthest_31_slides_away_and_two_of_them() -> None:
    every = tiles.distances((1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
    assert len(every) == 181_440
    assert max(every.values()) == 31
    far = {cells for cells, steps in every.items() if steps == 31}
    assert far == {board(PUBLISHED[name].rows).start for name in ("farthest", "as far")}


@pytest.mark.parametrize(
    ("rows", "columns", "count"), [(2, 2, 12), (2, 3, 360), (3, 2, 360), (2, 4, 20_160), (1, 5, 5), (5, 1, 5)]
)
def test_half_of_all_positions_can_be_reached_but_in_a_line_only_as_many_as_cells(
    rows: int, columns: int, count: int
) -> None:
    cells = rows * columns
    assert len(tiles.distances((*range(1, cells), 0), columns)) == count


@pytest.mark.parametrize("method", ["idastar"])
def test_a_board_of_korf_that_is_often_copied_with_a_wrong_length(method: str) -> None:
    """Board 16 needs 42 slides; some copies of the list say 44."""
    board = hashicnf.parse("16: 1 3 2 5 10 9 15 6 8 14 13 11 12 4 7 0\n")
    assert board.family == "tiles"
    answer = hashicnf.solve(board, method=method, heuristic="walking-distance")
    assert answer.plan is not None
    assert (answer.plan.length, answer.plan.optimal) == (42, True)
