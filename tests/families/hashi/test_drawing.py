"""Drawings: every drawing reads back in every style, and a text that is no drawing is refused with the place of the error."""

from __future__ import annotations

import json
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hashicnf
from hashicnf.families.hashi.board import Solution
from hashicnf.families.hashi.draw import STYLES
from hashicnf.families.hashi.generate import generate
from hashicnf.families.hashi.generate.planting import mixture
from tests.oracles.puzzles import puzzle_of

GRID = [[2, 0, 2], [0, 0, 0], [2, 0, 2]]


@given(
    rows=st.integers(1, 7),
    columns=st.integers(1, 7),
    share=st.floats(0.2, 1),
    seed=st.integers(0, 10**6),
    most=st.integers(1, 12),
    style=st.sampled_from(list(STYLES)),
)
def test_round_trip(rows: int, columns: int, share: float, seed: int, most: int, style: str) -> None:
    if rows * columns < 2:
        columns = 2
    islands = max(2, int(share * rows * columns))
    planted = generate(rows, columns, islands, mixture(0.5, 0.5 if most > 1 else 0, most), seed=seed)
    puzzle = replace(puzzle_of([[1]]), board=planted.board)
    assert planted.solution is not None
    text = puzzle.draw(planted.solution, style)
    assert puzzle.read(text, "drawing") == planted.solution


def test_the_styles_look_like_this() -> None:
    square = puzzle_of(GRID)
    solution = hashicnf.solve(square).solution
    assert hashicnf.draw(square, solution) == "2───────2\n│       │\n│       │\n│       │\n2───────2\n"
    assert hashicnf.draw(square, solution, "ascii") == "2-------2\n|       |\n|       |\n|       |\n2-------2\n"
    assert hashicnf.draw(square, solution, "csv") == ('[ "2" , "-" , "2" ]\n[ "|" , "0" , "|" ]\n[ "2" , "-" , "2" ]\n')
    assert hashicnf.draw(square, None) == "2   ·   2\n\n·   ·   ·\n\n2   ·   2\n"
    assert hashicnf.draw(square, None, "seed") == '[ "2" , "0" , "2" ]\n[ "0" , "0" , "0" ]\n[ "2" , "0" , "2" ]\n'


@pytest.mark.parametrize(
    ("drawing", "line", "column"),
    [
        ("2───────2\n│       │\n│       │\n│        \n2───────2\n", 4, 9),
        ("2───═───2\n│       │\n│       │\n│       │\n2───────2\n", 1, 5),
        ("2───────3\n│       │\n│       │\n│       │\n2───────2\n", 1, 9),
        ("2───────2\n│   │   │\n│       │\n│       │\n2───────2\n", 2, 5),
        ("2───────2\n│       │\n│       │\n│       │\n2───────2\n│\n", 6, 1),
        ("2 - 2\n| 0 |\n2 = 3\n", 3, 5),
        ('[ "2" , "-" , "2" ]\n[ "|" , "|" , "|" ]\n[ "2" , "-" , "2" ]\n', 2, 10),
        ("2, -, 2\n|, 0\n2, -, 2\n", 2, 1),
        ('{"bridges": [}', 1, 14),
    ],
)
def test_what_is_no_drawing_is_refused_with_its_place(drawing: str, line: int, column: int) -> None:
    puzzle = puzzle_of(GRID)
    with pytest.raises(hashicnf.InputError) as caught:
        puzzle.read(drawing, "drawing")
    assert (caught.value.line, caught.value.column) == (line, column), str(caught.value)


@pytest.mark.parametrize("text", ["", "{}", '{"bridges": 3}', '{"bridges": [[1, 2]]}', "[" * 100_000, "2 - 2\n"])
def test_other_texts_are_refused(text: str) -> None:
    puzzle = puzzle_of(GRID)
    with pytest.raises(hashicnf.InputError):
        puzzle.read(text, "drawing")


@pytest.mark.parametrize(
    ("grid", "bridges", "drawing"),
    [
        ([[1000], [0], [1000]], [(0, 0, 2, 0, 1000)], "1000\n┃\n┃1000\n┃\n1000\n"),
        ([[15, 24, 9]], [(0, 0, 0, 1, 15), (0, 1, 0, 2, 9)], "15(15)24(9)━9\n"),
        ([[9, 18], [0, 9]], [(0, 0, 0, 1, 9), (0, 1, 1, 1, 9)], "9━(9)18\n     ┃9\n     9\n"),
        ([[10, 0, 12]], [], "10      12\n"),
        ([[12345, 2]], [], "12345 2\n"),
    ],
)
def test_numbers_of_several_digits_keep_apart(
    grid: list[list[int]], bridges: list[tuple[int, ...]], drawing: str
) -> None:
    puzzle = puzzle_of(grid, 1000)
    solution = Solution(np.array(bridges, dtype=np.int32).reshape(-1, 5))
    assert hashicnf.draw(puzzle, solution) == drawing
    for text in (drawing, drawing.translate(dict.fromkeys(map(ord, "()"), "━"))):
        assert puzzle.rules.read(puzzle.board, text, "drawing").bridges.tolist() == [list(b) for b in bridges]


def test_a_first_line_of_numbers_makes_no_table() -> None:
    puzzle = puzzle_of([[2, 2], [4, 3], [5, 4], [4, 5], [2, 3]])
    solution = hashicnf.solve(puzzle).solution
    drawing = hashicnf.draw(puzzle, solution)
    assert drawing.startswith("2   2\n")
    assert hashicnf.check(puzzle, puzzle.rules.read(puzzle.board, drawing, "drawing")) == []


def test_a_board_wider_than_a_terminal_has_a_dot_for_every_cell() -> None:
    lines = hashicnf.draw(puzzle_of([[0] * 29 + [1], [0] * 30, [1] + [0] * 29]), None, "ascii").split("\n")
    assert lines == [" ".join("." * 29 + "1"), " ".join("." * 30), " ".join("1" + "." * 29), ""]


def test_the_drawing_of_no_islands_is_read() -> None:
    puzzle = puzzle_of([[0, 0], [0, 0]])
    solution = hashicnf.solve(puzzle).solution
    for style in STYLES:
        drawing = hashicnf.draw(puzzle, solution, style)
        assert len(puzzle.rules.read(puzzle.board, drawing, "drawing").bridges) == 0


@pytest.mark.parametrize("digit", ["²", "٣", "１", "99999999999"])
@pytest.mark.parametrize(("grid", "line"), [([[3, 0, 3]], "3━━━#━━━3"), ([[3], [0], [3]], "3\n┃\n┃#\n┃\n3")])
def test_only_numbers_that_can_be_meant_are_read_off_lines(grid: list[list[int]], line: str, digit: str) -> None:
    puzzle = puzzle_of(grid, 3)
    with pytest.raises(hashicnf.InputError):
        puzzle.rules.read(puzzle.board, line.replace("#", digit), "drawing")


@pytest.mark.parametrize(
    ("drawing", "line", "column", "message"),
    [
        ("2───────2  x\n│       │\n│       │\n│       │\n2───────2\n", 1, 12, "belongs to no drawing"),
        ("2───────2\n│       │\n│       │\n│       │\n2───────2" + " " * 999 + "x", 5, 1009, "to the right"),
    ],
)
def test_what_stands_beside_the_board_is_refused(drawing: str, line: int, column: int, message: str) -> None:
    puzzle = puzzle_of(GRID)
    with pytest.raises(hashicnf.InputError, match=message) as caught:
        puzzle.rules.read(puzzle.board, drawing, "drawing")
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    "bridges",
    [
        [(0, 0, 98, 0, 1)],
        [(2, 0, 10**9, 0, 1)],
        [(-5, 0, 2, 0, 1)],
        [(0, 0, 2, 2, 1)],
        [(0, 0, 0, 0, 2)],
        [(0, 0, 1, 0, 1)],
        [(0, 2, 0, 0, 1)],
        [(0, 0, 0, 2, 0)],
        [(0, 0, 0, 2, -7)],
        [(0, 0, 0, 2, 1), (0, 0, 0, 2, 1)],
    ],
)
@pytest.mark.parametrize("style", STYLES)
def test_bridges_that_no_picture_can_show_are_refused(bridges: list[tuple[int, ...]], style: str) -> None:
    puzzle, solution = puzzle_of(GRID), Solution(np.array(bridges, dtype=np.int32))
    if style == "json":
        assert json.loads(hashicnf.draw(puzzle, solution, style))["bridges"][0]["count"] == bridges[0][4]
        return
    with pytest.raises(hashicnf.InputError, match="on no edge of the board or listed twice"):
        hashicnf.draw(puzzle, solution, style)


@pytest.mark.parametrize("style", STYLES)
def test_large_numbers_cost_no_memory(style: str) -> None:
    """No list grows with the largest clue or the largest number of bridges."""
    small, puzzle = puzzle_of([[1, 1]]), puzzle_of([[2, 999_999_999, 2]])
    # Imports, not measured.
    small.rules.read(small.board, hashicnf.draw(small, hashicnf.solve(small).solution, style), "")
    hashicnf.check(small, Solution(np.zeros((0, 5), dtype=np.int32)))
    tracemalloc.start()
    try:
        for count in (1, 999_999_999):
            solution = Solution(np.array([(0, 1, 0, 2, count)], dtype=np.int32))
            drawing = hashicnf.draw(puzzle, solution, style)
            assert puzzle.rules.read(puzzle.board, drawing, "drawing").bridges.tolist() == solution.bridges.tolist()
            assert hashicnf.check(puzzle, solution)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("drawing", "words"),
    [("[2]\n", "this row has 1 cell\n"), ("2,-,2\n", "the drawing has 1 row\n"), ("2,-,2\n", "expected 3 rows, as")],
)
def test_one_thing_is_one_thing(drawing: str, words: str) -> None:
    puzzle = puzzle_of(GRID)
    with pytest.raises(hashicnf.InputError) as caught:
        puzzle.rules.read(puzzle.board, drawing, "drawing")
    assert words in f"{caught.value}\n"


TYPED = "2==4--2\n.......\n2==4--2\n"


@pytest.mark.parametrize("drawing", [TYPED, TYPED.replace(".", " "), TYPED.replace(".", "·"), TYPED.replace("=", "═")])
def test_rows_of_the_puzzle_with_bridges_are_read(drawing: str) -> None:
    puzzle = hashicnf.parse("2..4..2\n.......\n2..4..2\n")
    read = puzzle.rules.read(puzzle.board, drawing, "drawing")
    assert isinstance(read, Solution)
    assert read.bridges.tolist() == [[0, 0, 0, 3, 2], [0, 3, 0, 6, 1], [2, 0, 2, 3, 2], [2, 3, 2, 6, 1]]


@pytest.mark.parametrize("last", ["", "     \n", "     ", ".....\n"])
def test_rows_of_blanks_at_the_end_may_be_typed(last: str) -> None:
    puzzle = hashicnf.parse("2.3.3\n.....\n2...2\n.....\n")
    drawing = f"2-3 3\n|\n2   2\n{last}"
    if not last:
        with pytest.raises(hashicnf.InputError, match="the drawing has 3 rows"):
            puzzle.rules.read(puzzle.board, drawing, "drawing")
        return
    read = puzzle.rules.read(puzzle.board, drawing, "drawing")
    assert isinstance(read, Solution)
    assert read.bridges.tolist() == [[0, 0, 0, 2, 1], [0, 0, 2, 0, 1]]


@pytest.mark.parametrize("double", '"$#║')
def test_bridges_down_are_typed_in_several_ways(double: str) -> None:
    puzzle = hashicnf.parse("3.3\n...\n3.3\n")
    read = puzzle.rules.read(puzzle.board, f"3-3\n{double}.|\n3.3", "drawing")
    assert isinstance(read, Solution)
    assert read.bridges.tolist() == [[0, 0, 0, 2, 1], [0, 0, 2, 0, 2], [0, 2, 2, 2, 1]]


@pytest.mark.parametrize(
    ("drawing", "line", "column", "words"),
    [
        (
            "2==4--2\n...x...\n2..4..2\n",
            2,
            4,
            "expected '.' (. for nothing, - or = for one or two bridges across, | or",
        ),
        ("2==5--2\n.......\n2..4..2\n", 1, 4, "expected '4'"),
        ("2-.4--2\n.......\n2..4..2\n", 1, 3, "expected '-'"),
        ("2==4--2\n", None, None, "expected 3 rows, as in the puzzle"),
    ],
)
def test_what_is_typed_wrongly_is_told_with_what_is_expected(
    drawing: str, line: int | None, column: int | None, words: str
) -> None:
    puzzle = hashicnf.parse("2..4..2\n.......\n2..4..2\n")
    with pytest.raises(hashicnf.InputError) as caught:
        puzzle.rules.read(puzzle.board, drawing, "drawing")
    assert (caught.value.line, caught.value.column) == (line, column)
    assert words in str(caught.value)


def test_plain_tables_are_read() -> None:
    puzzle = puzzle_of(GRID)
    for text in ("2 - 2\n| . |\n2 _ 2\n", "2,-,2\n|,0,|\n2,-,2"):
        solution = puzzle.read(text, "drawing")
        assert hashicnf.check(puzzle, solution) == []


def test_examples_have_their_solutions_beside_them(root: Path) -> None:
    folder = root / "examples" / "hashi"
    solved = sorted(folder.glob("*.sol"))
    assert len(solved) >= 5
    for path in solved:
        puzzle = hashicnf.read(str(path.with_suffix(".puz")))
        solution = puzzle.read(path.read_text(), path.name)
        assert hashicnf.check(puzzle, solution) == []
        assert hashicnf.draw(puzzle, hashicnf.solve(puzzle).solution) == path.read_text()


def test_bridges_of_json_have_any_order_and_direction() -> None:
    puzzle = hashicnf.parse("1.2\n...\n1.2\n")
    text = '{"bridges": [{"from": [3, 3], "to": [1, 3], "count": 1}, {"from": [1, 3], "to": [3, 1], "count": 1}]}'
    assert puzzle.read(text, "x") == Solution.of([(0, 2, 2, 0, 1), (0, 2, 2, 2, 1)])


def test_the_islands_of_json_are_those_of_the_board() -> None:
    puzzle = hashicnf.parse("1.?\n...\n")
    drawn = json.loads(puzzle.draw(hashicnf.solve(puzzle).solution, "json"))
    first, last = drawn["islands"]
    assert puzzle.read(json.dumps({**drawn, "islands": [last, first]}), "x") == Solution.of([(0, 0, 0, 2, 1)])
    none = "{}, is none of this board, or repeated; expected the islands of the puzzle, each once".format
    faults: list[tuple[str, object, str]] = [
        ("columns", 4, "the drawing has 4 columns; expected 3, as in the puzzle"),
        ("rows", None, "the drawing has null rows; expected 2, as in the puzzle"),
        ("rows", True, "the drawing has true rows"),
        ("islands", [{**first, "clue": 2}, last], none('island 1 of the list, {"row": 1, "column": 1, "clue": 2}')),
        ("islands", [first, last, first], none('island 3 of the list, {"row": 1, "column": 1, "clue": 1}')),
        ("islands", [first], f"an island of this board is missing in the list; expected {json.dumps(last)}"),
        ("islands", None, none("island 1 of the list, null")),
    ]
    for key, value, message in faults:
        with pytest.raises(hashicnf.InputError) as caught:
            puzzle.read(json.dumps({**drawn, key: value}), "x")
        assert str(caught.value).replace("\n    ", "; ").startswith(f"x: {message}")


def test_a_number_of_thousands_of_digits_is_no_solution() -> None:
    puzzle = hashicnf.parse("1.1\n")
    text = '{"bridges": [{"from": [1, 1], "to": [1, 3], "count": ' + "9" * 5000 + "}]}"
    with pytest.raises(hashicnf.InputError, match="too large a number"):
        puzzle.read(text, "x")


@pytest.mark.parametrize("deep", [200, 980, 100_000])
def test_a_list_in_too_many_lists_is_no_solution(deep: int) -> None:
    puzzle = hashicnf.parse("1.1\n")
    with pytest.raises(hashicnf.InputError, match="nested deeper than"):
        puzzle.read('{"bridges": ' + "[" * deep + "]" * deep + "}", "x")


@pytest.mark.parametrize("style", STYLES)
def test_crossing_bridges_are_shown_by_json_alone(style: str) -> None:
    puzzle = hashicnf.parse(".1.\n1.1\n.1.\n")
    solution = Solution(np.array([[0, 1, 2, 1, 1], [1, 0, 1, 2, 1]], dtype=np.int32))
    if style == "json":
        assert puzzle.read(puzzle.draw(solution, style), "x") == solution
        return
    with pytest.raises(hashicnf.InputError, match="bridges cross at row 2, column 2"):
        puzzle.draw(solution, style)
