"""Boards on which no two islands touch, of all layouts, and the number of islands where none is given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.core.randomness import RandomStream
from hashicnf.families import Generated
from hashicnf.families.hashi.board import Board, loads_of
from hashicnf.families.hashi.generate import repair
from hashicnf.families.hashi.generate.growth import some_apart
from tests.oracles.puzzles import board_of

KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"scattered": True},
    {"clustered": True},
    {"winding": True},
    {"parted": True},
    {"symmetry": "rotate"},
    {"symmetry": "mirror"},
    {"scattered": True, "symmetry": "rotate"},
)


def touches(puzzle: hashicnf.Puzzle) -> bool:
    here = puzzle.document.cells != 0
    return bool((here[1:] & here[:-1]).any() or (here[:, 1:] & here[:, :-1]).any())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [(7, 7), (10, 10), (9, 16)])
def test_islands_are_apart_in_all_layouts(kind: dict[str, Any], size: tuple[int, int]) -> None:
    together = 0
    for seed in range(4):
        puzzle, solution = hashicnf.generate(size=size, seed=seed, apart=True, **kind)
        assert not touches(puzzle)
        assert not hashicnf.check(puzzle, solution)
        together += touches(hashicnf.generate(size=size, seed=seed, **kind).puzzle)
    assert together


@pytest.mark.parametrize("seed", range(3))
def test_unsolvable_boards_can_be_apart(seed: int) -> None:
    puzzle, solution = hashicnf.generate(size=(9, 9), seed=seed, unsolvable=True, apart=True)
    assert solution is None
    assert not touches(puzzle)
    assert hashicnf.solve(puzzle).solution is None


@pytest.mark.parametrize("demand", [{"unique": True}, {"unknown": True}, {"difficulty": "hard"}])
@pytest.mark.parametrize("kind", [{}, {"no_loops": True, "doubles": 0.1}, {"winding": True}])
def test_repair_keeps_islands_apart(demand: dict[str, Any], kind: dict[str, Any]) -> None:
    puzzle, solution = hashicnf.generate(size=(9, 9), seed=4, apart=True, **demand, **kind)
    assert not touches(puzzle)
    assert hashicnf.unique(puzzle).solutions == (solution,)


def places(board: Board) -> set[tuple[int, int]]:
    return {*zip(board.row.tolist(), board.column.tolist(), strict=True)}


@pytest.mark.parametrize(
    ("apart", "symmetry", "added"),
    [
        (False, "none", {(0, 1)}),
        (True, "none", {(0, 2)}),
        (False, "rotate", {(0, 1), (4, 3)}),
        (True, "mirror", {(0, 2), (4, 2)}),
    ],
)
def test_an_island_that_repair_adds_touches_no_other(apart: bool, symmetry: str, added: set[tuple[int, int]]) -> None:
    """The edge in the first row is blocked, by an island beside its first end or at a distance; its partner is on a bridge."""
    board = board_of(hashicnf.puzzle(["1...1", ".....", ".....", ".....", "3...3"], loops=False))
    solution = hashicnf.Solution.of([(0, 0, 4, 0, 1), (0, 4, 4, 4, 1), (4, 0, 4, 4, 2)])
    edge = np.flatnonzero(board.horizontal & (board.row[board.edge[:, 0]] == 0)).astype(np.int32)
    made = Generated(board, solution, "", apart=apart, symmetry=symmetry)
    blocked, after = repair.blocked(made, loads_of(board, solution), [edge])
    assert places(blocked) - places(board) == added
    assert after.sum() == 4 + 2 * len(added)


def test_no_island_is_added_where_it_would_touch_others() -> None:
    board = board_of(hashicnf.puzzle(["1.1", "...", "3.3"], loops=False))
    solution = hashicnf.Solution.of([(0, 0, 2, 0, 1), (0, 2, 2, 2, 1), (2, 0, 2, 2, 2)])
    load = loads_of(board, solution)
    edge = np.flatnonzero(board.horizontal & (board.row[board.edge[:, 0]] == 0)).astype(np.int32)
    assert repair.blocked(Generated(board, solution, ""), load, [edge])[0].islands == 5
    with pytest.raises(hashicnf.GaveUp):
        repair.blocked(Generated(board, solution, "", apart=True), load, [edge])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"islands": 51},
            "apart: 51 islands that do not touch do not fit on 10 x 10 cells, which have room for 50: give fewer islands",
        ),
        (
            {"islands": 6, "parted": True, "size": (5, 5)},
            "6 islands do not fit: a board of two parts on 5 x 5 cells has room for 4",
        ),
        ({"islands": 17, "winding": True}, "17 islands do not fit: a path on 10 x 10 cells has room for 16"),
        ({"lattice": 4}, "lattice has no use for "),
        ({"islands": 6, "size": (2, 9)}, "on 2 x 9 cells, which have room for 5: give fewer islands, or a larger size"),
        ({"size": (2, 2)}, "on 2 x 2 cells, which have room for 1: give a larger size"),
        ({"size": (2, 9), "symmetry": "mirror"}, "two halves have room for 0; give a larger size"),
        ({"islands": 60, "unsolvable": True}, "apart: 60 islands that do not touch do not fit on 10 x 10 cells"),
    ],
)
def test_what_has_no_room_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(hashicnf.UsageError) as refused:
        hashicnf.generate(apart=True, **options)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("options", "placed"),
    [
        ({"islands": 42, "seed": 1}, "41"),
        ({"islands": 26, "size": (1, 51)}, r"2\d"),
        ({"islands": 48, "unsolvable": True}, r"3\d"),
    ],
)
def test_only_what_is_proved_is_said_not_to_fit(options: dict[str, Any], placed: str) -> None:
    """That no try succeeded is another answer: it depends on the seed, and 26 islands have exactly one place on 51 cells."""
    with pytest.raises(hashicnf.GaveUp, match=rf"no room was found .* the best try placed {placed}: give another seed"):
        hashicnf.generate(apart=True, **options)


@pytest.mark.parametrize(
    ("size", "islands"), [((10, 10), 25), ((5, 5), 6), ((7, 7), 12), ((4, 4), 4), ((1, 3), 2), ((120, 110), 2_500)]
)
def test_without_a_number_a_quarter_of_the_cells_are_islands(size: tuple[int, int], islands: int) -> None:
    assert board_of(hashicnf.generate(size=size).puzzle).islands == islands


@pytest.mark.parametrize("kind", ["winding", "parted", "unsolvable"])
def test_the_usual_number_of_islands_is_enough_for_the_layout(kind: str) -> None:
    for side in (5, 6, 7, 12):
        options: dict[str, Any] = {"size": (side, side), kind: True}
        assert hashicnf.generate(**options).puzzle.document.cells.any()


def test_lines_are_chosen_apart() -> None:
    for count in range(1, 5):
        taken = some_apart(7, count, RandomStream(count))
        assert taken.sum() == count
        assert not (taken[1:] & taken[:-1]).any()
    assert np.flatnonzero(some_apart(7, 4, RandomStream(0))).tolist() == [0, 2, 4, 6]
