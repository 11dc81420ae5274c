"""Boards and settings: shapes of boxes, sides without boxes, numbers that are too large, and the places of errors."""

from __future__ import annotations

import numpy as np
import pytest

import hashicnf
from hashicnf.core.flaws import TooFew
from hashicnf.families.sudoku.board import units, usual_box
from hashicnf.refuting.by_counting import why_unsolvable
from tests.families.sudoku.boards import EASY, board_of, empty, puzzle


@pytest.mark.parametrize(
    ("side", "box"),
    [
        (4, (2, 2)),
        (6, (2, 3)),
        (8, (2, 4)),
        (9, (3, 3)),
        (12, (3, 4)),
        (25, (5, 5)),
        (36, (6, 6)),
        (7, None),
        (1, None),
    ],
)
def test_the_usual_box_is_nearest_to_a_square(side: int, box: tuple[int, int] | None) -> None:
    assert usual_box(side) == box


@pytest.mark.parametrize(("text", "box"), [("3x2", (3, 2)), ("2 x 3", (2, 3)), ("auto", (2, 3)), ("AUTO", (2, 3))])
def test_boxes_are_read(text: str, box: tuple[int, int]) -> None:
    board = board_of(hashicnf.parse(f"family: sudoku\nboxes: {text}\n" + "......\n" * 6))
    assert board.box == box


def test_units_hold_every_cell_once_for_each_kind() -> None:
    board = board_of(hashicnf.parse("family: sudoku\nboxes: 3x2\ndiagonals: yes\n" + "......\n" * 6))
    found = units(board)
    assert {kind: cells.shape for kind, cells in found.items()} == {
        "row": (6, 6),
        "column": (6, 6),
        "box": (6, 6),
        "diagonal": (2, 6),
    }
    for kind in ("row", "column", "box"):
        assert sorted(found[kind].ravel().tolist()) == list(range(36))
    assert found["box"][1].tolist() == [2, 3, 8, 9, 14, 15]
    assert found["diagonal"].tolist() == [[0, 7, 14, 21, 28, 35], [5, 10, 15, 20, 25, 30]]


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "expected"),
    [
        ("....\n....\n....\n", 2, 1, "3 x 4 cells are no sudoku", "as many rows as columns, from 4 to 36"),
        ("...\n...\n...\n", 2, 1, "3 x 3 cells are no sudoku", "as many rows as columns, from 4 to 36"),
        (".....\n" * 5, 2, 1, "5 x 5 cells have no boxes", "a side that is a product, such as 6 or 9"),
        ("....\n..5.\n....\n....\n", 3, 3, "the number 5 is too large", "numbers from 1 to 4"),
        (
            ". . . .\n. 124 . .\n. . . .\n. . . .\n",
            3,
            3,
            "124 looks like the candidates of a cell",
            "one number from 1",
        ),
        ("# a\n. . . .\n\t. , 17 . .\n. . . .\n. . . .\n", 4, 6, "the number 17 is too large", "numbers from 1 to 4"),
        ("boxes: 3x3\n....\n....\n....\n....\n", 2, 8, "a box of 3 x 3 cells does not hold 4 numbers", "two numbers"),
        ("boxes: 0x4\n....\n....\n....\n....\n", 2, 8, "cannot read '0x4' as boxes", "rows, x, columns, such as 2x3"),
        ("....\n....\n\n....\n....\n", 5, 1, "a second grid: a sudoku has one", "no empty line between rows"),
    ],
)
def test_what_is_no_board_is_an_error_where_it_is(
    text: str, line: int, column: int, message: str, expected: str
) -> None:
    with pytest.raises(hashicnf.InputError) as caught:
        hashicnf.parse(f"family: sudoku\n{text}")
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.message == message
    assert str(caught.value.expected).startswith(expected)


def test_boards_up_to_36_are_written_in_native_text() -> None:
    for side in (4, 9, 12, 36):
        board = empty(side)
        assert hashicnf.parse(hashicnf.convert(board)) == board
    assert hashicnf.puzzle(np.zeros((6, 6), dtype=int), "sudoku", boxes="3x2").lines[1] == "boxes: 3x2"


def test_statistics_and_reprs() -> None:
    easy = puzzle(EASY)
    assert easy.size == {"rows": 9, "columns": 9, "cells": 81, "givens": 30}
    assert repr(easy.board) == "<board of 9 x 9 cells: 30 givens>"
    assert repr(hashicnf.solve(easy).solution) == "<grid of 9 x 9 numbers>"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("11..\n....\n....\n....\n", "row 1 is given 1 more than once: at row 1, column 1 and row 1, column 2"),
        ("1...\n....\n1...\n....\n", "column 1 is given 1 more than once: at row 1, column 1 and row 3, column 1"),
        ("1...\n.1..\n....\n....\n", "the box of rows 1 to 2, columns 1 to 2 is given 1 more than once: at"),
    ],
)
def test_givens_that_clash_are_named(text: str, why: str) -> None:
    board = hashicnf.parse(f"family: sudoku\n{text}")
    assert board.impossible is not None
    assert board.impossible.startswith(why)
    for method in ("cdcl", "dpll", "candidates", "backtracking", "astar"):
        assert isinstance(hashicnf.solve(board, method=method).verdict, hashicnf.Unsat), method


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("..41\n3...\n....\n1.24\n", "no number is left for row 2, column 3"),
        ("32..\n....\n..3.\n..2.\n", "row 2, column 4 would hold two numbers"),
        (".4..\n.1..\n1.3.\n3...\n", "column 1 has no place left for 4"),
        ("32.1\n....\n...2\n...3\n", "the box of rows 1 to 2, columns 3 to 4 would hold 4 twice"),
    ],
)
def test_where_propagation_ends_is_the_reason(text: str, why: str) -> None:
    board = hashicnf.parse(f"family: sudoku\n{text}")
    assert board.impossible is None
    assert why_unsolvable(board) == why
    assert isinstance(hashicnf.solve(board).verdict, hashicnf.Unsat)
    assert board.why_refuted(TooFew("cell", 3, 4, 5)) is None


def test_the_diagonals_count_only_where_they_are_asked_for() -> None:
    text = "1...\n..1.\n....\n...1\n"
    assert hashicnf.parse(f"family: sudoku\n{text}").impossible is None
    crossed = hashicnf.parse(f"family: sudoku\ndiagonals: yes\n{text}")
    assert str(crossed.impossible).startswith("the falling diagonal is given 1 more than once")
