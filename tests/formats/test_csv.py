"""Tables as spreadsheets write them."""

from __future__ import annotations

import pytest

import hashicnf

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
        "2, 0, 2 # islands\n\n0 ,0 ,\n1,\t0\t,1\t\n",
    ],
    ids=["commas", "semicolons", "quotes", "tabs", "a mark of bytes", "a tab before", "blanks"],
)
def test_empty_cells_need_no_number(text: str) -> None:
    assert hashicnf.parse(text, "csv") == BOARD


@pytest.mark.parametrize("ending", [".csv", ".tsv"])
def test_the_ending_says_what_it_is(ending: str) -> None:
    assert hashicnf.parse("2\t\t2\n\t\t\n1\t\t1\n", name=f"table{ending}") == BOARD


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
    ],
)
def test_what_is_no_table_is_refused_where_it_ends(text: str, where: str) -> None:
    with pytest.raises(hashicnf.InputError, match=f"t.csv:{where}"):
        hashicnf.parse(text, "csv", name="t.csv")
