"""Tables as spreadsheets write them."""

from __future__ import annotations

import pytest

import hashicnf
from hashicnf.pipeline.puzzles import detect

BOARD = hashicnf.parse("2.2\n...\n1.1\n")


@pytest.mark.parametrize(
    "text",
    [
        "2,,2\n,,\n1,,1\n",
        "2;0;2\n;0;0\n1;;1\n",
        '"2","","2"\n"","",""\n"1","0","1"\n',
        "2\t\t2\n\t\t\n1\t\t1\n",
        "\ufeff2,,2\r\n,,\r\n1,,1\r\n",
        "\t2,0,2\n0,0,0\n1,0,1\n",
        "\n2, 0, 2 # islands\n# none\n0 ,0 ,\n1,\t0\t,1\t\n\n \n",
    ],
    ids=["commas", "semicolons", "quotes", "tabs", "a mark of bytes", "a tab before", "blanks"],
)
def test_empty_cells_need_no_number(text: str) -> None:
    assert hashicnf.parse(text, "csv") == BOARD


@pytest.mark.parametrize("ending", [".csv", ".tsv"])
def test_the_ending_says_what_it_is(ending: str) -> None:
    assert hashicnf.parse("2\t\t2\n\t\t\n1\t\t1\n", name=f"table{ending}") == BOARD


@pytest.mark.parametrize(
    "text",
    [
        "2\t\t2\n\t\t\n1\t\t1\n",
        "2\t0\t2\n\t\t\n1\t0\t1\n",
        '"2"\t""\t"2"\r\n""\t""\t""\r\n1\t0\t1',
        "2;;2\n;;\n1;;1\n",
        "2;0;2\n0;0;0\n1;0;1\n",
        '"2";0;2\n0;0;0\n1;0;1\n',
    ],
)
def test_a_table_is_recognised_by_its_empty_cells_and_signs(text: str) -> None:
    assert detect(text) == "csv"
    assert hashicnf.parse(text) == BOARD


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("2\t\t2\t\n1\t1\t\t\n", "2.2.\n11..\n"),
        ("1\t\t2\n\t2\t1\n", "1.2\n.21\n"),
        ("\t2\n2\t\n", ".2\n2.\n"),
        (",2,,2\n,,,\n,1,,1\n", ".2.2\n....\n.1.1\n"),
        ("2,,?\n,,\n1,,1\n", "2.?\n...\n1.1\n"),
        ("?,2,2\n,,\n1,,1\n", "?22\n...\n1.1\n"),
        ("?,2,\n1,1,\n", "?2.\n11.\n"),
    ],
)
def test_empty_cells_at_the_sides_and_unknown_numbers_are_recognised(text: str, rows: str) -> None:
    assert detect(text) == "csv"
    assert hashicnf.parse(text) == hashicnf.parse(rows)


@pytest.mark.parametrize(
    "text",
    [
        "\t202\n\t000\n\t101\n",
        "202\t\n000\t\n101\t\n",
        "2\t0\t2\n0\t0\t0\t# none\n1\t0\t1\n",
        "\t2 0 2\n\t0 0 0\n\t1 0 1\n",
        "2  0\t2\n0  0\t0\n1  0\t1\n",
        "\t2\t0\t2\n\t0\t0\t0\n\t1\t0\t1\n",
        "2\t0\t2\t\n0\t0\t0\t\n1\t0\t1\t\n",
        "\t\t2\t0\t2\t# none\r\n\t\t0\t0\t0\t\r\n\t\t1\t0\t1\t",
    ],
    ids=[
        "tabs before all rows",
        "tabs after all rows",
        "no empty cell",
        "tabs before blanks",
        "blanks and tabs",
        "tabs before and between",
        "tabs between and after",
        "tabs around rows",
    ],
)
def test_tabs_without_an_empty_cell_remain_native(text: str) -> None:
    assert detect(text) == "native"
    assert hashicnf.parse(text) == hashicnf.parse(text, name="board.puz") == BOARD
    assert hashicnf.parse(f"title: mine\n{text}").board == BOARD.board


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("2\t\t2\n1\t0\t1\n", "1:3"),
        ("\t2\t0\t2\n\t1\t0\t\n", "2:5"),
        ("\t0\t1\n2\t0\t1\n", "1:1"),
        ("2 \t0\t2\n1 \t \t1\n", "2:5"),
        ("# none\n2\t0\t2\n\n1\t0\t # gap\n", "4:4"),
    ],
)
def test_tabs_for_empty_cells_are_refused_below_settings(text: str, where: str) -> None:
    line, _, column = where.partition(":")
    with pytest.raises(hashicnf.InputError, match=f"t:{int(line) + 1}:{column}: a tab without a cell beside it"):
        hashicnf.parse(f"title: mine\n{text}", name="t")


@pytest.mark.parametrize(
    "text",
    [
        "sep=;\n2;;2\n;;\n1;;1\n",
        "SEP=,\r\n2,0,2\r\n0,0,0\r\n1,0,1\r\n",
        "sep=\t\n2\t\t2\n\t\t\n1\t\t1\n",
        "2.0,,2.0\n,,\n1.0,0.00,1.0",
        '"2.0";"";2\r\n;;\r\n1;;"1.0"\r\n',
        "2.0\t0.0\t2.0\n\t\t\n1.0\t0.0\t1.0\n",
    ],
)
def test_a_line_with_the_separator_and_decimals_of_whole_numbers(text: str) -> None:
    assert detect(text) == "csv"
    assert hashicnf.parse(text) == hashicnf.parse(text, "csv") == BOARD


@pytest.mark.parametrize(
    "row",
    ["5\t3\t\t\t7\t", "5\t3\t7\t\t\t", "\t\t\t5\t3\t7", "2\t6\t12\t\t\t"],
    ids=["between", "after", "before", "rows and columns"],
)
def test_a_row_of_three_numbers_and_empty_cells_is_no_header(row: str) -> None:
    text = f"{row}\n6\t\t1\t9\t5\t\n\t9\t8\t\t\t6\n"
    assert detect(text) == "csv"
    assert hashicnf.parse(text) == hashicnf.parse(text, "csv")


def test_a_header_with_tabs_is_of_has() -> None:
    for text in ("2\t4\t3\n2\t0\t0\t1\n0\t1\t0\t0\n", "\t2 4  3\t\n\t2 0 0 1\n\t0\t1 0 0\t\n"):
        assert detect(text) == "has"


def test_points_of_native_boards_are_no_decimals() -> None:
    for text in ("2.0\n...\n1.0\n", "title: a, b\n2.0\n...\n1.0\n"):
        assert detect(text) == "native"
        assert hashicnf.parse(text).board == hashicnf.parse("2..\n...\n1..\n").board


def test_an_empty_line_is_an_empty_cell_of_a_single_column() -> None:
    assert hashicnf.parse("2\n\n# none\n3\n \n\n1\n\n", "csv").board == hashicnf.parse("2\n.\n3\n.\n.\n1\n").board


def test_a_number_may_be_unknown() -> None:
    assert hashicnf.parse('?,"?",2\n,,\n,,\n', "csv") == hashicnf.parse("??2\n...\n...\n")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("2,,2\n1,1\n", "2:4"),
        ("2,x\n", "1:3"),
        ('2,"3\n', "1:2"),
        ("1234567890,2\n", "1:1"),
        ("2 3,1\n", "1:3"),
        ("2,5;1,5\n", "1:4"),
        ("2,,2\n\n1,,1\n", "3:1: an empty line before this row"),
        ("2.0,x\n", "1:5"),
        ("2.5,1\n", "1:2"),
        ("sep=;\n2;x\n", "2:3"),
    ],
)
def test_what_is_no_table_is_refused_where_it_ends(text: str, where: str) -> None:
    with pytest.raises(hashicnf.InputError, match=f"t.csv:{where}"):
        hashicnf.parse(text, "csv", name="t.csv")


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("2;;2\n0;;0;5\n", 6, "this row has 4 cells"),
        ("2,,2\n0, ,0,\n", 7, "this row has 4 cells"),
        ('"2",,2\n"0", "3"\n', 9, "this row has 2 cells"),
        ("2\t\t2\n0\t\t0\t5\n", 6, "this row has 4 cells"),
        ("2,,2\n ,2\n", 4, "this row has 2 cells"),
    ],
)
def test_errors_of_rows_with_empty_cells_point_at_the_text(text: str, column: int, message: str) -> None:
    with pytest.raises(hashicnf.InputError, match=message) as caught:
        hashicnf.parse(text, "csv")
    assert (caught.value.line, caught.value.column) == (2, column)
