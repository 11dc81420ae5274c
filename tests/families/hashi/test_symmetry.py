"""Boards whose islands lie symmetrically have a correct planted solution."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hashicnf

TURNS = {"rotate": lambda grid: grid[::-1, ::-1], "mirror": lambda grid: grid[::-1]}


@pytest.mark.parametrize("symmetry", ["rotate", "mirror"])
@pytest.mark.parametrize("kind", [{}, {"scattered": True}, {"clustered": True}, {"winding": True}, {"parted": True}])
@pytest.mark.parametrize("size", [(10, 10), (11, 8), (20, 31)])
def test_islands_lie_symmetrically(symmetry: str, kind: dict[str, Any], size: tuple[int, int]) -> None:
    for seed in range(3):
        puzzle, solution = hashicnf.generate(size=size, islands=20, symmetry=symmetry, seed=seed, **kind)
        islands = puzzle.document.cells != 0
        assert islands.sum() == 20
        assert np.array_equal(islands, TURNS[symmetry](islands))
        assert not hashicnf.check(puzzle, solution)


@pytest.mark.parametrize(("symmetry", "size"), [("rotate", (11, 9)), ("mirror", (11, 8)), ("mirror", (3, 2))])
@pytest.mark.parametrize("kind", [{}, {"scattered": True}, {"winding": True}])
def test_an_odd_island_lies_in_the_middle(symmetry: str, size: tuple[int, int], kind: dict[str, Any]) -> None:
    count = min(21, size[0] * size[1] // 2)
    for seed in range(3):
        puzzle, solution = hashicnf.generate(size=size, islands=count, symmetry=symmetry, seed=seed, **kind)
        islands = puzzle.document.cells != 0
        assert islands.sum() == count
        assert np.array_equal(islands, TURNS[symmetry](islands))
        assert islands[size[0] // 2].sum() == 1
        assert not hashicnf.check(puzzle, solution)


@pytest.mark.parametrize(("symmetry", "size"), [("rotate", (11, 12)), ("rotate", (11, 11)), ("mirror", (11, 12))])
@pytest.mark.parametrize("kind", [{}, {"scattered": True}, {"winding": True}, {"apart": True}])
def test_the_rows_between_the_halves_have_islands(symmetry: str, size: tuple[int, int], kind: dict[str, Any]) -> None:
    for seed in range(3):
        puzzle, _ = hashicnf.generate(size=size, islands=24, symmetry=symmetry, seed=seed, **kind)
        assert (puzzle.document.cells[5] != 0).sum() == 2


def test_symmetric_boards_can_be_unique() -> None:
    puzzle, solution = hashicnf.generate(size=(12, 12), islands=30, symmetry="rotate", seed=2, unique=True)
    islands = puzzle.document.cells != 0
    assert np.array_equal(islands, islands[::-1, ::-1])
    assert hashicnf.unique(puzzle).solutions == (solution,)


@pytest.mark.parametrize(("symmetry", "seed"), [("rotate", 1), ("rotate", 7), ("mirror", 0), ("mirror", 2)])
def test_an_island_that_is_added_has_a_partner(symmetry: str, seed: int) -> None:
    asked: dict[str, Any] = {
        "size": (11, 12),
        "winding": True,
        "no_loops": True,
        "doubles": 0.1,
        "symmetry": symmetry,
        "seed": seed,
    }
    planted = hashicnf.generate(**asked).puzzle.document.cells
    puzzle, solution = hashicnf.generate(**asked, unique=True)
    islands = puzzle.document.cells != 0
    assert islands.sum() > (planted != 0).sum()
    assert np.array_equal(islands, TURNS[symmetry](islands))
    assert hashicnf.unique(puzzle).solutions == (solution,)


@pytest.mark.parametrize(
    ("options", "islands"),
    [({}, 24), ({"size": (11, 11)}, 30), ({"size": (9, 10)}, 22), ({"size": (5, 5), "apart": True}, 4)],
)
def test_without_a_number_of_islands_there_are_as_many_as_fit_the_symmetry(
    options: dict[str, Any], islands: int
) -> None:
    puzzle, _ = hashicnf.generate(symmetry="rotate", **options)
    assert (puzzle.document.cells != 0).sum() == islands
    with pytest.raises(hashicnf.UsageError, match="give 24 islands, or another size"):
        hashicnf.generate(symmetry="rotate", islands=25)


@pytest.mark.parametrize(("size", "islands"), [((1, 9), 3), ((1, 8), 6), ((9, 1), 2)])
@pytest.mark.parametrize("symmetry", ["rotate", "mirror"])
@pytest.mark.parametrize("apart", [False, True])
def test_a_single_line_can_be_symmetric(size: tuple[int, int], islands: int, symmetry: str, apart: bool) -> None:
    count = 2 if apart else islands
    puzzle, solution = hashicnf.generate(size=size, islands=count, symmetry=symmetry, seed=1, apart=apart or None)
    found = puzzle.document.cells != 0
    assert found.sum() == count
    assert np.array_equal(found, TURNS[symmetry](found))
    assert not hashicnf.check(puzzle, solution)


def test_the_smallest_symmetric_board() -> None:
    puzzle, solution = hashicnf.generate(size=(2, 1), islands=2, symmetry="mirror")
    assert not hashicnf.check(puzzle, solution)


@pytest.mark.parametrize(
    ("size", "islands", "message"),
    [
        ((6, 7), 7, "7 islands are pairs and one in the middle, which takes an odd number of rows and of columns"),
        ((7, 6), 7, "an odd number of rows and of columns"),
        ((3, 2), 6, "6 islands do not fit: two halves have room for 4; give fewer islands, or a larger size"),
        ((3, 3), 9, "9 islands do not fit: two halves have room for 6; give fewer islands, or a larger size"),
    ],
)
def test_what_has_no_symmetry(size: tuple[int, int], islands: int, message: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=message):
        hashicnf.generate(size=size, islands=islands, symmetry="rotate")


@pytest.mark.parametrize(("size", "line"), [((9, 2), "column"), ((2, 9), "row")])
@pytest.mark.parametrize("islands", [2, 3])
def test_islands_of_one_line_are_not_rotated_to_the_other(size: tuple[int, int], line: str, islands: int) -> None:
    with pytest.raises(hashicnf.UsageError, match=f"do not touch all lie in the same {line}, .* give a larger size"):
        hashicnf.generate(size=size, islands=islands, apart=True, symmetry="rotate")


@pytest.mark.parametrize("symmetry", ["rotate", "mirror"])
@pytest.mark.parametrize("layout", [{}, {"winding": True}, {"parted": True}, {"scattered": True}])
def test_without_a_number_of_islands_each_half_has_enough(symmetry: str, layout: dict[str, bool]) -> None:
    for size in (4, 5, 6):
        for seed in range(3):
            made = hashicnf.generate("hashi", size=f"{size}x{size}", symmetry=symmetry, seed=seed, **layout)
            assert made.puzzle.size["islands"] >= 4


def test_what_a_half_has_no_room_for_is_reported_of_the_half() -> None:
    with pytest.raises(hashicnf.UsageError, match="each half, 2 x 5 cells: a path on 2 x 5 cells has at least 4"):
        hashicnf.generate("hashi", size="5x5", islands=6, winding=True, symmetry="rotate")
