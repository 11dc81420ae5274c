"""Boards: built from documents, written back, refused with errors; and whether the goal can be reached."""

from __future__ import annotations

from itertools import permutations

import pytest

import hashicnf
from hashicnf.families.tiles.board import Board
from hashicnf.families.tiles.parity import impossible
from tests.families.tiles.boards import board, in_rows, puzzle
from tests.oracles import tiles


def test_goals_and_ways_to_write_them() -> None:
    assert board("12\n3.").goal == (1, 2, 3, 0)
    assert board("12\n3.", "goal: blank-first").goal == (0, 1, 2, 3)
    assert board("12\n3.\n\n.3\n12").goal == (0, 3, 1, 2)
    assert board("1 2\n_ 3") == board("12\n03") == board("1,2\n.,3")
    assert puzzle("12\n3.\n\n12\n3.") == puzzle("12\n3.")
    assert puzzle("12\n3.\n\n.1\n23").lines == ["family: tiles", "goal: blank-first", "12", "3."]
    assert puzzle("12\n3.\n\n.3\n21").lines == ["family: tiles", "12", "3.", "", ".3", "21"]


@pytest.mark.parametrize(
    ("rows", "line", "column", "message"),
    [
        ("12\n32", 3, 2, "tile 2 again"),
        ("12\n..", 3, 2, "a second blank"),
        ("12\n4.", 3, 1, "no tile 4 on 4 cells"),
        ("12\n?.", 3, 1, "a tile without a number"),
        ("1 2 # 5\n# a comment\n.  1", 4, 4, "tile 1 again"),
        ("12\n3.\n\n12\n33", 6, 2, "tile 3 again"),
        ("12\n3.\n\n12", 5, 1, "the goal has 1 row of 2 cells, the start 2"),
        ("12\n3.\n\n12\n3.\n\n12\n3.", 8, 1, "a third board"),
        ("10 2\n3 .", 2, 1, "no tile 10 on 4 cells"),
        ("12\n3.\n.1\n23", 4, 1, "a second board begins here"),
    ],
)
def test_what_is_no_board_is_refused_where_it_is_wrong(rows: str, line: int, column: int, message: str) -> None:
    with pytest.raises(hashicnf.InputError) as caught:
        puzzle(rows)
    assert (caught.value.line, caught.value.column, caught.value.message) == (line, column, message)


def test_two_goals_are_refused_at_the_setting() -> None:
    with pytest.raises(hashicnf.InputError, match="two goals") as caught:
        puzzle("12\n3.\n\n.1\n23", "goal: blank-last")
    assert (caught.value.line, caught.value.column) == (2, 1)


def test_large_boards_are_refused() -> None:
    with pytest.raises(hashicnf.InputError, match="a board with 257 cells"):
        puzzle(" ".join(map(str, range(257))))


@pytest.mark.parametrize(
    ("columns", "goal"),
    [
        (2, (1, 2, 3, 0)),
        (2, (0, 3, 1, 2)),
        (3, (1, 2, 3, 4, 5, 0)),
        (3, (4, 0, 2, 1, 3, 5)),
        (2, (5, 1, 0, 2, 3, 4)),
        (6, (1, 2, 3, 4, 5, 0)),
        (1, (1, 0, 2, 3, 4)),
        (1, (0,)),
    ],
)
def test_the_parity_test_is_right_for_every_position_of_small_boards(columns: int, goal: tuple[int, ...]) -> None:
    reached = tiles.distances(goal, columns)
    for start in permutations(goal):
        why = impossible(Board((len(goal) // columns, columns), start, goal))
        assert (why is None) == (start in reached)
        assert why is None or "single" in why or "swap" in why


@pytest.mark.parametrize("method", ["idastar", "astar", "cdcl", "dpll", "dfs", "iddfs"])
def test_unsolvable_boards_are_answered_at_once(method: str) -> None:
    rows = in_rows((*range(1, 14), 15, 14, 0), 4)
    answer = hashicnf.solve(puzzle(rows), method=method)
    assert isinstance(answer.verdict, hashicnf.Unsat)
    assert "the goal is an odd number of swaps of tiles away" in (puzzle(rows).impossible or "")
    assert "single row" in (puzzle("2.1").impossible or "")
