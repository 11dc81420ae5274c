"""The checker: correct solutions pass, and errors are reported with their places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

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
    assert [broken.cells for broken in found[22:24]] == [((0, 1),), ((0, 4),)]
    assert (found[20].message, found[41].message) == ("and 61 more places", "and 10 more places")


def test_a_grid_of_another_size_is_refused() -> None:
    (found,) = puzzle(EASY).check(Grid(np.ones((4, 4), dtype=np.int32)))
    assert (found.rule, found.message) == ("shape", "a grid of 9 x 9 numbers is wanted")


@pytest.mark.parametrize(("tall", "wide", "diagonals"), [(2, 3, False), (3, 2, False), (2, 3, True)])
def test_numbers_that_change_places_are_repeated_where_the_rules_forbid_it(
    tall: int, wide: int, diagonals: bool
) -> None:
    settings = f"boxes: {tall}x{wide}\ndiagonals: {'yes' if diagonals else 'no'}\n"
    board = hashicnf.parse(f"family: sudoku\n{settings}" + "......\n" * 6)
    right = grid_of("123456456123231564564231312645645312", 6)
    assert (board.check(right) == []) == (wide == 3 and not diagonals)
    cells = [*np.ndindex(6, 6)]
    for a, b in combinations(cells, 2):
        if a[0] != b[0] and a[1] != b[1]:
            continue
        grid = right.cells.copy()
        grid[a], grid[b] = grid[b], grid[a]
        holders: dict[tuple[str, str], list[tuple[int, ...]]] = {}
        for r, c in cells:
            for rule, name in units_of(r, c, tall, wide, diagonals=diagonals):
                holders.setdefault((rule, f"{name} holds {grid[r, c]}"), []).append((r, c))
        wanted = {(*key, *sorted(places)) for key, places in holders.items() if len(places) > 1}
        found = board.check(Grid(grid))
        assert {(v.rule, v.message.split(" more than once")[0], *sorted(v.cells)) for v in found} == wanted
        assert len(found) == len(wanted)


def units_of(r: int, c: int, tall: int, wide: int, *, diagonals: bool) -> Iterator[tuple[str, str]]:
    """Yield rule and name of the row, the column, the box and the diagonals of a cell."""
    top, left = r - r % tall + 1, c - c % wide + 1
    yield "row", f"row {r + 1}"
    yield "column", f"column {c + 1}"
    yield "box", f"the box of rows {top} to {top + tall - 1}, columns {left} to {left + wide - 1}"
    if diagonals and r == c:
        yield "diagonal", "the falling diagonal"
    if diagonals and r + c == 5:
        yield "diagonal", "the rising diagonal"
