"""Drawings: what is drawn reads back, in every style, and what is no drawing is refused with its place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hashicnf
from hashicnf.families.hashi.draw import STYLES
from hashicnf.families.hashi.generate import generate
from tests.oracles.puzzles import puzzle_of

GRID = [[2, 0, 2], [0, 0, 0], [2, 0, 2]]


@settings(max_examples=150, deadline=None)
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
    planted = generate(rows, columns, islands, seed=seed, loops=0.5, doubles=0.5 if most > 1 else 0, max_bridges=most)
    puzzle = replace(puzzle_of([[1]]), board=planted.board)
    assert planted.solution is not None
    text = puzzle.draw(planted.solution, style)
    assert puzzle.read(text, "drawing").bridges.tolist() == planted.solution.bridges.tolist()


def test_the_styles_look_like_this() -> None:
    square = puzzle_of(GRID)
    solution = hashicnf.solve(square).solution
    assert hashicnf.draw(square, solution) == "2───────2\n│       │\n│       │\n│       │\n2───────2\n"
    assert hashicnf.draw(square, solution, "ascii") == "2-------2\n|       |\n|       |\n|       |\n2-------2\n"
    assert hashicnf.draw(square, solution, "csv") == ('[ "2" , "-" , "2" ]\n[ "|" , "0" , "|" ]\n[ "2" , "-" , "2" ]\n')
    assert hashicnf.draw(square, None) == "2   ·   2\n\n·   ·   ·\n\n2   ·   2\n"


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
