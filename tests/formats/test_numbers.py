"""Numbers of native files and grids: the most digits that the grammars accept, and the messages for longer numbers."""

from __future__ import annotations

import pytest

import hashicnf
from hashicnf.errors import InputError


@pytest.mark.parametrize(
    ("text", "column"), [("99999999999 1\n", 1), ("1,.,9999999999\n", 5), ("2 2\n1 0000000001 # a\n", 3)]
)
def test_numbers_of_many_digits_are_named_where_they_stand(text: str, column: int) -> None:
    with pytest.raises(InputError, match=r"a number of 1[01] digits does not belong here") as caught:
        hashicnf.parse(text)
    assert caught.value.column == column
    assert caught.value.expected == "numbers of at most 9 digits"


def test_a_line_of_many_cells_is_no_long_number() -> None:
    with pytest.raises(InputError, match="'!' does not belong here"):
        hashicnf.parse("22222222222!\n")


def test_the_largest_number_of_a_grid_is_one_that_a_file_can_hold() -> None:
    assert hashicnf.puzzle([[999_999_999, 0, 1]]).lines[-1].split()[0] == "999999999"
    with pytest.raises(InputError, match="out of range"):
        hashicnf.puzzle([[1_000_000_000, 0, 1]])
