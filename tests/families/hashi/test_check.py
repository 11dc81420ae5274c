"""The checker: every broken rule is named, with its place, and nothing right is refused."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

import hashicnf
from hashicnf.families.hashi.board import Board, Solution
from tests.families.hashi.test_models import puzzle_of
from tests.oracles import hashi

SQUARE = [[2, 0, 2], [0, 0, 0], [2, 0, 2]]
ROUND = [(0, 0, 0, 2, 1), (0, 0, 2, 0, 1), (0, 2, 2, 2, 1), (2, 0, 2, 2, 1)]
PLUS = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]


def broken(grid: hashi.Grid, bridges: Sequence[tuple[int, ...]], **kind: object) -> dict[str, str]:
    puzzle = puzzle_of(grid, **kind)  # type: ignore[arg-type]
    solution = Solution(np.array(bridges, dtype=np.int32).reshape(-1, 5))
    return {v.rule: v.message for v in hashicnf.check(puzzle, solution)}


def test_a_right_solution_breaks_nothing() -> None:
    assert broken(SQUARE, ROUND) == {}


@pytest.mark.parametrize(
    ("grid", "bridges", "rule", "words"),
    [
        (SQUARE, ROUND[:3], "number", "row 3, column 3 has 1 bridges instead of 2"),
        (SQUARE, [(0, 0, 0, 2, 2), (2, 0, 2, 2, 2)], "connected", "2 groups"),
        (PLUS, [(0, 1, 2, 1, 1), (1, 0, 1, 2, 1)], "crossing", "row 2, column 2"),
        ([[1, 1, 1]], [(0, 0, 0, 2, 1)], "islands", "runs over an island"),
        (SQUARE, [(0, 0, 2, 2, 1), *ROUND], "straight", "row 1, column 1 to row 3, column 3"),
        (SQUARE, [(0, 0, 0, 1, 1), *ROUND], "ends", "does not join two islands"),
        (SQUARE, [(0, 0, 0, 9, 1), *ROUND], "ends", "does not join two islands"),
        (SQUARE, [(0, -3, 0, 0, 1), *ROUND], "ends", "does not join two islands"),
        (SQUARE, [(0, 2, 0, 0, 1), *ROUND[1:]], "straight", "from right to left"),
        ([[3, 3]], [(0, 0, 0, 1, 3)], "most", "3-fold"),
        (SQUARE, [*ROUND, (0, 0, 0, 2, 1)], "most", "more than once"),
        (SQUARE, [*ROUND[:3], (2, 0, 2, 2, 0)], "most", "0-fold"),
        ([[-1, 2, 2]], [(0, 1, 0, 2, 2)], "number", "instead of at least 1"),
    ],
)
def test_each_broken_rule_is_named_with_its_place(
    grid: hashi.Grid, bridges: Sequence[tuple[int, ...]], rule: str, words: str
) -> None:
    found = broken(grid, bridges)
    assert rule in found
    assert words in found[rule]


def test_loops_are_broken_only_where_they_are_forbidden() -> None:
    assert broken(SQUARE, ROUND, loops=True) == {}
    assert "1 loops" in broken(SQUARE, ROUND, loops=False)["loops"]


def test_the_number_of_reports_is_bounded() -> None:
    grid = [[1] * 60]
    found = hashicnf.check(puzzle_of(grid), Solution(np.zeros((0, 5), dtype=np.int32)))
    assert len([v for v in found if v.rule == "number"]) == 21
    assert "40 more places" in [v for v in found if v.rule == "number"][-1].message


@pytest.mark.parametrize("loops", [True, False])
def test_it_agrees_with_brute_force_on_random_choices(loops: bool) -> None:
    rng = random.Random(11)
    agreed = {True: 0, False: 0}
    for _ in range(60):
        grid = hashi.planted(rng, rng.randint(2, 5), rng.randint(2, 5), rng.randint(3, 7), loops=loops)
        puzzle = puzzle_of(grid, loops=loops)
        board: Board = puzzle.board
        good = list(hashi.solutions(grid, loops=loops)) if len(board.edge) < 8 else []
        tries = [tuple(rng.randint(0, 2) for _ in board.edge) for _ in range(10)] + good
        for counts in tries:
            rows = [
                (*board_place(board, u), *board_place(board, v), k)
                for (u, v), k in zip(board.edge.tolist(), counts, strict=True)
                if k
            ]
            solution = Solution(np.array(rows, dtype=np.int32).reshape(-1, 5))
            wanted = hashi.is_solution(grid, counts, loops=loops)
            assert (hashicnf.check(puzzle, solution) == []) == wanted
            agreed[wanted] += 1
    assert min(agreed.values()) > 20


def board_place(board: Board, island: int) -> tuple[int, int]:
    return int(board.row[island]), int(board.column[island])
