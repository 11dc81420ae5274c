"""Boards and goals: read, refused with an error, written."""

from __future__ import annotations

import pytest

import hashicnf
from hashicnf.families.klotski.board import Goal
from hashicnf.families.klotski.plans import write
from tests.families.klotski.boards import CLASSIC, board_of, classic, rows_of


def test_the_classic_board() -> None:
    board = classic()
    assert board.shape == (5, 4)
    assert board.goal == Goal("A", 3, 1)
    assert (board.blanks, len(board.pieces)) == (2, 10)
    assert sorted(piece.shape for piece in board.pieces) == ["1x1"] * 4 + ["1x2"] + ["2x1"] * 4 + ["2x2"]
    assert rows_of(board) == CLASSIC.split()
    assert hashicnf.parse(f"family: klotski\n{CLASSIC}").size == {"cells": 20, "pieces": 10, "blanks": 2}


@pytest.mark.parametrize("blank", ".0_")
def test_blank_cells(blank: str) -> None:
    assert board_of(f"family: klotski\n{CLASSIC.replace('.', blank)}") == classic()


def test_the_usual_goal_is_not_written_and_any_other_is() -> None:
    assert board_of(f"family: klotski\ngoal: A at 3,1\n{CLASSIC}") == classic()
    for goal in ("A at 3,0", "B at 3,1", "G  at  4 , 0"):
        puzzle = hashicnf.parse(f"family: klotski\ngoal: {goal}\n{CLASSIC}")
        shown = "goal: " + goal.replace("  ", " ").replace(" ,", ",").replace(", ", ",")
        assert puzzle.lines[:2] == ["family: klotski", shown]
        assert hashicnf.parse(puzzle.text) == puzzle


@pytest.mark.parametrize(
    ("goal", "rows"),
    [
        ("B at 1,1", "AAB\n..."),  # in the middle, but not the largest
        ("A at 1,0", "AAB\n..."),  # as near to the middle as it can lie, which no file means by exit
        ("A at 1,1", "A.B\n..."),  # one of two that are the largest
        ("A at 0,0", "AA\n.."),  # above the bottom row
    ],
)
def test_a_goal_that_exit_does_not_name_is_written(goal: str, rows: str) -> None:
    puzzle = hashicnf.parse(f"family: klotski\ngoal: {goal}\n{rows}\n")
    assert puzzle.lines[1] == f"goal: {goal}"
    assert hashicnf.parse(puzzle.text) == puzzle


@pytest.mark.parametrize(
    ("text", "place", "message", "expected"),
    [
        ("AAB\nA.B", (3, 1), "the cells of 'A' are no rectangle", "a letter of its own for each piece"),
        ("AB\nBA", (3, 1), "the cells of 'B' are no rectangle", "a letter of its own for each piece"),
        ("  # a comment\n AB.A\n\n", (3, 5), "the cells of 'A' are no rectangle", "a letter of its own"),
        ("A?\n", (2, 2), "'?' does not belong here", "a letter for each piece, . or 0 for a blank cell"),
        ("A.\nA3\n", (3, 2), "'3' does not belong here", "a letter for each piece"),
        ("..\n..\n", (2, 1), "a board without pieces", "a letter for each piece"),
        ("AA.\n\nBB.\n", (4, 1), "a second grid", "or a line --- between puzzles"),
        (".AAB\n.AAB\nCCBB\n", (4, 3), "the cells of 'B' are no rectangle", "a letter of its own"),
        (".A\n.B\n", (2, 2), "2 pieces are the largest: the goal must be written", "goal: A at 3,1"),
        (".AA\n", (2, 2), "piece A cannot lie in the middle of the bottom row", "goal: A at 3,1"),
        ("goal: Q at 0,0\n.AA\n", (2, 7), "no piece is named 'Q'", "one of A"),
        (
            "goal: A at 0,2\n.AA\n",
            (2, 12),
            "piece A does not fit there",
            "a place from 0,0 to 0,1: row,column, counted from 0",
        ),
        (
            "goal: A at 1,0\n.AA\n",
            (2, 12),
            "piece A does not fit there",
            "a place from 0,0 to 0,1: row,column, counted from 0",
        ),
        (
            "goal: A 1,0\n.AA\n",
            (2, 7),
            "cannot read 'A 1,0' as goal",
            "exit, or a piece and a place, row and column from 0: A at 3,1",
        ),
    ],
)
def test_wrong_boards_are_refused_where_they_are_wrong(
    text: str, place: tuple[int, int], message: str, expected: str
) -> None:
    with pytest.raises(hashicnf.InputError) as caught:
        hashicnf.parse(f"family: klotski\n{text}")
    assert (caught.value.line, caught.value.column) == place
    assert caught.value.message.startswith(message)
    assert expected in (caught.value.expected or "")


def test_a_goal_piece_among_pieces_of_its_shape() -> None:
    board = board_of("family: klotski\ngoal: A at 0,2\nAB.\n")
    assert hashicnf.solve(hashicnf.parse("family: klotski\ngoal: A at 0,2\nAB.\n")).verdict == hashicnf.Unsat()
    assert board.goal.name == "A"
    answer = hashicnf.solve(hashicnf.parse("family: klotski\ngoal: A at 0,2\nAB.\n...\n"))
    assert answer.plan is not None
    assert isinstance(answer.solution, tuple)
    assert write(answer.solution).count("\n") == answer.plan.length


def test_a_full_board_says_why_it_is_unsolvable() -> None:
    puzzle = hashicnf.parse("family: klotski\ngoal: A at 0,1\nAB\n")
    assert puzzle.impossible == "there is no blank cell"
    assert isinstance(hashicnf.solve(puzzle).verdict, hashicnf.Unsat)
    assert hashicnf.solve(hashicnf.parse("family: klotski\ngoal: A at 0,0\nAB\n")).solution == ()
