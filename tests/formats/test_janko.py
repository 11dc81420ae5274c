"""Puzzles of janko.at: declared sizes must match the problem, and any kind of blank may follow a keyword."""

from __future__ import annotations

from typing import SupportsIndex

import pytest

import hashicnf
from hashicnf.core.document import Source
from hashicnf.errors import InputError
from hashicnf.formats import Passage
from hashicnf.formats.janko import Sheet, problem, solved

WIDE = "begin\npuzzle hashi\n{}\n[problem]\n2 - 2\n- - -\nend\n"


OTHERS = ("rows 2\ncols 3", "rows 2", "cols\t3", "unit 5")


@pytest.mark.parametrize(
    "size", ["size 2x3", "size 2 X 3", "size\t2x3", "size 9x3\nrows 2", "size 9\nrows 2\ncols 3", *OTHERS]
)
def test_a_size_may_be_declared_in_several_ways(size: str) -> None:
    assert hashicnf.parse(WIDE.format(size)) == hashicnf.parse("2.2\n...\n")


@pytest.mark.parametrize(
    ("size", "column", "message"),
    [
        ("size 9x9", 6, "the problem has 2 rows, not 9"),
        ("size 2x9", 8, "the problem has 3 columns, not 9"),
        ("size 3x2", 6, "the problem has 2 rows, not 3"),
        ("size 2 x  9", 11, "the problem has 3 columns, not 9"),
        ("size 2x3x9", 6, "the problem has 2 rows, not 2x3x9"),
        ("size x", 6, "the problem has 2 rows, not x"),
        ("size 2", 6, "the problem has 3 columns, not 2"),
        ("rows 2x3", 6, "the problem has 2 rows, not 2x3"),
        ("size 2x3\ncols 4", 6, "the problem has 3 columns, not 4"),
    ],
)
def test_a_size_that_is_not_that_of_the_problem_is_refused(size: str, column: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        hashicnf.parse(WIDE.format(size))
    assert (caught.value.message, caught.value.column) == (message, column)


@pytest.mark.parametrize("start", ["begin\npuzzle\thashi\n", "puzzle\thashi\n", "begin\nPuzzle \t hashi\n"])
def test_a_tab_may_follow_a_keyword(start: str) -> None:
    puzzle = hashicnf.parse(f"{start}title\tof two\twords\n[problem]\n2\t-\t2\nend\n")
    assert puzzle == hashicnf.parse("title: of two words\n2.2\n")
    assert puzzle.title == "of two words"


def test_a_value_behind_a_tab_is_pointed_at() -> None:
    with pytest.raises(InputError, match="no puzzles of the kind 'slitherlink'") as caught:
        hashicnf.parse("begin\npuzzle\t slitherlink\n[problem]\n2 2\nend\n")
    assert (caught.value.line, caught.value.column) == (2, 9)


@pytest.mark.parametrize("islands", ["----", "2122", "x?-3"])
def test_what_a_solution_holds_at_islands_is_not_read(islands: str) -> None:
    text = "begin\npuzzle hashi\n[problem]\n2 - 3\n- - -\n1 - 2\n[solution]\n{} 1 {}\na - b\n{} - {}\nend\n"
    puzzle = hashicnf.parse(text.format(*islands))
    assert puzzle.solution is not None
    assert hashicnf.check(puzzle, puzzle.solution) == []


class Line(str):
    """A line that counts how often it is split."""

    splits = 0

    def split(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[str]:
        """Split and count."""
        self.splits += 1
        return str(self).split(sep, maxsplit)


def test_each_row_is_split_once() -> None:
    source = Source("a.janko", "")
    lines = {name: [Line("2 - 2"), Line("- - -")] for name in ("problem", "solution")}
    grids = {name: [Passage(source, 1, 1, line) for line in rows] for name, rows in lines.items()}
    sheet = Sheet(Passage(source, 1, 1, "begin"), grids=grids)
    assert solved(sheet, problem(sheet).cells.shape) is not None
    assert [line.splits for rows in lines.values() for line in rows] == [1, 1, 1, 1]
