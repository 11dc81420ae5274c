"""Drawings typed by people: rows like those of the puzzle, tables, and the messages that fit what was meant."""

from __future__ import annotations

import pytest

import hashicnf
from hashicnf.families.hashi.board import Solution
from hashicnf.families.hashi.draw.table import SIGNS
from hashicnf.pipeline.solutions import read_drawing


def _read(rows: str, drawing: str) -> list[list[int]]:
    puzzle = hashicnf.parse(rows)
    found = puzzle.rules.read(puzzle.board, drawing, "drawing")
    assert isinstance(found, Solution)
    bridges: list[list[int]] = found.bridges.tolist()
    return bridges


def _refused(rows: str, drawing: str) -> hashicnf.InputError:
    with pytest.raises(hashicnf.InputError) as caught:
        _read(rows, drawing)
    return caught.value


@pytest.mark.parametrize("apart", ["", " ", "\t", ",", " , "])
@pytest.mark.parametrize("signs", ['-=|".', "─═│║·", "-=|$0", "_=|#."])
def test_a_copy_of_the_puzzle_with_bridges_is_read(apart: str, signs: str) -> None:
    """The quote, two bridges down, was dropped from rows separated by blanks, as if it quoted a cell."""
    rows = "3-4=2\n|.#..\n2.3-1\n".translate(str.maketrans("-=|#.", signs))
    drawing = "\n".join(apart.join(line) for line in rows.splitlines())
    bridges = [[0, 0, 0, 2, 1], [0, 0, 2, 0, 1], [0, 2, 0, 4, 2], [0, 2, 2, 2, 2], [2, 2, 2, 4, 1]]
    assert _read("3.4.2\n.....\n2.3.1\n", drawing) == bridges


@pytest.mark.parametrize(
    "drawing",
    [
        '" 3 " , " - " , " 2 "\n" $ " , " . " , " | "\n" 3 " , " - " , " 2 "',
        "\n\n[ 3, -, 2 ]\n$,0,|\n3 - 2\n",
        "\n  3  - 2 \n $ 0 | \n3 - 2",
    ],
)
def test_tables_may_be_quoted_in_brackets_or_below_empty_lines(drawing: str) -> None:
    assert _read("3.2\n...\n3.2\n", drawing) == [[0, 0, 0, 2, 1], [0, 0, 2, 0, 2], [0, 2, 2, 2, 1], [2, 0, 2, 2, 1]]


@pytest.mark.parametrize(("rows", "drawing"), [("1.1\n", "1 - 1"), ("1.1\n...\n...\n...\n", "1-1\n\n\n  \n")])
def test_boards_need_not_be_square(rows: str, drawing: str) -> None:
    assert _read(rows, drawing) == [[0, 0, 0, 2, 1]]


@pytest.mark.parametrize("separator", [",", ";", "\t", " , "])
@pytest.mark.parametrize("quote", ["", '"'])
def test_cells_of_spreadsheets_may_be_empty(separator: str, quote: str) -> None:
    """A copy of a table of a spreadsheet with bridges typed into it was refused, since its empty cells were not counted."""
    cells = (" : : : ", "3:-:3: ", "$: :|: ", "3:-:2: ", " : : : ")
    drawing = "\n".join(separator.join(f"{quote}{cell.strip()}{quote}" for cell in row.split(":")) for row in cells)
    rows = "....\n3.3.\n....\n3.2.\n....\n"
    assert _read(rows, drawing) == [[1, 0, 1, 2, 1], [1, 0, 3, 0, 2], [1, 2, 3, 2, 1], [3, 0, 3, 2, 1]]


@pytest.mark.parametrize("above", ["", "\n", "# mine\ntitle: x\n", "# mine\ntitle: x\n\n \n"])
@pytest.mark.parametrize(
    "drawing",
    [
        "\t\t2\t\n\t\t║\t\n\t\t2\t\n\t\t\t\n",
        '  2\n  "\n  2\n   \n',
        "        2\n        ║\n        ║\n        ║\n        2\n\n",
    ],
)
def test_empty_rows_count_at_the_end_and_not_above_the_first_row(above: str, drawing: str) -> None:
    """An empty line above the rows was one row too many, and below settings blank rows at the end were dropped."""
    found = read_drawing(hashicnf.parse("..2.\n....\n..2.\n....\n"), above + drawing, "drawing")
    assert isinstance(found, Solution)
    assert found.bridges.tolist() == [[0, 2, 2, 2, 2]]


def test_empty_lines_are_no_rows_of_a_single_column() -> None:
    assert _read("1\n.\n1\n", '\n"1"\n\n"|"\n"1"\n') == [[0, 0, 2, 0, 1]]


def test_numbers_of_many_bridges_are_typed_in_tables() -> None:
    assert _read("max-bridges: 12\n? . ?\n. . .\n? . .\n", "? -3 ?\n|12 . .\n? . .") == [
        [0, 0, 0, 2, 3],
        [0, 0, 2, 0, 12],
    ]


@pytest.mark.parametrize(
    ("rows", "drawing", "line", "column", "message", "expected"),
    [
        ("2.2\n...\n2.2\n", "2 · 2\n| x |\n2 · 2\n", 2, 3, "'x' here belongs to no drawing of this board", "'0'"),
        (
            "2..2\n....\n2..2\n",
            "2,-,,2\n|,,,|\n2,,,2\n",
            1,
            5,
            "this is no drawing of this board: something is missing here",
            "'-'",
        ),
        ("2.2\n...\n2.2\n", "2;;2\n|;; x\n2;;2\n", 2, 5, "'x' here belongs to no drawing of this board", "'0'"),
        ("2.2\n...\n2.2\n", "2,-,2\n|, 0 0,|\n2,-,2\n", 2, 1, "this row has 4 cells", "3, as in the puzzle"),
        ("...\n1.1\n", "\n\n·   ·   ·\n\n1───x\n", 5, 5, "'x' here belongs to no drawing of this board", "'1'"),
        ("...\n1.1\n", "\n\n1───x\n", 3, 5, "'x' here belongs to no drawing of this board", "'1'"),
        ("2 2\n2 2\n", "2   2\n║   x\n2   2\n", 2, 5, "'x' here belongs to no drawing of this board", "a blank"),
        (
            "2.2\n...\n2.2\n",
            "2  -  2\n|  0  |\n2  -  2\n",
            1,
            4,
            "'-' here belongs to no drawing of this board",
            "a blank",
        ),
        ("1\n.\n1\n", "1\nx\n1\n", 2, 1, "'x' here belongs to no drawing of this board", f"'.' ({SIGNS})"),
        ("2..4..2\n", "2==5--2.\n", 1, 2, "'=' here belongs to no drawing of this board", "a blank"),
        ("2..4..2\n", "2==5--2\n.......\n", 1, 2, "'=' here belongs to no drawing of this board", "a blank"),
        ("?..?\n....\n?..?\n", "?--?-\n", 1, 2, "'-' here belongs to no drawing of this board", "a blank"),
        ("?..?\n", "?--?-\n", 1, 5, "this row has 5 cells", "4 cells, as in the puzzle"),
        ("1.\n", "1       x\n", 1, 9, "'x' here belongs to no drawing of this board", "a blank"),
    ],
)
def test_a_wrong_sign_is_named_as_it_was_typed(
    rows: str, drawing: str, line: int, column: int, message: str, expected: str
) -> None:
    error = _refused(rows, drawing)
    assert (error.line, error.column, error.message, error.expected) == (line, column, message, expected)
    assert error.text == drawing.splitlines()[line - 1]


TOUCHING = '[ "2" , "2" , "0" ]\n[ "0" , "0" , "0" ]\n[ "0" , "1" , "0" ]\n'


def test_bridges_between_islands_that_touch_follow_a_table() -> None:
    drawing = f"{TOUCHING}# by hand\n  # row 1, column 1 to row 1, column 2: 2\n"
    assert _read("22.\n...\n.1.\n", drawing) == [[0, 0, 0, 1, 2]]


@pytest.mark.parametrize("pair", ["row 1, column 2 to row 3, column 2", "row 1, column 2 to row 1, column 3"])
def test_bridges_that_follow_a_table_join_islands_that_touch(pair: str) -> None:
    error = _refused("22.\n...\n.1.\n", f"{TOUCHING}# {pair}: 1\n")
    assert (error.line, error.column, error.message) == (4, 1, "these are not two islands that touch")
    assert error.text == f"# {pair}: 1"
