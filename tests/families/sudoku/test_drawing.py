"""Drawings: their exact text, and the texts that reading refuses."""

from __future__ import annotations

import json
from itertools import islice, pairwise

import numpy as np
import pytest

import hashicnf
from hashicnf.core.picture import Text
from hashicnf.families.sudoku.board import Board, Grid
from hashicnf.families.sudoku.draw.shades import _numbers, _tenths
from hashicnf.pictures.wrapping import width_of
from tests.families.sudoku.boards import EASY, SOLVED, empty, grid_of, puzzle

SMALL = hashicnf.parse("family: sudoku\n1...\n..3.\n.4..\n...2\n")
WIDE = hashicnf.parse("family: sudoku\nboxes: 2x3\n1.....\n......\n......\n......\n......\n.....6\n")


def test_how_they_look() -> None:
    assert SMALL.draw(None, "unicode").splitlines() == [
        "┌─────┬─────┐",
        "│ 1 · │ · · │",
        "│ · · │ 3 · │",
        "├─────┼─────┤",
        "│ · 4 │ · · │",
        "│ · · │ · 2 │",
        "└─────┴─────┘",
    ]
    assert SMALL.draw(None, "ascii").splitlines()[:4] == [
        "+-----+-----+",
        "| 1 . | . . |",
        "| . . | 3 . |",
        "+-----+-----+",
    ]
    assert SMALL.draw(None, "line") == "1.....3..4.....2\n"
    assert SMALL.draw(None, "csv") == "1,0,0,0\n0,0,3,0\n0,4,0,0\n0,0,0,2\n"
    assert json.loads(SMALL.draw(None, "json")) == [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
    assert WIDE.draw(None, "ascii").splitlines()[2:5] == ["| . . . | . . . |", "+-------+-------+", "| . . . | . . . |"]
    assert empty(16).draw(None, "ascii").splitlines()[1].startswith("|  .  .  .  . |  .")


@pytest.mark.parametrize("style", ["unicode", "ascii", "line", "csv", "json"])
@pytest.mark.parametrize("side", [4, 6, 9, 16, 25])
def test_grids_of_every_side_are_read_back(side: int, style: str) -> None:
    board = empty(side)
    rng = np.random.default_rng(side)
    for grid in (rng.integers(0, side + 1, (side, side)), np.full((side, side), side)):
        drawn = Grid(grid.astype(np.int32))
        for text in (board.draw(drawn, style), "\n" + board.draw(drawn, style).replace("\n", "\r\n") + "\n"):
            assert board.read(text, "drawing") == drawn


def test_wrong_numbers_are_drawn_and_read_too() -> None:
    wrong = Grid(np.full((4, 4), 123, dtype=np.int32))
    for style in ("unicode", "ascii", "csv", "json"):
        assert SMALL.read(SMALL.draw(wrong, style), "drawing") == wrong
    with pytest.raises(hashicnf.UsageError, match="the style line cannot show numbers above 35"):
        SMALL.draw(wrong, "line")


def test_the_json_of_solve_is_rows_and_reads_back() -> None:
    easy = puzzle(EASY)
    data = easy.as_data(grid_of(SOLVED))
    assert data == grid_of(SOLVED).rows
    assert easy.from_data(data, "data") == grid_of(SOLVED)
    assert easy.read(json.dumps({"status": "solved", "solution": data}), "out") == grid_of(SOLVED)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", None, None, "the file is empty"),
        (" \n\n", 1, None, "the file has only blank lines"),
        ("1 2 3 4\n3 4 1 x2\n2 1 4 3\n4 3 2 1\n", 2, 7, "'x2' does not belong here"),
        ("1234\n34!2\n2143\n4321\n", 2, 3, "'!' does not belong here"),
        ("1234\n341\n2143\n4321\n", 2, 4, "this row has 3 cells"),
        ("1234\n34122\n2143\n4321\n", 2, 5, "this row has 5 cells"),
        ("1234\n3412\n2143\n", None, None, "the drawing has 3 rows"),
        ("12345678\n", None, None, "the drawing has 1 row"),
        ("[[1, 2], [3]]", None, None, "this is no grid"),
        ("{}", None, None, "this is no grid"),
        ("[[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,true]]", None, None, "row 4, column 4 is no number: true"),
        ("[[1,2,", 1, 7, "this is no JSON: Expecting value"),
    ],
)
def test_what_is_no_drawing(text: str, line: int | None, column: int | None, message: str) -> None:
    with pytest.raises(hashicnf.InputError) as caught:
        SMALL.read(text, "drawing")
    assert (caught.value.line, caught.value.column, caught.value.message) == (line, column, message)


@pytest.mark.parametrize("style", [*SMALL.rules.styles, "picture"])
def test_a_solution_of_another_size_is_not_drawn(style: str) -> None:
    small = grid_of("1221", 2)
    with pytest.raises(hashicnf.InputError, match="a grid of 2 x 2 numbers"):
        SMALL.picture(small) if style == "picture" else SMALL.draw(small, style)


def test_shares_have_rows_and_columns_in_the_middle_of_their_cells() -> None:
    found = hashicnf.count(hashicnf.parse("family: sudoku\n12..\n34..\n2143\n4321\n"), shares=True)
    assert found.marginals is not None
    layout = found.marginals.layout()
    lines = layout.text.split("\n")
    around = [[lines[row][column - 1 : column + 2].strip() for column in layout.columns] for row in layout.rows]
    assert around == [["1", "2", "3", "4"], ["3", "4", "1", "2"], ["2", "1", "4", "3"], ["4", "3", "2", "1"]]
    assert "of the solutions" not in layout.text
    assert found.marginals.layout(10).rows == ()


def test_shares_are_shades_behind_the_numbers() -> None:
    puzzle = hashicnf.parse("family: sudoku\n12..\n34..\n....\n....\n")
    found = hashicnf.count(puzzle, shares=True)
    assert found.marginals is not None
    assert found.marginals.draw().splitlines()[:6] == [
        "┌───────────┬───────────┐",
        "│           │           │",
        "│  1    2   │ 3▒4▒ 3▒4▒ │",
        "│           │           │",
        "│           │ 1▒2▒ 1▒2▒ │",
        "│  3    4   │           │",
    ]
    assert found.marginals.draw(20).splitlines()[0] == "row 1, column 3: 3 ▒ 50.00%, 4 ▒ 50.00%"
    texts = [shape for shape in found.marginals.picture().shapes if isinstance(shape, Text)]
    assert sorted(shape.text for shape in texts if shape.bold) == ["1", "2", "3", "4"]
    assert {shape.paint.opacity for shape in texts if not shape.bold} < {_tenths(n).opacity for n in range(11)}


@pytest.mark.parametrize("box", [(3, 3), (4, 4), (2, 5), (4, 3), (6, 6)])
def test_small_numbers_of_shares_do_not_overlap(box: tuple[int, int]) -> None:
    side = box[0] * box[1]
    shapes = _numbers(Board(np.zeros((side, side), dtype=np.int32), box), np.full((side, side, side), 0.5), 0)
    texts = [shape for shape in islice(shapes, side) if isinstance(shape, Text)]
    assert [shape.text for shape in texts] == [str(number) for number in range(1, side + 1)]
    for left, right in pairwise(texts):
        if left.y == right.y:
            half = (width_of(left.text, left.size) + width_of(right.text, right.size)) / 2
            assert left.x + half < right.x
        else:
            assert left.y + left.size <= right.y
