"""The checker: correct solutions pass, and errors are reported with their places."""

from __future__ import annotations

import numpy as np
import pytest

import hashicnf
from hashicnf.families.sudoku.board import Grid
from tests.families.sudoku.boards import EASY, SOLVED, grid_of, puzzle


def test_a_right_solution_has_nothing_to_report() -> None:
    assert puzzle(EASY).check(grid_of(SOLVED)) == []


@pytest.mark.parametrize(
    ("place", "number", "rules", "message"),
    [
        ((0, 0), 6, {"given", "row", "column", "box"}, "row 1, column 1 holds 6, and 5 is given"),
        ((0, 2), 0, {"cell"}, "the cell at row 1, column 3 is empty"),
        ((0, 2), 10, {"cell"}, "the cell at row 1, column 3 holds 10, which is not from 1 to 9"),
        ((0, 2), -1, {"cell"}, "the cell at row 1, column 3 holds -1, which is not from 1 to 9"),
        (
            (8, 6),
            2,
            {"row", "column", "box"},
            "column 7 holds 2 more than once: at row 7, column 7 and row 9, column 7",
        ),
        ((0, 2), 3, {"row", "column", "box"}, "row 1 holds 3 more than once: at row 1, column 2 and row 1, column 3"),
    ],
)
def test_a_wrong_number_is_named(place: tuple[int, int], number: int, rules: set[str], message: str) -> None:
    cells = grid_of(SOLVED).cells.copy()
    cells[place] = number
    found = puzzle(EASY).check(Grid(cells))
    assert {broken.rule for broken in found} == rules
    assert message in [broken.message for broken in found]
    assert all(place in broken.cells for broken in found)


def test_of_many_broken_rules_the_first_are_listed() -> None:
    cells = grid_of(SOLVED).cells.copy()
    cells.flat[[at for at, given in enumerate(EASY) if given == "."][:20]] = 0
    assert [broken.rule for broken in puzzle(EASY).check(Grid(cells))] == ["cell"] * 20
    found = puzzle(EASY).check(Grid(np.zeros((9, 9), dtype=np.int32)))
    assert [broken.rule for broken in found] == ["cell"] * 21 + ["given"] * 21
    assert found[21].message == "row 1, column 1 holds nothing, and 5 is given"
    assert (found[20].message, found[41].message) == ("and 61 more places", "and 10 more places")


def test_a_grid_of_another_size_is_refused() -> None:
    (found,) = puzzle(EASY).check(Grid(np.ones((4, 4), dtype=np.int32)))
    assert (found.rule, found.message) == ("shape", "a grid of 9 x 9 numbers is wanted")


def test_boxes_and_diagonals_are_those_of_the_board() -> None:
    text = "123456\n456123\n231564\n564231\n312645\n645312\n"
    wide, tall = (hashicnf.parse(f"family: sudoku\nboxes: {box}\n{text}") for box in ("2x3", "3x2"))
    grid = grid_of(text.replace("\n", ""), 6)
    assert wide.check(grid) == []
    assert {broken.rule for broken in tall.check(grid)} == {"box"}
    assert "the box of rows 1 to 3, columns 1 to 2 holds 2 more than once" in tall.check(grid)[0].message
    crossed = hashicnf.parse(f"family: sudoku\ndiagonals: yes\n{text}")
    found = crossed.check(grid)
    assert {broken.rule for broken in found} == {"diagonal"}
    assert any(broken.message.startswith("the rising diagonal holds ") for broken in found)
